// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;

/**
 * A crowd before one cold symbol whose price has gone. The readers are requests at the server's HTTP handler, since two times twenty
 * thousand connections are more than one process may have; behind it everything is real: Redis, Kafka, the price service, the venues.
 */
@Timeout(120)
class ColdReadersIT {

    private static final int READERS = 20_000;
    private static final String SYMBOL = "RARE-USD";
    private static final long MAX_AGE = 10_000;
    /** The reader's deadline, and what writing this many answers takes on a small machine. */
    private static final Duration LIMIT = Duration.ofMillis(500 + 500);

    @Test
    void twenty_thousand_readers_of_one_cold_symbol_are_one_call_to_each_venue(@TempDir Path directory) throws Exception {
        try (Market market = Market.open(directory, oneColdSymbol())) {
            market.await("the first price", () -> market.get("/api/v1/prices/" + SYMBOL), answer -> answer.status() == 200);
            // Warms the way of the crowd up: the first of anything is slow in a young process.
            crowd(market, READERS / 4, 60_000);
            market.await("an old price", () -> market.get("/api/v1/prices/" + SYMBOL),
                    answer -> answer.ok().path("ageMs").asLong() > MAX_AGE);
            Map<SimulatedVenue, Long> before = calls(market);
            double commandsBefore = commands(market);
            takeAway(market);

            Crowd crowd = crowd(market, READERS, MAX_AGE);

            System.out.printf("%,d readers: answered after %s to %s ms, statuses %s, calls %s%n",
                    READERS, crowd.fastestMillis(), crowd.slowestMillis(), crowd.statuses(), difference(before, calls(market)));
            assertThat(crowd.statuses()).as("every answer is a price").containsOnly(200);
            assertThat(crowd.slowestMillis()).as("milliseconds until the last answer").isLessThan(LIMIT.toMillis());
            assertThat(difference(before, calls(market))).as("calls to each venue")
                    .containsEntry(SimulatedVenue.BINANCE, 1L).containsEntry(SimulatedVenue.KRAKEN, 1L)
                    .hasEntrySatisfying(SimulatedVenue.COINBASE, calls -> assertThat(calls).as("its socket may know").isBetween(0L, 1L));
            assertThat(commands(market) - commandsBefore).as("commands").isEqualTo(1);
        }
    }

    private record Crowd(List<Integer> statuses, long fastestMillis, long slowestMillis) {}

    private static Crowd crowd(Market market, int readers, long maxAge) throws Exception {
        HttpHandler handler = market.bean(HttpHandler.class);
        List<MockServerHttpResponse> answers = new ArrayList<>(readers);
        long[] nanos = new long[readers];
        List<CompletableFuture<Void>> done = new ArrayList<>(readers);
        for (int i = 0; i < readers; i++) {
            int reader = i;
            MockServerHttpResponse answer = new MockServerHttpResponse();
            answers.add(answer);
            long start = System.nanoTime();
            done.add(handler.handle(MockServerHttpRequest.get("/api/v1/prices/" + SYMBOL + "?maxAgeMs=" + maxAge).build(), answer)
                    .doFinally(signal -> nanos[reader] = System.nanoTime() - start)
                    .toFuture());
        }
        CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        return new Crowd(
                answers.stream().map(ColdReadersIT::status).distinct().toList(),
                TimeUnit.NANOSECONDS.toMillis(Arrays.stream(nanos).min().orElseThrow()),
                TimeUnit.NANOSECONDS.toMillis(Arrays.stream(nanos).max().orElseThrow()));
    }

    private static int status(MockServerHttpResponse answer) {
        return answer.getStatusCode() == null ? 200 : answer.getStatusCode().value();
    }

    /** One symbol, cold, looked at once an hour; no index, so that nothing but its readers makes anybody call a venue. */
    private static String[] oneColdSymbol() {
        String instrument = "--outcry.standalone.instruments[0].";
        return new String[]{
            instrument + "symbol=" + SYMBOL, instrument + "base-asset=RARE", instrument + "quote-asset=USD", instrument + "price-scale=2",
            instrument + "quantity-scale=4", instrument + "tick-size=0.01", instrument + "lot-size=0.0001",
            instrument + "min-quantity=0.0001", instrument + "max-quantity=1000", instrument + "min-notional=1", instrument + "tier=COLD",
            instrument + "start-price=100.00", "--outcry.price.intervals.cold=1h", "--outcry.price.indices="};
    }

    /** Everything that Redis holds of its price. */
    private static void takeAway(Market market) {
        RedisClient client = RedisClient.create(market.bean(Engines.class).redis().uri());
        try (var connection = client.connect()) {
            List<String> keys = connection.sync().keys("*" + SYMBOL + "*").stream()
                    .filter(key -> key.endsWith("p:" + SYMBOL) || key.endsWith("u:" + SYMBOL)).toList();
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
