// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import io.outcry.contracts.setting.Setting;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.TierPlaces;
import io.outcry.price.venue.VenueDialect;
import io.outcry.price.venue.VenueLimits;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration of the price service.
 *
 * @param venues by name: binance, coinbase, kraken, or another that names its dialect; at least one enabled
 * @param intervals time between two refreshes of a symbol
 * @param limits how patient the service is with a venue
 * @param consumers threads that read refresh commands, 1 to 64
 * @param indices symbols at whose price quotes in their base asset are converted into their quote asset
 * @param minSources venues that must count for a price, where as many list the symbol besides our own book; 1 to 9
 * @param places how many symbols may be in the quicker tiers
 */
@ConfigurationProperties("outcry.price")
public record PriceProperties(
        @DefaultValue Map<String, Venue> venues,
        @DefaultValue Intervals intervals,
        @DefaultValue Limits limits,
        @DefaultValue("2") int consumers,
        @DefaultValue("USDT-USD") List<String> indices,
        @DefaultValue("1") int minSources,
        @DefaultValue Places places) {

    private static final Duration SHORTEST = Duration.ofMillis(1);

    public PriceProperties {
        venues = Map.copyOf(venues);
        if (venues.values().stream().noneMatch(Venue::enabled)) {
            throw new IllegalArgumentException("no venue is enabled: set outcry.price.venues.<binance|coinbase|kraken>.base-url");
        }
        Setting.between("outcry.price.consumers", consumers, 1, 64);
        Setting.between("outcry.price.min-sources", minSources, 1, 9);
        indices = List.copyOf(indices);
    }

    /**
     * One venue.
     *
     * @param enabled false: it is not asked, and does not count as one that could be
     * @param baseUrl where its public REST interface is, such as https://api.exchange.coinbase.com
     * @param socketUrl where its sockets are, such as wss://ws-feed.exchange.coinbase.com; without it the venue is only asked
     * @param dialect how it is spoken to; only needed for a venue that is not binance, coinbase or kraken
     */
    public record Venue(
            @DefaultValue("true") boolean enabled,
            URI baseUrl,
            @Nullable URI socketUrl,
            @Nullable Class<? extends VenueDialect> dialect) {

        public Venue {
            requireAddress("base-url", baseUrl, "http", "https");
            if (socketUrl != null) {
                requireAddress("socket-url", socketUrl, "ws", "wss");
            }
        }

        private static void requireAddress(String setting, @Nullable URI url, String plain, String secure) {
            if (url == null || url.getHost() == null || !plain.equals(url.getScheme()) && !secure.equals(url.getScheme())) {
                throw new IllegalArgumentException(
                        "a venue's " + setting + " must be " + plain + " or " + secure + " with a host, not '" + url + "'");
            }
        }
    }

    /**
     * For all instances together: each has the share of its partitions.
     *
     * @param hot symbols that may be hot at a time, besides the indices; 1 to 1,000,000
     * @param medium symbols that may be medium at a time, 1 to 1,000,000
     */
    public record Places(@DefaultValue("20") int hot, @DefaultValue("200") int medium) {

        public Places {
            Setting.between("outcry.price.places.hot", hot, 1, 1_000_000);
            Setting.between("outcry.price.places.medium", medium, 1, 1_000_000);
        }

        TierPlaces toDomain() {
            return new TierPlaces(hot, medium);
        }
    }

    /**
     * By tier; a quote older than two intervals is stale.
     *
     * @param hot at least 1 ms
     * @param medium not shorter than hot
     * @param cold not shorter than medium, at most a day
     */
    public record Intervals(@DefaultValue("5s") Duration hot, @DefaultValue("30s") Duration medium, @DefaultValue("5m") Duration cold) {

        public Intervals {
            Setting.between("outcry.price.intervals.cold", cold, SHORTEST, Duration.ofDays(1));
            Setting.between("outcry.price.intervals.medium", medium, SHORTEST, cold);
            Setting.between("outcry.price.intervals.hot", hot, SHORTEST, medium);
        }

        TierIntervals toDomain() {
            return new TierIntervals(hot.toMillis(), medium.toMillis(), cold.toMillis());
        }
    }

    /**
     * The same for every venue.
     *
     * @param call one call, from connecting to the last byte, 1 ms to 1 min
     * @param slowCall from this on a call is slow to the breaker, 1 ms to 1 min
     * @param breakerOpen how long a breaker stays open, 1 ms to 1 day
     * @param concurrentCalls to one venue, 1 to 1,000
     * @param round all calls for one batch of symbols, at least as long as a call, at most 10 min
     * @param share of each venue's budget that this instance may spend, above 0 and at most 1: venues count by address, so of n instances that call
     *     from one address each has 1/n
     */
    public record Limits(
            @DefaultValue("1500ms") Duration call,
            @DefaultValue("800ms") Duration slowCall,
            @DefaultValue("10s") Duration breakerOpen,
            @DefaultValue("8") int concurrentCalls,
            @DefaultValue("4s") Duration round,
            @DefaultValue("1.0") double share) {

        public Limits {
            Setting.between("outcry.price.limits.call", call, SHORTEST, Duration.ofMinutes(1));
            Setting.between("outcry.price.limits.slow-call", slowCall, SHORTEST, Duration.ofMinutes(1));
            Setting.between("outcry.price.limits.breaker-open", breakerOpen, SHORTEST, Duration.ofDays(1));
            Setting.between("outcry.price.limits.concurrent-calls", concurrentCalls, 1, 1_000);
            Setting.between("outcry.price.limits.round", round, call, Duration.ofMinutes(10));
            if (!(share > 0 && share <= 1)) {
                throw new IllegalArgumentException("outcry.price.limits.share must be above 0 and at most 1, not " + share);
            }
        }

        VenueLimits toVenueLimits() {
            return new VenueLimits(call, slowCall, breakerOpen, concurrentCalls, round);
        }
    }
}
