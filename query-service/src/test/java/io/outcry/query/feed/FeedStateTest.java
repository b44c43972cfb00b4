// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.Outcome;
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
                .setInstrument(Instrument.newBuilder().setSymbol("BTC-USD"))));
        assertThat(state.instrumentsSince(FIRST)).isEqualTo(changed);
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, Outcome.Builder outcome) {
        return new ConsumerRecord<>("outcomes", 0, offset, null, outcome.setSymbol("BTC-USD").build().toByteArray());
    }
}
