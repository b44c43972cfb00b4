// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One venue without a network: its dialect, its limits for each caller, what is wrong with it, and a count of what it was asked. Its
 * server adds connections; a trial under a virtual clock can ask it directly.
 */
public final class SimulatedExchange {

    private static final int MAX_CALLERS = 4_096;

    private final SimulatedVenue venue;
    private final SimulatedDialect dialect;
    private final VenueFaults faults;
    private final VenueTraffic traffic = new VenueTraffic();
    private final InstantSource clock;
    private final Map<String, RateLimit> restLimits = new LinkedHashMap<>();
    private final Map<String, SocketLimit> socketLimits = new LinkedHashMap<>();

    /** An answer as it goes over the wire. */
    public record Reply(int status, Map<String, String> headers, String body) {}

    SimulatedExchange(SimulatedVenue venue, SimulatedMarket market, InstantSource clock) {
        this.venue = venue;
        this.clock = clock;
        this.faults = new VenueFaults(clock);
        VenueView view = new VenueView(market, venue, faults);
        this.dialect = switch (venue) {
            case BINANCE -> new BinanceDialect(view);
            case COINBASE -> new CoinbaseDialect(view);
            case KRAKEN -> new KrakenDialect(view);
        };
    }

    /**
     * A venue of its own with a market of its own.
     *
     * @param seed the same seed, listings and clock give the same answers
     */
    public static SimulatedExchange of(SimulatedVenue venue, long seed, List<SimulatedListing> listings, InstantSource clock) {
        return new SimulatedExchange(venue, new SimulatedMarket(seed, listings, clock), clock);
    }

    public VenueFaults faults() {
        return faults;
    }

    public VenueTraffic traffic() {
        return traffic;
    }

    /**
     * Answers a GET request; limits count, faults of the connection do not show.
     *
     * @param caller the address it comes from; each has limits of its own
     * @param uri path and query, encoded
     */
    public Reply get(String caller, String uri, @Nullable String userAgent) {
        traffic.requested();
        SimulatedDialect.Request request = request(uri, userAgent);
        RateLimit.Decision decision = restLimit(caller).admit(dialect.weight(request), clock.millis());
        SimulatedDialect.Answer answer = decision.served() ? dialect.answer(request) : dialect.refusal(decision);
        if (!decision.served()) {
            traffic.refusedByLimits();
        }
        traffic.answered(answer.status());
        Map<String, String> headers = new LinkedHashMap<>();
        if (decision.used() > 0) {
            headers.put("X-MBX-USED-WEIGHT-1M", String.valueOf(decision.used()));
        }
        if (decision.retryAfterSeconds() > 0) {
            headers.put("Retry-After", String.valueOf(decision.retryAfterSeconds()));
        }
        return new Reply(answer.status(), headers, answer.body());
    }

    /** What the venue says to one request too many. */
    String refusal(int status) {
        return dialect.refusal(new RateLimit.Decision(status, 0, 0)).body();
    }

    VenueRules rules() {
        return VenueRules.of(venue);
    }

    /** Whether the caller may open one more socket now; if so, it counts. */
    boolean maySocketOpen(String caller) {
        synchronized (socketLimits) {
            SocketLimit limit = bounded(socketLimits).computeIfAbsent(
                    caller, any -> new SocketLimit(rules().connectsPerWindow(), rules().connectWindow().toMillis()));
            return limit.admit(clock.millis());
        }
    }

    /** Null if there is no socket at the URI. */
    @Nullable
    FeedSession open(String uri) {
        return dialect.open(request(uri, null));
    }

    private RateLimit restLimit(String caller) {
        synchronized (restLimits) {
            return bounded(restLimits).computeIfAbsent(caller, any -> VenueRules.rest(venue));
        }
    }

    /** Forgets the oldest caller when there are too many: a simulation must not grow with whoever calls. */
    private static <T> Map<String, T> bounded(Map<String, T> byCaller) {
        if (byCaller.size() >= MAX_CALLERS) {
            byCaller.remove(byCaller.keySet().iterator().next());
        }
        return byCaller;
    }

    private static SimulatedDialect.Request request(String uri, @Nullable String userAgent) {
        QueryStringDecoder decoder = new QueryStringDecoder(uri);
        return new SimulatedDialect.Request(decoder.path(), decoder.parameters(), userAgent);
    }
}
