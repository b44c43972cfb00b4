// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.time.Micros;
import io.outcry.price.Await;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quotes;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.VenueReply;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Few calls and full ones, however many ask. */
@Execution(ExecutionMode.CONCURRENT)
class RestCallsTest {

    /** None of which a machine that is busy with something else reaches. */
    private static final VenueLimits LIMITS =
            new VenueLimits(Duration.ofSeconds(20), Duration.ofSeconds(10), Duration.ofSeconds(60), 4, Duration.ofSeconds(30));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final GatedClient client = new GatedClient();
    private final Venues venues = new Venues(List.of(client), LIMITS, meters, InstantSource.system());
    private final GuardedVenue venue = venues.all().getFirst();

    @AfterEach
    void close() {
        venues.close();
    }

    @Test
    void aThousandWhoWantOneSymbolWhileACallIsUnderWayCostThatCall() throws Exception {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            RestCalls calls = calls(executor, InstantSource.system());
            List<CompletableFuture<VenueReply>> replies = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                replies.addAll(calls.ask(List.of(BTC_USD)));
            }
            Await.until("the call is under way", () -> !client.calls.isEmpty());
            replies.addAll(calls.ask(List.of(BTC_USD)));
            client.gate.countDown();

            for (CompletableFuture<VenueReply> reply : replies) {
                assertThat(reply.get(30, TimeUnit.SECONDS)).isInstanceOf(VenueReply.Quoted.class);
            }
        }
        assertThat(client.calls).hasSize(1);
    }

    @Test
    void aCallThatHangsHoldsUpNobodyElseOfItsVenue() throws Exception {
        try (ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
            client.held = "S0-USD";
            Future<Map<String, VenueReply>> hanging = askers.submit(() -> venue.ask(List.of(symbol(0, RefreshTier.COLD))));
            Await.until("the call is under way", () -> !client.calls.isEmpty());

            assertThat(venue.ask(List.of(symbol(1, RefreshTier.HOT))).values()).allMatch(VenueReply.Quoted.class::isInstance);
            assertThat(hanging).isNotDone();
            client.gate.countDown();
            assertThat(hanging.get().values()).allMatch(VenueReply.Quoted.class::isInstance);
        }
    }

    @Test
    void aQuoteThatComesByItselfSavesTheCallThatWaitsForItsBudget() throws Exception {
        Boarding boarding = new Boarding();
        CompletableFuture<VenueReply> reply = boarding.board(BTC_USD, System.nanoTime() + 1_000_000_000L);

        boarding.fulfil("ETH-BTC", new VenueReply.NotListed());
        assertThat(reply).isNotDone();
        boarding.fulfil("BTC-USD", new VenueReply.Quoted(Quotes.at(99, 101, 1)));

        assertThat(reply.get()).isInstanceOf(VenueReply.Quoted.class);
        assertThat(boarding.size()).isZero();
    }

    @Test
    void symbolsBoardACallThatWaitsForItsBudgetAndTheHotGoFirst() throws Exception {
        client.gate.countDown();
        // The budget stands still until all have boarded, and then pays one call, however long that takes.
        Instant start = Instant.now();
        AtomicReference<InstantSource> clock = new AtomicReference<>(InstantSource.fixed(start));
        client.bucket = new TokenBucket(Budget.of(120, 1), Micros.now(clock.get()));
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            RestCalls calls = calls(executor, () -> clock.get().instant());
            calls.ask(List.of(symbol(0, RefreshTier.COLD))).getFirst().get(30, TimeUnit.SECONDS);
            List<CompletableFuture<VenueReply>> replies = new ArrayList<>();
            for (int i = 1; i < 30; i++) {
                replies.addAll(calls.ask(List.of(symbol(i, i == 29 ? RefreshTier.HOT : RefreshTier.COLD))));
            }
            clock.set(InstantSource.fixed(start.plusMillis(500)));
            Await.until("one call is made", () -> client.calls.size() > 1);
            clock.set(InstantSource.system());
            for (CompletableFuture<VenueReply> reply : replies) {
                assertThat(reply.get(30, TimeUnit.SECONDS)).isInstanceOf(VenueReply.Quoted.class);
            }
        }

        assertThat(client.calls).hasSize(4);
        assertThat(client.calls.get(1)).hasSize(GatedClient.SYMBOLS_PER_CALL).first().isEqualTo("S29-USD");
        assertThat(client.bucket.spent()).isEqualTo(4);
    }

    @Test
    void aListIsReadAgainAfterAnHourThoughTheClockWasSetBackADay() throws Exception {
        client.gate.countDown();
        client.listings = new AtomicInteger();
        Instant start = Instant.parse("2026-11-21T12:00:00Z");
        AtomicReference<Instant> now = new AtomicReference<>(start);
        try (Venues clocked = new Venues(List.of(client), LIMITS, meters, now::get)) {
            clocked.all().getFirst().ask(List.of(BTC_USD));
            assertThat(client.listings).hasValue(1);

            now.set(start.minus(Duration.ofDays(1)));
            clocked.all().getFirst().ask(List.of(BTC_USD));
            now.set(start.minus(Duration.ofHours(22)));
            // Whoever carried the question before may take this one along, too, and reads no list again.
            Awaitility.await("its list is read again").until(() -> {
                clocked.all().getFirst().ask(List.of(BTC_USD));
                return client.listings.get() > 1;
            });
        }
    }

    /** None before it tells what is missing in it. */
    @Test
    void theFirstListIsReadAgainAfterAMinuteAndTheNextAfterAnHour() throws Exception {
        client.gate.countDown();
        client.listings = new AtomicInteger();
        Instant start = Instant.parse("2026-11-21T12:00:00Z");
        AtomicReference<Instant> now = new AtomicReference<>(start);
        try (Venues clocked = new Venues(List.of(client), LIMITS, meters, now::get)) {
            GuardedVenue listing = clocked.all().getFirst();
            listing.ask(List.of(BTC_USD));
            assertThat(client.listings).hasValue(1);

            now.set(start.plus(Duration.ofSeconds(61)));
            Awaitility.await("its list is read again").until(() -> {
                listing.ask(List.of(BTC_USD));
                return client.listings.get() == 2;
            });
            now.set(start.plus(Duration.ofSeconds(3_600)));
            listing.ask(List.of(BTC_USD));
            assertThat(client.listings).hasValue(2);
            now.set(start.plus(Duration.ofSeconds(3_662)));
            Awaitility.await("its list is read once more").until(() -> {
                listing.ask(List.of(BTC_USD));
                return client.listings.get() == 3;
            });
        }
    }

    @Test
    void whoWouldWaitLongerThanARoundIsToldAtOnce() throws Exception {
        client.gate.countDown();
        InstantSource still = InstantSource.fixed(Instant.now());
        client.bucket = new TokenBucket(Budget.of(60, 1), Micros.now(still));
        client.bucket.closeFor(60_000_000, Micros.now(still));

        try (Venues stopped = new Venues(List.of(client), LIMITS, meters, still)) {
            assertThat(stopped.all().getFirst().ask(List.of(BTC_USD)).get("BTC-USD"))
                    .isEqualTo(new VenueReply.Unavailable("not to be asked for 60 s more"));
        }
        assertThat(client.calls).isEmpty();
        assertThat(meters.counter("outcry.price.polls", "venue", "gated", "result", "over_budget").count()).isEqualTo(1);
    }

    /** What it answers has been paid for. */
    @Test
    void aCallThatBeganAtTheEndOfItsRoundIsWaitedFor() throws Exception {
        // A machine that stands still between the moments that count may leave the call no time to begin or to end: not again and again.
        boolean answered = false;
        for (int i = 0; i < 4 && !answered; i++) {
            answered = isAnsweredAfterItsRound(new GatedClient());
        }
        assertThat(answered).isTrue();
    }

    private boolean isAnsweredAfterItsRound(GatedClient client) throws Exception {
        Duration round = Duration.ofSeconds(5);
        VenueLimits limits = new VenueLimits(round, round, LIMITS.breakerOpenFor(), 4, round);
        AtomicReference<InstantSource> clock = new AtomicReference<>(InstantSource.fixed(Instant.now()));
        client.bucket = new TokenBucket(Budget.of(600, 1), Micros.now(clock.get()));
        assertThat(client.bucket.take(1, Micros.now(clock.get()))).isZero();
        try (Venues late = new Venues(List.of(client), limits, meters, () -> clock.get().instant());
                ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
            long begin = System.nanoTime();
            Future<Map<String, VenueReply>> replies = askers.submit(() -> late.all().getFirst().ask(List.of(BTC_USD)));
            Await.until("half of the round is over", () -> System.nanoTime() - begin > round.toNanos() / 2);
            clock.set(InstantSource.system());
            Await.until("the call is under way, or the round over without one", () -> !client.calls.isEmpty() || replies.isDone());
            Await.until("the round is over", () -> System.nanoTime() - begin > round.toNanos() * 21 / 20);
            client.gate.countDown();

            return !client.calls.isEmpty() && replies.get().values().stream().allMatch(VenueReply.Quoted.class::isInstance);
        }
    }

    /** A venue bans an address for what it has not paid for, however that came about. */
    @Test
    void itsListAndEachPartOfACallThatIsHalvedArePaidFor() throws Exception {
        client.gate.countDown();
        client.unlisted = "S5-USD";
        client.listings = new AtomicInteger();
        client.bucket = new TokenBucket(Budget.of(60, 100), Micros.now(InstantSource.system()));
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<PricedInstrument> eight = IntStream.range(0, 8).mapToObj(i -> symbol(i, RefreshTier.HOT)).toList();
            List<VenueReply> replies = new ArrayList<>();
            for (CompletableFuture<VenueReply> reply : calls(executor, InstantSource.system()).ask(eight)) {
                replies.add(reply.get(30, TimeUnit.SECONDS));
            }
            assertThat(replies.remove(5)).isInstanceOf(VenueReply.NotListed.class);
            assertThat(replies).hasSize(7).allMatch(VenueReply.Quoted.class::isInstance);
        }
        assertThat(client.calls).extracting(List::size).containsExactlyInAnyOrder(8, 4, 4, 2, 2, 1, 1);
        assertThat(client.bucket.spent()).as("and its list once").isEqualTo(client.calls.size() + 1);
    }

    @Test
    void noMoreCallsAreUnderWayThanAreAllowed() throws Exception {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<PricedInstrument> many = IntStream.range(0, 10 * GatedClient.SYMBOLS_PER_CALL)
                    .mapToObj(i -> symbol(i, RefreshTier.HOT)).toList();
            List<CompletableFuture<VenueReply>> replies = calls(executor, InstantSource.system()).ask(many);
            Await.until("as many as are allowed are under way", () -> client.underWay.get() == LIMITS.concurrentCalls());
            client.gate.countDown();
            for (CompletableFuture<VenueReply> reply : replies) {
                assertThat(reply.get(30, TimeUnit.SECONDS)).isInstanceOf(VenueReply.Quoted.class);
            }
        }
        assertThat(client.mostUnderWay).hasValue(LIMITS.concurrentCalls());
        assertThat(client.calls).hasSize(10);
    }

    @Test
    void aDialectThatCannotSayWhatACallCostsIsNotAskedWithoutEnd() throws Exception {
        client.bucket = new TokenBucket(Budget.of(60, 1), Micros.now(InstantSource.system()));
        client.weightless = true;
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(calls(executor, InstantSource.system()).ask(List.of(BTC_USD)).getFirst().get(30, TimeUnit.SECONDS))
                    .isEqualTo(new VenueReply.Unavailable("no call could be made"));
        }
        assertThat(client.weighed).hasValue(1);
    }

    private RestCalls calls(ExecutorService executor, InstantSource clock) {
        return new RestCalls(
                client,
                new RestCalls.Guards(
                        Bulkhead.ofDefaults("gated"), CircuitBreaker.ofDefaults("gated"), TimeLimiter.of(Duration.ofSeconds(30)), 4),
                executor,
                LIMITS.roundTimeout(),
                new UnlistedSymbols(clock, Duration.ofMinutes(1)),
                new VenueMetrics(meters),
                clock);
    }

    private static PricedInstrument symbol(int number, RefreshTier tier) {
        return new PricedInstrument("S" + number + "-USD", "S" + number, "USD", 4, tier);
    }

    /** Answers once its gate is open. */
    private static final class GatedClient implements VenueClient {

        static final int SYMBOLS_PER_CALL = 12;

        final CountDownLatch gate = new CountDownLatch(1);
        final List<List<String>> calls = new CopyOnWriteArrayList<>();
        volatile TokenBucket bucket;
        /** Whose calls alone wait for the gate; empty: all. */
        volatile String held = "";
        /** Whether it fails to say what a call costs. */
        volatile boolean weightless;
        final AtomicInteger weighed = new AtomicInteger();
        /** What it does not trade; empty: it trades everything. */
        volatile String unlisted = "";
        final AtomicInteger underWay = new AtomicInteger();
        final AtomicInteger mostUnderWay = new AtomicInteger();
        /** How often its list was read; null: it has none. */
        volatile @Nullable AtomicInteger listings;

        @Override
        public String name() {
            return "gated";
        }

        @Override
        public int symbolsPerCall() {
            return SYMBOLS_PER_CALL;
        }

        @Override
        public Optional<TokenBucket> bucket() {
            return Optional.ofNullable(bucket);
        }

        @Override
        public int weight(List<PricedInstrument> instruments) {
            weighed.incrementAndGet();
            if (weightless) {
                throw new IllegalStateException("no weight");
            }
            return 1;
        }

        @Override
        public int listingWeight() {
            return listings == null ? 0 : 1;
        }

        @Override
        public Optional<Predicate<PricedInstrument>> listing() {
            AtomicInteger read = listings;
            if (read != null) {
                read.incrementAndGet();
            }
            return Optional.of(any -> true);
        }

        @Override
        public VenueAnswer ask(List<PricedInstrument> instruments) throws InterruptedException {
            List<String> symbols = instruments.stream().map(PricedInstrument::symbol).toList();
            calls.add(symbols);
            mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            try {
                if (held.isEmpty() || held.equals(symbols.getFirst())) {
                    gate.await();
                }
            } finally {
                underWay.decrementAndGet();
            }
            if (symbols.contains(unlisted)) {
                return new VenueAnswer.RefusedAsUnlisted();
            }
            return new VenueAnswer.Replies(IntStream.range(0, instruments.size()).boxed().collect(Collectors.toMap(
                    i -> instruments.get(i).symbol(), i -> new VenueReply.Quoted(Quotes.at(99, 101, 1)))));
        }

        @Override
        public void close() {}
    }
}
