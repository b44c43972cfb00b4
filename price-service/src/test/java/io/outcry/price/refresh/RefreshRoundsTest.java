// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.trace.Tracing;
import io.outcry.price.Await;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshRequest;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.venue.VenueAnswer;
import io.outcry.price.venue.VenueClient;
import io.outcry.price.venue.VenueLimits;
import io.outcry.price.venue.Venues;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RefreshRoundsTest {

    private static final InstantSource CLOCK = InstantSource.system();
    /** More than are under way and wait, and wait once more: the end makes room. */
    private static final int MANY = 40_000;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    /** It would hold up the end of the one that reads commands, and outlive it. */
    @Test
    void whoWaitsToOfferMoreIsLetGoAtTheEnd() throws InterruptedException {
        TierIntervals intervals = new TierIntervals(5_000, 30_000, 300_000);
        VenueLimits limits = new VenueLimits(
                Duration.ofSeconds(40), Duration.ofSeconds(40), Duration.ofSeconds(1), 4, Duration.ofSeconds(40));
        IndexBoard indices = new IndexBoard(List.of());
        PriceMetrics metrics = new PriceMetrics(meters);
        try (Venues venues = new Venues(List.of(new SilentVenue()), limits, meters, CLOCK)) {
            Pricing pricing = new Pricing((_, _) -> {}, indices, intervals, 1, new ToldOwnBook(), CLOCK, metrics);
            RefreshRounds rounds = new RefreshRounds(
                    new PriceRefresher(
                            venues, pricing, indices, symbol -> new PricedInstrument(symbol, symbol, "USD", 4, RefreshTier.COLD), intervals,
                            (_, _) -> {}, CLOCK, metrics, Tracing.off()),
                    100);
            rounds.start();
            List<RefreshRequest> requests = IntStream.range(0, MANY)
                    .mapToObj(i -> new RefreshRequest("S" + i, Micros.now(CLOCK), RefreshRequest.Origin.TIER, null)).toList();
            Thread offering = Thread.ofVirtual().start(() -> {
                try {
                    rounds.offer(requests);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            Await.until("there is no room for more", () -> offering.getState() == Thread.State.WAITING);
            rounds.close();
            assertThat(offering.join(Duration.ofSeconds(20))).as("let go").isTrue();
        }
    }

    private static final class SilentVenue implements VenueClient {

        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public String name() {
            return "silent";
        }

        @Override
        public int symbolsPerCall() {
            return 100;
        }

        @Override
        public VenueAnswer ask(List<PricedInstrument> instruments) throws InterruptedException {
            closed.await();
            throw new InterruptedException();
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
