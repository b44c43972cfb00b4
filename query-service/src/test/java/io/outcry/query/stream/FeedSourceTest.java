// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Partitioning;
import io.outcry.query.feed.RegistryOnStage;
import io.outcry.query.feed.ScriptedFeed;
import io.outcry.query.feed.SymbolPartitions;
import io.outcry.query.feed.SymbolRegistry;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A symbol that was listed before the log had as many partitions as now: it is in another one than a new symbol of its name would be. */
class FeedSourceTest {

    private static final String SYMBOL = "BTC-USD";
    private static final int OF_A_NEW_ONE = Partitioning.ofSymbol(SYMBOL, 2);

    private final Set<ViewPartition> live = new HashSet<>(Set.of(new ViewPartition(ViewLog.PRICES, 0)));
    private final SymbolRegistry registry = new SymbolRegistry(2);
    private final ScriptedFeed feed = new ScriptedFeed();
    private final FeedSource source = new FeedSource(feed, null, new SymbolPartitions(2, 1, registry));

    @BeforeEach
    void follow() {
        feed.isLiveIn(live::contains);
    }

    @Test
    void itIsKnownNotToExistOnlyWhenTheLogIsReadInWhichItWouldBe() {
        live.add(orders(OF_A_NEW_ONE));
        assertThat(source.isComplete(SYMBOL)).as("it may be registered elsewhere").isFalse();
        RegistryOnStage.register(registry, SYMBOL, 1 - OF_A_NEW_ONE);
        RegistryOnStage.end(registry);
        assertThat(source.isComplete(SYMBOL)).as("it is, and that has not been read").isFalse();
        live.add(orders(1 - OF_A_NEW_ONE));
        assertThat(source.isComplete(SYMBOL)).isTrue();
        assertThat(source.orderPartition(SYMBOL)).isEqualTo(1 - OF_A_NEW_ONE);
    }

    private static ViewPartition orders(int partition) {
        return new ViewPartition(ViewLog.ORDERS, partition);
    }
}
