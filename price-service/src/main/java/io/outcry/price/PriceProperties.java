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
 * @param venues Venues by name, each with {@code base-url}, and if need be {@code socket-url}, {@code enabled} and {@code dialect}:
 *     {@code binance}, {@code coinbase}, {@code kraken}, or another with its {@code dialect}. At least one must be enabled
 * @param intervals Time between two refreshes of a symbol's price, by tier
 * @param limits How patient the service is with a venue
 * @param consumers Threads that read refresh commands, 1 to 64; no more are used than there are price partitions
 * @param indices Symbols, each BASE-QUOTE, at whose price quotes in their base asset are converted into their quote asset
 * @param minSources Venues that must count for a price to be published, 1 to 9; where fewer list the symbol (our own book aside), all of
 *     these
 * @param places Symbols that may be in the quicker tiers
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
     * @param enabled Whether the venue is asked; one that is not does not count as one that could be
     * @param baseUrl Address of the venue's public REST interface (http or https), such as https://api.exchange.coinbase.com; must be set
     * @param socketUrl Address of the venue's sockets (ws or wss), such as wss://ws-feed.exchange.coinbase.com; without it the venue is
     *     only asked
     * @param dialect Class that knows how the venue is spoken to; only needed for a venue that is not binance, coinbase or kraken
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
     * @param hot Symbols that may be hot at the same time, in all instances together, 1 to 1,000,000; indices are hot besides
     * @param medium Symbols that may be medium at the same time, in all instances together, 1 to 1,000,000; all others are cold
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
     * By tier. A venue's quote older than two of these intervals does not count. When a published price is STALE does not depend on them:
     * the query service, which says so, takes two default intervals (10 s, 60 s, 10 min).
     *
     * @param hot Time between two refreshes of a hot symbol's price, 1 ms to {@code intervals.medium}; a venue's quote older than two of
     *     these does not count. The query service calls a hot price STALE when it is more than 10 s old, whatever is set here
     * @param medium Time between two refreshes of a medium symbol's price, {@code intervals.hot} to {@code intervals.cold}; a venue's quote
     *     older than two of these does not count. The query service calls a medium price STALE when it is more than 60 s old, whatever is
     *     set here
     * @param cold Time between two refreshes of a cold symbol's price, {@code intervals.medium} to 1 day; a venue's quote older than two of
     *     these does not count. The query service calls a cold price STALE when it is more than 10 min old, whatever is set here
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
     * @param call Longest time for one call to a venue, from connecting to the last byte, 1 ms to 1 min
     * @param slowCall Time from which on a call to a venue counts as slow, 1 ms to 1 min; if half of the last 10 calls were slow, the
     *     breaker opens as for failures
     * @param breakerOpen How long a venue's breaker stays open before one call may try again, 1 ms to 1 day
     * @param concurrentCalls Calls to one venue that may be under way at the same time, 1 to 1,000
     * @param round Longest time for all calls that one batch of symbols needs at a venue, {@code limits.call} to 10 min; what was not asked
     *     by then counts as unavailable
     * @param share Part of each venue's request budget that this instance may spend, above 0 and at most 1: venues count by address, so of
     *     n instances that call from one address each has 1/n
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
