// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.codec.RandomWireCommands;
import io.outcry.matching.codec.SnapshotCodec;
import io.outcry.matching.codec.SnapshotEntry;
import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.StateSize;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.OutcomeChain;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class SnapshotIT extends BrokerTrial {

    private static final int EACH = 2_500;
    private static final int ALL = EACH * TestLog.PARTITIONS;

    @Test
    void aRestartBeginsAtTheSnapshotAndGoesOnWithTheSameBooks() throws Exception {
        log.writeRandom(1, ALL);
        tradeUntilEveryPartitionHasASnapshotOfAll();
        log.writeRandom(2, 400);
        try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            log.assertEveryOutcomeOnce();
            assertThat(service.count("outcry.matching.replayed")).as("commands applied again").isZero();
            assertThat(service.count("outcry.matching.snapshots.refused")).isZero();
        }
    }

    @Test
    void aDamagedSnapshotIsRefusedAndTheOneBeforeItUsed() throws Exception {
        log.writeRandom(3, ALL);
        tradeUntilEveryPartitionHasASnapshotOfAll();
        for (int partition = 0; partition < TestLog.PARTITIONS; partition++) {
            writeDamagedSnapshot(partition);
        }
        log.writeRandom(4, 400);
        try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            log.assertEveryOutcomeOnce();
            assertThat(service.count("outcry.matching.snapshots.refused")).as("a partition that is loaded again refuses its own again")
                    .isGreaterThanOrEqualTo(TestLog.PARTITIONS);
            assertThat(service.count("outcry.matching.replayed")).as("commands applied again").isZero();
        }
    }

    @Test
    void everyThousandthOutcomeCarriesTheHashChain() {
        log.writeRandom(5, ALL);
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            List<ConsumerRecord<byte[], byte[]>> outcomes = log.outcomes(2, EACH);
            OutcomeChain chain = new OutcomeChain(0);
            for (int i = 0; i < EACH; i++) {
                byte[] outcome = outcomes.get(i).value();
                ChainPoint expected = chain.add(i + 1, outcome, outcome.length);
                var header = outcomes.get(i).headers().lastHeader(ChainPoint.HEADER);
                assertThat(ChainPoint.of(i + 1, header == null ? null : header.value())).as("outcome %d", i + 1).isEqualTo(expected);
            }
        }
    }

    @Test
    void anEngineThatDoesNotGiveThePublishedOutcomesStops() throws InvalidProtocolBufferException {
        assertStops(new OutcomeChain(0), "FAILED at offset 999", "the hash chain is");
    }

    /** As after two owners that did not decide the same. */
    @Test
    void outcomesThatAreNotThoseOfThePublishedChainStopTheEngine() throws InvalidProtocolBufferException {
        assertStops(new OutcomeChain(1), "FAILED", "the outcome log contradicts itself");
    }

    private void assertStops(OutcomeChain published, String state, String reason) throws InvalidProtocolBufferException {
        publishOneOtherwise(published);
        try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers())) {
            service.awaitPartition(1, state);
            assertThat(service.partition(1)).contains(reason);
            assertThat(log.outcomeCount(1)).as("nothing is published").isEqualTo(1_100);
        }
    }

    /** Commands, and outcomes of which one is not the engine's. */
    private void publishOneOtherwise(OutcomeChain chain) throws InvalidProtocolBufferException {
        RandomWireCommands commands = new RandomWireCommands(6, 1, 0);
        WireEngine engine = new WireEngine(1, EngineLimits.STANDARD);
        for (int offset = 0; offset < 1_100; offset++) {
            OrderCommand command = commands.next();
            log.write(1, command);
            byte[] outcome = engine.apply(offset, command.toByteArray());
            if (offset == 500) {
                outcome = Outcome.parseFrom(outcome).toBuilder().setTimeUs(1).build().toByteArray();
            }
            var record = new ProducerRecord<>(Topics.ORDER_OUTCOMES, 1, new byte[0], outcome);
            ChainPoint point = chain.add(offset + 1, outcome, outcome.length);
            if (point != null) {
                record.headers().add(ChainPoint.HEADER, point.header());
            }
            log.write(record);
        }
    }

    @Test
    void aVersionThatTheEngineDoesNotKnowStopsItBeforeAndAfterARestart() {
        log.writeRandom(7, 40);
        long offset = log.write(0, WireCommands.activate(1, 2));
        log.writeRandom(8, 40);
        for (int start = 0; start < 2; start++) {
            try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers())) {
                service.awaitPartition(0, "FAILED at offset " + offset);
                assertThat(service.partition(0)).contains("engine version 2 is active");
                assertThat(log.outcomes(1, 20)).as("others go on").hasSize(20);
                assertThat(log.outcomes(0, 10)).as("what came before it is published").hasSize(10);
                assertThat(log.outcomeCount(0)).isEqualTo(offset);
            }
        }
    }

    private void tradeUntilEveryPartitionHasASnapshotOfAll() {
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            log.awaitSnapshotsOfAll();
        }
    }

    private void writeDamagedSnapshot(int partition) {
        SnapshotPoint point = new SnapshotPoint(EACH, EACH, 1, 1, 1);
        SnapshotEntry.Manifest manifest = new SnapshotEntry.Manifest(99, 1, partition, point);
        long at = log.write(snapshot(partition, manifest));
        log.write(snapshot(partition, new SnapshotEntry.Chunk(99, 0, 7, new byte[]{1, 2, 3})));
        log.write(snapshot(partition, new SnapshotEntry.End(manifest, at, 1, 3, new byte[32], List.of(at), StateSize.UNKNOWN)));
    }

    private static ProducerRecord<byte[], byte[]> snapshot(int partition, SnapshotEntry entry) {
        return new ProducerRecord<>(Topics.BOOK_SNAPSHOTS, partition, null, SnapshotCodec.encode(entry));
    }
}
