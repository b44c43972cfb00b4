// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.venues.simulated.FaultSetting;
import io.outcry.venues.simulated.InjectedFault;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A crowd before one cold symbol whose price has gone. The readers are requests at the server's HTTP handler, since two times twenty
 * thousand connections are more than one process may have; behind it everything is real: Redis, Kafka, the price service, the venues.
 *
 * <p>A reader's time is what the server needs, from the moment its handler is given the request until the answer is written: how long this
 * test takes to come by with its next request is not counted, and would be a client's own delay. Nor is the time that a thread was ready to
 * run and had no core, which Linux counts: on a quiet machine that is next to nothing, and on a busy one it is the machine's. Of a few
 * crowds, each before a symbol of its own, the quickest is judged by its last answer; all are judged by everything else.
 */
@Isolated("its limits are of time")
@Timeout(180)
class ColdReadersIT {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int READERS = 20_000;
    private static final int CROWDS = 4;
    private static final long MAX_AGE = 5_000;
    /** So long one request for a fresh price stands for all readers of the symbol. */
    private static final long REQUEST_STANDS_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** The reader's deadline, and what a response may take. */
    private static final long LIMIT_MILLIS = 500 + 50;
    /** So long after the venues have fallen silent something of theirs may still be on its way. */
    private static final long LAST_WORD_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** How far away the venues are: much of the crowd has come before the first of them answers. */
    private static final int VENUE_MILLIS = 100;

    @Test
    void twentyThousandReadersOfOneColdSymbolAreOneCallToEachVenue(@TempDir Path directory) throws Exception {
        try (Market market = Market.open(directory, coldSymbols())) {
            warmUp(market);
            everyVenue(market, InjectedFault.LATENCY, VENUE_MILLIS);
            // A trade a moment before the crowd comes would be told by the sockets, and nobody would have to call.
            everyVenue(market, InjectedFault.FREEZE, 0);
            long standingSince = System.nanoTime();
            long quickest = Long.MAX_VALUE;
            for (int i = 1; i <= CROWDS && quickest > LIMIT_MILLIS; i++) {
                letGrowOldAndTakeAway(market, symbol(i), standingSince);
                Map<SimulatedVenue, Long> before = calls(market);
                double commandsBefore = commands(market);
                long start = System.nanoTime();

                Crowd crowd = crowd(market, symbol(i), MAX_AGE);

                // None comes so late that the one request stands no more, unless the machine stood still.
                long more = (System.nanoTime() - start) / REQUEST_STANDS_NANOS;
                print("venues answer", crowd, difference(before, calls(market)));
                quickest = Math.min(quickest, crowd.slowestMillis() - crowd.starvedMillis());
                assertThat(difference(before, calls(market)).values()).as("calls to each venue")
                        .allSatisfy(calls -> assertThat(calls).isBetween(1L, 1 + more));
                assertThat(commands(market) - commandsBefore).as("commands").isBetween(1.0, 1.0 + more);
            }
            assertThat(quickest).as("milliseconds until a crowd has its last answer").isLessThanOrEqualTo(LIMIT_MILLIS);
        }
    }

