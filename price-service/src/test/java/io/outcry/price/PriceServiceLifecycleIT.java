// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.trace.Tracing;
import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import io.outcry.price.PriceServiceLifecycle.State;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.TierPlaces;
import io.outcry.price.log.InstrumentReader;
import io.outcry.price.log.InstrumentRegistry;
import io.outcry.price.log.LogTail;
import io.outcry.price.log.NoCommands;
import io.outcry.price.log.OwnBookReader;
import io.outcry.price.log.PriceLog;
import io.outcry.price.log.RefreshListener;
import io.outcry.price.log.RefreshScheduler;
import io.outcry.price.refresh.IndexBoard;
import io.outcry.price.refresh.PriceMetrics;
import io.outcry.price.refresh.PriceRefresher;
import io.outcry.price.refresh.Pricing;
import io.outcry.price.refresh.RefreshRounds;
import io.outcry.price.refresh.TierBoard;
import io.outcry.price.venue.VenueLimits;
import io.outcry.price.venue.Venues;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.CommonClientConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class PriceServiceLifecycleIT {

    private static final TopicLayout LAYOUT = new TopicLayout(1, 2, (short) 1);
    private static final TierIntervals INTERVALS = new TierIntervals(5_000, 30_000, 300_000);
    private static final InstantSource CLOCK = InstantSource.system();

    @RegisterExtension
    private final ToldLines told = ToldLines.of(PriceServiceLifecycle.class);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final IndexBoard indices = new IndexBoard(List.of());
    private final InstrumentRegistry registry = new InstrumentRegistry(List.of());
    private final CountDownLatch tail = new CountDownLatch(1);

    /** Where their brokers' names are not known at that moment, say. */
    @Test
    void aStartWhoseConsumersCannotBeMadeIsTriedAgain(@TempDir Path directory) {
        try (Broker kafka = EngineSource.found().kafka(directory, 0)) {
            List<String> brokersOfCommands = new CopyOnWriteArrayList<>(List.of("no address"));
            RefreshListener listener = new RefreshListener(
                    Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, brokersOfCommands), 1, new NoCommands(), meters,
                    new SetBackClock());
            PriceServiceLifecycle lifecycle =
                    lifecycle(Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()), listener);
            lifecycle.start();
            try {
                // Other price services may run beside this one, and tell of themselves; none of those has such a failure.
                Await.until("it is told that it cannot go live", () -> lifecycle.state() == State.REGISTRY && told.list().stream()
                        .anyMatch(line -> line.getMessage().startsWith("the instrument registry cannot be read")));
                assertThat(tail.getCount()).as("nothing else has been started").isEqualTo(1);

                brokersOfCommands.set(0, kafka.bootstrapServers());

                Await.until("it is live", () -> lifecycle.state() == State.LIVE && tail.getCount() == 0);
                Await.until("it has all partitions", () -> listener.assignedPartitions().equals(Set.of(0, 1)));
            } finally {
                lifecycle.stop();
            }
        }
    }

    private PriceServiceLifecycle lifecycle(Map<String, Object> client, RefreshListener listener) {
        Venues venues = new Venues(List.of(), new VenueLimits(
                Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1), 1, Duration.ofSeconds(1)), meters, CLOCK);
        PriceMetrics metrics = new PriceMetrics(meters);
        PriceLog log = new PriceLog(client, LAYOUT, meters);
        Pricing pricing = new Pricing(log, indices, INTERVALS, 1, new OwnBookReader(client, 1, CLOCK, meters), CLOCK, metrics);
        PriceRefresher refresher = new PriceRefresher(
                venues, pricing, indices, registry::find, INTERVALS, (_, _) -> {}, CLOCK, metrics, Tracing.off());
        return new PriceServiceLifecycle(
                client,
                List.of(LAYOUT.instruments(), LAYOUT.priceCommands(), LAYOUT.priceUpdates(), LAYOUT.orderOutcomes()),
                new InstrumentReader(client, registry, meters),
                listener,
                new RefreshScheduler(INTERVALS, registry, LAYOUT.pricePartitions(), log,
                        new TierBoard(new TierPlaces(1, 1), indices, meters), indices, pricing::retain, CLOCK, meters, System::nanoTime),
                log,
                venues,
                new RefreshRounds(refresher, RefreshScheduler.SYMBOLS_PER_CALL),
                List.of(new LogTail("a-tail", goOn -> tail.countDown())));
    }
}
