// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TradingState;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class FeedStateTest {

    private static final ViewPartition FIRST = new ViewPartition(ViewLog.ORDERS, 0);
    private static final ViewPartition SECOND = new ViewPartition(ViewLog.ORDERS, 1);
    private static final ViewPosition AT = ViewPosition.EMPTY.startingAt(7);

    private final FeedState state = new FeedState();

    @Test
    void aPartitionThatIsReadAnewHasTheBooksThatWereFoundAndWhoListensHearsOfIt() {
        List<ViewPartition> restarted = new ArrayList<>();
        state.listen(new FeedListener() {
            @Override
            public void outcome(ViewPartition partition, Outcome outcome) {
                throw new AssertionError("nothing has happened");
            }

            @Override
            public void price(LivePrice price) {
                throw new AssertionError("nothing has happened");
            }

            @Override
            public void restarted(ViewPartition partition) {
                restarted.add(partition);
            }
        });
        state.restart(FIRST, AT, List.of(new LiveBook("GONE-USD", FIRST), new LiveBook("BTC-USD", FIRST)));
        state.restart(SECOND, AT, List.of(new LiveBook("ETH-USD", SECOND)));
        LiveBook anew = new LiveBook("BTC-USD", FIRST);
        state.restart(FIRST, AT, List.of(anew));
        assertThat(state.book("GONE-USD")).isNull();
        assertThat(state.book("BTC-USD")).isSameAs(anew);
        assertThat(state.book("ETH-USD")).as("that of another partition").isNotNull();
        assertThat(restarted).containsExactly(FIRST, SECOND, FIRST);
    }

    @Test
    void itIsKnownWhenAnInstrumentHasChangedLast() {
        state.restart(FIRST, AT, List.of());
        assertThat(state.instrumentsSince(FIRST)).as("where all were loaded").isEqualTo(AT);
        ViewPosition other = requireNonNull(state.outcome(FIRST, AT, record(7, Outcome.newBuilder().setInputOffset(0).setSequence(1))));
        assertThat(state.instrumentsSince(FIRST)).isEqualTo(AT);
        ViewPosition changed = state.outcome(FIRST, other, record(8, Outcome.newBuilder().setInputOffset(1).setSequence(2)
                .setInstrument(Instrument.newBuilder().setSymbol("BTC-USD").setBaseAsset("BTC").setQuoteAsset("USD").setTier(Tier.TIER_HOT))
                .setTradingState(TradingState.TRADING_STATE_TRADING)));
        assertThat(state.instrumentsSince(FIRST)).isEqualTo(changed);
    }

    /** An engine that did not know of it writes an outcome twice; what cannot be read may have been one. */
    @Test
    void whoListensHearsEachOutcomeOnceAndNothingThatChangesNothing() {
        List<Long> heard = new ArrayList<>();
        state.listen(new FeedListener() {
            @Override
            public void outcome(ViewPartition partition, Outcome outcome) {
                heard.add(outcome.getSequence());
            }

            @Override
            public void price(LivePrice price) {
                throw new AssertionError("there is none");
            }

            @Override
            public void restarted(ViewPartition partition) {}
        });
        LiveBook ahead = new LiveBook("BTC-USD", FIRST);
        ahead.load(new BookSnapshot("BTC-USD", 1, 0, 2, 2, List.of(), List.of(), null), AT.applied(7, 0, 1, 0));
        state.restart(FIRST, AT, List.of(ahead));

        ViewPosition at = requireNonNull(state.outcome(FIRST, AT, record(7, rests(0, 1))));
        assertThat(heard).as("the book had it when it was loaded").isEmpty();
        at = requireNonNull(state.outcome(FIRST, at, record(8, rests(1, 2))));
        assertThat(requireNonNull(state.outcome(FIRST, at, record(9, rests(1, 2)))).sequence()).as("once more").isEqualTo(2);
        at = requireNonNull(state.outcome(FIRST, at.passed(9), record(10, rests(2, 3).setRepeatOfSequence(2))));
        at = requireNonNull(state.outcome(FIRST, at, new ConsumerRecord<>("outcomes", 0, 11, null, new byte[]{(byte) 0xff})));
        at = requireNonNull(state.outcome(FIRST, at, record(12, rests(4, 5))));
        assertThat(at).isEqualTo(new ViewPosition(13, 4, 5, 0, 1, 0));
        assertThat(heard).containsExactly(2L, 5L);
        assertThat(state.outcome(FIRST, at, record(13, rests(6, 7)))).as("one is missing").isNull();
    }

    private static Outcome.Builder rests(long inputOffset, long sequence) {
        return Outcome.newBuilder().setInputOffset(inputOffset).setSequence(sequence)
                .addLevels(LevelChange.newBuilder().setSide(Side.SIDE_BUY).setPrice(100).setQuantity(sequence));
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, Outcome.Builder outcome) {
        return new ConsumerRecord<>("outcomes", 0, offset, null, outcome.setSymbol("BTC-USD").build().toByteArray());
    }
}