    @Test
    void twentyThousandReadersGetTheLastGoodPriceWithinTheirDeadlineWhileEveryVenueHangs(@TempDir Path directory)
            throws Exception {
        try (Market market = Market.open(directory, coldSymbols())) {
            warmUp(market);
            everyVenue(market, InjectedFault.HALF_OPEN, 0);
            long hangingSince = System.nanoTime();
            long quickest = Long.MAX_VALUE;
            for (int i = 1; i <= CROWDS && quickest > LIMIT_MILLIS; i++) {
                letGrowOldAndTakeAway(market, symbol(i), hangingSince);
                long hangingMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - hangingSince);
                Map<SimulatedVenue, Long> before = calls(market);
                double commandsBefore = commands(market);
                long start = System.nanoTime();

                Crowd crowd = crowd(market, symbol(i), MAX_AGE);

                long quarters = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) / 250;
                print("venues hang", crowd, difference(before, calls(market)));
                quickest = Math.min(quickest, crowd.slowestMillis() - crowd.starvedMillis());
                assertThat(crowd.ages()).as("no answer claims to be of after the venues fell silent")
                        .allSatisfy(age -> assertThat(age).isGreaterThanOrEqualTo(hangingMillis - 1_000));
                assertThat(commands(market) - commandsBefore).as("commands, four a second at most").isBetween(1.0, quarters + 2.0);
            }
            assertThat(quickest).as("milliseconds until a crowd has its last answer").isLessThanOrEqualTo(LIMIT_MILLIS);
        }
    }

    private static void print(String what, Crowd crowd, Map<SimulatedVenue, Long> calls) {
        System.out.printf(
                "%,d readers, %s: answered after %d to %d ms (99 %% within %d), %,d at once, up to %d ms without a core, calls %s%n",
                READERS, what, crowd.fastestMillis(), crowd.slowestMillis(), crowd.p99Millis(), crowd.atOnce(), crowd.starvedMillis(),
                calls);
    }

    /** The first of anything is slow in a young process: a crowd goes both ways before the one that is measured. */
    private static void warmUp(Market market) throws Exception {
        for (int i = 0; i <= CROWDS; i++) {
            String symbol = symbol(i);
            Market.await("the first price", () -> market.get("/api/v1/prices/" + symbol), answer -> answer.status() == 200);
        }
        crowd(market, symbol(0), 60_000);
        everyVenue(market, InjectedFault.LATENCY, VENUE_MILLIS);
        crowd(market, symbol(0), 1);
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            market.bean(SimulatedVenues.class).faults(venue).clearAll();
        }
    }

    private static String symbol(int number) {
        return "RARE" + number + "-EUR";
    }

    private static void everyVenue(Market market, InjectedFault fault, double amount) {
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            market.bean(SimulatedVenues.class).faults(venue).set(fault, FaultSetting.usual(fault).withAmount(amount));
        }
    }

    /**
     * What became of a crowd.
     *
     * @param ages of the prices that came, in milliseconds, each once
     * @param atOnce how many waited at the same time, at most
     * @param starvedMillis longest time for which a thread was ready to run and had no core
     */
    private record Crowd(Set<Long> ages, long[] sortedNanos, int atOnce, long starvedMillis) {

        long fastestMillis() {
            return TimeUnit.NANOSECONDS.toMillis(sortedNanos[0]);
        }

        long p99Millis() {
            return TimeUnit.NANOSECONDS.toMillis(sortedNanos[sortedNanos.length * 99 / 100]);
        }

        long slowestMillis() {
            return TimeUnit.NANOSECONDS.toMillis(sortedNanos[sortedNanos.length - 1]);
        }
    }

    private static Crowd crowd(Market market, String symbol, long maxAge) throws Exception {
        HttpHandler handler = market.bean(HttpHandler.class);
        MockServerHttpRequest[] requests = new MockServerHttpRequest[READERS];
        MockServerHttpResponse[] answers = new MockServerHttpResponse[READERS];
        for (int i = 0; i < READERS; i++) {
            requests[i] = MockServerHttpRequest.get("/api/v1/prices/" + symbol + "?maxAgeMs=" + maxAge).build();
            answers[i] = new MockServerHttpResponse();
        }
        long[] nanos = new long[READERS];
        AtomicInteger waiting = new AtomicInteger();
        int atOnce = 0;
        Map<String, Long> queuedBefore = nanosWithoutCore();
        List<CompletableFuture<Void>> done = new ArrayList<>(READERS);
        for (int i = 0; i < READERS; i++) {
            int reader = i;
            atOnce = Math.max(atOnce, waiting.incrementAndGet());
            long start = System.nanoTime();
            done.add(handler.handle(requests[i], answers[i]).doFinally(signal -> {
                nanos[reader] = System.nanoTime() - start;
                waiting.decrementAndGet();
            }).toFuture());
        }
        CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        long starvedNanos = nanosWithoutCore().entrySet().stream()
                .mapToLong(thread -> thread.getValue() - queuedBefore.getOrDefault(thread.getKey(), 0L)).max().orElse(0);
        Arrays.sort(nanos);
        assertThat(Arrays.stream(answers).map(ColdReadersIT::status).distinct()).as("every answer is a price").containsOnly(200);
        return new Crowd(Arrays.stream(answers).map(ColdReadersIT::body).distinct().map(ColdReadersIT::age).collect(Collectors.toSet()),
                nanos, atOnce, TimeUnit.NANOSECONDS.toMillis(starvedNanos));
    }

    /** By thread, how long it was ready to run and had no core since it began; nothing where the system does not tell. */
    private static Map<String, Long> nanosWithoutCore() throws IOException {
        Map<String, Long> nanos = new HashMap<>();
        Path tasks = Path.of("/proc/self/task");
        if (Files.isDirectory(tasks)) {
            try (Stream<Path> threads = Files.list(tasks)) {
                threads.forEach(thread -> {
                    try {
                        nanos.put(thread.getFileName().toString(),
                                Long.valueOf(Files.readString(thread.resolve("schedstat")).split(" ")[1]));
                    } catch (IOException e) {
                        // The thread has ended meanwhile, or the system keeps no such count.
                        nanos.remove(thread.getFileName().toString());
                    }
                });
            }
        }
        return nanos;
    }

    private static String body(MockServerHttpResponse answer) {
        return answer.getBodyAsString().blockOptional().orElseThrow();
    }

    private static long age(String body) {
        JsonNode price = JSON.readTree(body);
        assertThat(new BigDecimal(price.path("price").asString())).as("never a price of 0").isPositive();
        return price.path("ageMs").asLong();
    }

    private static int status(MockServerHttpResponse answer) {
        return answer.getStatusCode() == null ? 200 : answer.getStatusCode().value();
    }

    /**
     * Looked at once an hour, even if so many readers make them hot; no index, and in euros, which every venue quotes: whose quote could not be
     * converted would be asked again soon. Nothing but their readers makes anybody call a venue.
     */
    private static String[] coldSymbols() {
        List<String> options = new ArrayList<>(List.of(
                "--outcry.price.intervals.hot=1h", "--outcry.price.intervals.medium=1h", "--outcry.price.intervals.cold=1h",
                "--outcry.price.indices="));
        for (int i = 0; i <= CROWDS; i++) {
            String instrument = "--outcry.standalone.instruments[" + i + "].";
            options.addAll(List.of(
                    instrument + "symbol=" + symbol(i), instrument + "base-asset=RARE" + i, instrument + "quote-asset=EUR",
                    instrument + "price-scale=2", instrument + "quantity-scale=4", instrument + "tick-size=0.01",
                    instrument + "lot-size=0.0001", instrument + "min-quantity=0.0001", instrument + "max-quantity=1000",
                    instrument + "min-notional=1", instrument + "tier=COLD", instrument + "start-price=100.00"));
        }
        return options.toArray(String[]::new);
    }

    /**
     * Looked at by its explanation, for whoever reads a price often makes it hot; and until the last word of each venue is too old, which may be
     * newer than the price. Then everything that Redis holds of it goes.
     */
    private static void letGrowOldAndTakeAway(Market market, String symbol, long silentSinceNanos) throws Exception {
        Market.await("an old price", () -> market.get("/api/v1/prices/" + symbol + "/explain"),
                answer -> answer.status() == 200 && answer.ok().path("ageMs").asLong() > MAX_AGE
                        && System.nanoTime() - silentSinceNanos > TimeUnit.MILLISECONDS.toNanos(MAX_AGE) + LAST_WORD_NANOS);
        RedisClient client = RedisClient.create(market.bean(Engines.class).redis().uri());
        try (var connection = client.connect()) {
            List<String> keys = connection.sync().keys("*" + symbol + "*").stream()
                    .filter(key -> key.endsWith("p:" + symbol) || key.endsWith("u:" + symbol)).toList();
            assertThat(keys).as("keys with its price").isNotEmpty();
            connection.sync().del(keys.toArray(String[]::new));
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    private static Map<SimulatedVenue, Long> calls(Market market) {
        Map<SimulatedVenue, Long> calls = new EnumMap<>(SimulatedVenue.class);
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            calls.put(venue, market.bean(SimulatedVenues.class).requests(venue));
        }
        return calls;
    }

    private static Map<SimulatedVenue, Long> difference(Map<SimulatedVenue, Long> before, Map<SimulatedVenue, Long> after) {
        Map<SimulatedVenue, Long> difference = new EnumMap<>(SimulatedVenue.class);
        after.forEach((venue, count) -> difference.put(venue, count - before.getOrDefault(venue, 0L)));
        return difference;
    }

    private static double commands(Market market) {
        return market.bean(MeterRegistry.class).get("outcry.query.refresh.requests").counter().count();
    }
}
