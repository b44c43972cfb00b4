// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Outcome;
import io.outcry.order.metrics.OrderServiceMetrics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class OutcomeSequenceTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final OutcomeSequence sequence = new OutcomeSequence(new OrderServiceMetrics(registry));

    @Test
    void outcomesThatFollowEachOtherAreTakenWhereverTheyBegin() {
        for (int i = 500; i < 700; i++) {
            assertThat(isNext(0, i, i + 1, i)).as("outcome %d", i).isTrue();
        }
        assertThat(sequence.isWhole()).isTrue();
    }

    @Test
    void holesInTheOffsetsOfCommandsAreNoGap() {
        assertThat(isNext(0, 5, 6, 5)).isTrue();
        assertThat(isNext(0, 9, 7, 6)).isTrue();
        assertThat(sequence.isWhole()).isTrue();
    }

    @Test
    void aRepetitionIsDroppedAndCounted() {
        for (int i = 0; i < 100; i++) {
            isNext(0, i, i + 1, i);
        }
        for (int i = 40; i < 100; i++) {
            assertThat(isNext(0, i, i + 1, 60 + i)).as("outcome %d once more", i + 1).isFalse();
        }
        assertThat(isNext(0, 100, 101, 160)).isTrue();
        assertThat(registry.counter("outcry.order.outcomes.repeated").count()).isEqualTo(60);
        assertThat(sequence.isWhole()).isTrue();
    }

    @Test
    void aLogWithFewerRecordsThanOutcomesHasAGapAndItsPartitionStops() {
        assertThat(isNext(3, 10, 11, 10)).isTrue();
        assertThat(isNext(3, 12, 13, 11)).isFalse();
        assertThat(isNext(3, 13, 14, 12)).as("behind the gap").isFalse();
        assertThat(isNext(2, 10, 11, 10)).as("another partition").isTrue();
        assertThat(sequence.isWhole()).isFalse();
        assertThat(registry.counter("outcry.order.outcomes.gaps").count()).isEqualTo(1);
    }

    @Test
    void whoBeginsAmidARepetitionTakesTheJumpBehindItForWhatItIs() {
        for (int i = 40; i < 100; i++) {
            assertThat(isNext(0, i, i + 1, 1_000 + i)).isTrue();
        }
        assertThat(isNext(0, 1_040, 1_041, 1_100)).as("where the repetition ends").isTrue();
        assertThat(sequence.isWhole()).isTrue();
    }

    @Test
    void whoBeginsAtTheLastRecordOfARepetitionTakesTheJumpBehindIt() {
        assertThat(isNext(0, 40, 41, 100)).isTrue();
        assertThat(isNext(0, 100, 101, 101)).as("behind one record that was repeated").isTrue();
        assertThat(sequence.isWhole()).isTrue();
    }

    @Test
    void whereALogBeginsWithFewerRecordsThanItCountsItIsTakenAsItIs() {
        assertThat(isNext(0, 500, 501, 0)).isTrue();
        assertThat(isNext(0, 501, 502, 1)).isTrue();
        assertThat(sequence.isWhole()).isTrue();
    }

    @Test
    void theLargestRepetitionIsOne() {
        inOrder(0, OutcomeSequence.LARGEST_REPETITION, 50_000);
        assertThat(isNext(0, 30_000, 30_001, 50_000 + OutcomeSequence.LARGEST_REPETITION)).isTrue();
        assertThat(sequence.isWhole()).isTrue();
    }

    @Test
    void aJumpBehindMoreThanCanBeRepeatedIsAGap() {
        long more = OutcomeSequence.LARGEST_REPETITION + 1;
        inOrder(0, more, 50_000);
        assertThat(isNext(0, more + 1, more + 2, 50_000 + more)).isFalse();
        assertThat(sequence.isWhole()).isFalse();
    }

    @Test
    void aJumpIsAnEndOfWhatCanBeRepeatedTogether() {
        long many = OutcomeSequence.LARGEST_REPETITION / 2 + 1;
        inOrder(0, many, 100_000);
        inOrder(20_000, many, 100_000 + many);
        assertThat(isNext(0, 40_000, 40_001, 100_000 + 2 * many)).as("a second jump").isTrue();
        assertThat(sequence.isWhole()).isTrue();
    }

    @Test
    void whatIsNoOutcomeStopsItsPartition() {
        assertThat(sequence.isNext(new ConsumerRecord<>(Topics.ORDER_OUTCOMES, 0, 0, new byte[0], new byte[]{8}))).isFalse();
        assertThat(sequence.isWhole()).isFalse();
    }

    @Test
    void tellsUpToWhichCommandAPartitionIsDecided() {
        assertThat(sequence.decided(0)).as("nothing has come").isEqualTo(-1);
        isNext(0, 5, 6, 5);
        isNext(0, 9, 7, 6);
        assertThat(sequence.decided(0)).isEqualTo(9);
        assertThat(sequence.decided(1)).as("another partition").isEqualTo(-1);
        isNext(0, 10, 9, 7);
        assertThat(sequence.decided(0)).as("nobody knows behind a gap, and nothing may wait for it").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aCommandBehindAllThatWasDecidedBeforeItIsWhereItBelongs() {
        assertThat(sequence.isBehind(sequence.newest(0), 0, 0)).as("nothing is known").isTrue();
        isNext(0, 5, 6, 5);
        long sentBehind = sequence.newest(0);
        isNext(0, 6, 7, 6);
        assertThat(sequence.isBehind(sentBehind, 0, 6)).as("its outcome has come first").isTrue();
        assertThat(sequence.hasAllCommands()).isTrue();
    }

    @Test
    void aPartitionWhoseNewCommandStandsWhereAnotherWasDecidedHasLostItsEnd() {
        isNext(0, 5, 6, 5);
        isNext(1, 5, 6, 5);
        assertThat(sequence.isBehind(sequence.newest(0), 0, 5)).isFalse();
        assertThat(sequence.isBehind(-1, 0, 9)).as("one that was on its way").isFalse();
        assertThat(sequence.hasLostCommands(0)).isTrue();
        assertThat(sequence.hasLostCommands(1)).as("another partition").isFalse();
        assertThat(sequence.hasAllCommands()).isFalse();
        assertThat(sequence.isWhole()).as("of the outcomes none is missing").isTrue();
    }

    private void inOrder(long firstInputOffset, long count, long firstAt) {
        for (long i = 0; i < count; i++) {
            isNext(0, firstInputOffset + i, firstInputOffset + i + 1, firstAt + i);
        }
    }

    private boolean isNext(int partition, long inputOffset, long number, long at) {
        byte[] value = Outcome.newBuilder().setInputOffset(inputOffset).setSequence(number).setTimeUs(7).setSymbol("BTC-USD").build()
                .toByteArray();
        return sequence.isNext(new ConsumerRecord<>(Topics.ORDER_OUTCOMES, partition, at, new byte[0], value));
    }
}
