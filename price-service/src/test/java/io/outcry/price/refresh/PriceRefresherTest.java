// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.trace.Tracing;
import io.outcry.price.Await;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshRequest;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import io.outcry.price.venue.VenueAnswer;
import io.outcry.price.venue.VenueClient;
import io.outcry.price.venue.VenueLimits;
import io.outcry.price.venue.Venues;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two venues, one of which does not answer before the test says so. */
@Timeout(60)
class PriceRefresherTest {

    private static final InstantSource CLOCK = InstantSource.system();
    private static final TierIntervals INTERVALS = new TierIntervals(5_000, 30_000, 300_000);
    private static final VenueLimits LIMITS =
            new VenueLimits(Duration.ofSeconds(40), Duration.ofSeconds(40), Duration.ofSeconds(1), 4, Duration.ofSeconds(40));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> published = new CopyOnWriteArrayList<>();
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile boolean broken;
    private volatile Runnable whenPublished = () -> {};
    private final Venues venues = new Venues(
            List.of(new Venue("quick", true), new Venue("slow", false)), LIMITS, meters, CLOCK);
    private final IndexBoard indices = new IndexBoard(List.of());
    private final PriceMetrics metrics = new PriceMetrics(meters);
    private final PriceRefresher refresher = new PriceRefresher(
            venues,
            new Pricing((update, whenDurable) -> {
                published.add(update.instrument().symbol());
                whenPublished.run();
                whenDurable.run();
            }, indices, INTERVALS, 1, new ToldOwnBook(), CLOCK, metrics),
            indices,
            symbol -> new PricedInstrument(
                    symbol, symbol.substring(0, symbol.indexOf('-')), "USD", 4,
                    symbol.startsWith("M-") ? RefreshTier.MEDIUM : RefreshTier.COLD),
            INTERVALS,
            (_, _) -> {},
            CLOCK,
            metrics,
            Tracing.off());

    private final class Venue implements VenueClient {

        private final String name;
        private final boolean quick;

        Venue(String name, boolean quick) {
            this.name = name;
            this.quick = quick;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int symbolsPerCall() {
            return 100;
        }

        @Override
        public VenueAnswer ask(List<PricedInstrument> instruments) throws InterruptedException {
            if (!quick) {
                answered.await();
            }
            return new VenueAnswer.Replies(instruments.stream().collect(Collectors.toMap(PricedInstrument::symbol, _ -> quote())));
        }

        @Override
        public boolean couldList(PricedInstrument instrument) {
            if (broken && !quick) {
                throw new IllegalStateException("broken");
            }
            return true;
        }

        @Override
        public void close() {
            answered.countDown();
        }
    }

    private static VenueReply quote() {
        return new VenueReply.Quoted(new Quote(99, 101, 0, "USD", 0, Micros.now(CLOCK), 0, Transport.REST));
    }

    @AfterEach
    void close() {
        answered.countDown();
        venues.close();
    }

    /** The schedule has the patience of a cold symbol, and who waits has not. */
    @Test
    void whoBeginsToWaitForARoundOfTheScheduleNeedNotHaveItsPatience() throws Exception {
        Future<?> other = begin("ETH-USD");
        Future<?> joined = begin("BTC-USD");
        Await.until("both are under way", () -> meters.counter("outcry.price.commands", "fate", "chosen").count() == 2);
        refresher.refresh(List.of(request("BTC-USD", RefreshRequest.Origin.REQUEST)));
        Await.until("a price", () -> !published.isEmpty());
        assertThat(published).first().isEqualTo("BTC-USD");
        answered.countDown();
        other.get();
        joined.get();
        Await.until("both, though one had nobody who waits", () -> published.contains("ETH-USD"));
    }

    /** Half of the patience of a cold symbol, and six times that of who waits. */
    @Test
    void norThatOfAnotherTierInTheSameRound() throws Exception {
        Future<?> both = begin("BTC-USD", "M-USD");
        Await.until("both are under way", () -> meters.counter("outcry.price.commands", "fate", "chosen").count() == 2);
        refresher.refresh(List.of(request("BTC-USD", RefreshRequest.Origin.REQUEST)));
        Await.until("a price", () -> !published.isEmpty());
        assertThat(published).first().isEqualTo("BTC-USD");
        both.get();
        assertThat(published).containsExactly("BTC-USD", "M-USD");
    }

    @Test
    void aVenueThatAnswersWhileTheFirstArePricedIsHeardOfAll() throws Exception {
        whenPublished = () -> {
            whenPublished = () -> {};
            answered.countDown();
            Await.until("the venue is heard", () -> meters.find("outcry.price.polls").tag("venue", "slow").counters().stream()
                    .mapToDouble(Counter::count).sum() == 1);
        };
        refresher.refresh(List.of(request("BTC-USD", RefreshRequest.Origin.REQUEST), request("ETH-USD", RefreshRequest.Origin.REQUEST)));
        Await.until("each with one venue, and with both", () -> Collections.frequency(published, "BTC-USD") == 2
                && Collections.frequency(published, "ETH-USD") == 2);
    }

    /** Nothing has moved since, so the schedule alone would publish nothing. */
    @Test
    void whoBeginsToWaitForARoundOfTheScheduleIsToldOfItsPrice() throws Exception {
        refresher.refresh(List.of(request("BTC-USD", RefreshRequest.Origin.REQUEST)));
        assertThat(published).hasSize(1);
        Future<?> joined = begin("BTC-USD");
        Await.until("it is under way", () -> meters.counter("outcry.price.commands", "fate", "chosen").count() == 2);
        refresher.refresh(List.of(request("BTC-USD", RefreshRequest.Origin.REQUEST)));
        joined.get();
        assertThat(published).hasSize(2);
    }

    @Test
    void aRoundThatIsGivenUpKeepsNoSymbolFromTheNext() throws Exception {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> refresher.refresh(List.of(request("BTC-USD", RefreshRequest.Origin.TIER))));
        refresher.refresh(List.of(request("BTC-USD", RefreshRequest.Origin.REQUEST)));
        assertThat(published).containsExactly("BTC-USD");
    }

    @Test
    void aVenueThatCannotBeAskedKeepsNoPriceOfTheOthersBack() throws Exception {
        broken = true;
        refresher.refresh(List.of(request("BTC-USD", RefreshRequest.Origin.TIER)));
        assertThat(published).containsExactly("BTC-USD");
    }

    private Future<?> begin(String... symbols) {
        return venues.executor().submit(() -> {
            refresher.refresh(Arrays.stream(symbols).map(symbol -> request(symbol, RefreshRequest.Origin.TIER)).toList());
            return null;
        });
    }

    private static RefreshRequest request(String symbol, RefreshRequest.Origin origin) {
        return new RefreshRequest(symbol, Micros.now(CLOCK), origin, null);
    }
}
