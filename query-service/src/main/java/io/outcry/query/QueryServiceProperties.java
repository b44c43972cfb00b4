// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import io.outcry.contracts.setting.Setting;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the query service.
 *
 * @param redisUri Address of Redis; for a cluster some of its nodes, separated by commas
 * @param redisCluster Whether {@code redis-uri} is of a Redis cluster
 * @param group Consumer group in which instances share the projection of outcomes, not blank; the one for prices has {@code -prices}
 *     appended
 * @param closedOrderRetention How long a closed order can be read, from the outcome that closed it, 1 ms to 3,650 days
 * @param ordersKept Newest orders that can be listed for an account and symbol, and for an account in a partition, 1 to 1,000,000
 * @param fillsKept First fills of an order that are kept, about, 1 to 1,000,000
 * @param tradesKept Newest trades of a symbol that are kept, 1 to 1,000,000
 * @param candlesKept Newest candles of a symbol that are kept of each length, 1 to 1,000,000
 * @param projectionThreads Consumers of this instance that project outcomes, each for some partitions, 1 to 64
 * @param readTimeout Longest wait for Redis in a read, 1 ms to 1 min
 * @param readAfterDeadline Longest wait of a read for the view to reach the position in {@code Outcry-Read-After}, 1 ms to 1 min
 * @param refreshDeadline Longest wait of a read for a fresh price, 1 ms to 1 min
 * @param refreshFlight How long one request for a fresh price stands for all readers of the symbol, 1 ms to 1 min
 * @param maxWaiters Waits for a position that may be parked at the same time, half of them for one partition, 1 to 1,000,000; one more is
 *     refused (503 {@code OVERLOADED})
 * @param maxConcurrentReads Reads of Redis that may be under way at the same time, 1 to 1,000,000; one more is refused (503
 *     {@code VIEW_UNAVAILABLE})
 * @param applyTimeout Longest wait for Redis to apply a batch of outcomes or prices, 1 ms to 1 min
 * @param checkInterval Time between two comparisons of the view's positions with the end of the log, 1 ms to 1 min
 */
@ConfigurationProperties("outcry.query")
public record QueryServiceProperties(
        @DefaultValue("redis://127.0.0.1:6379") String redisUri,
        @DefaultValue("false") boolean redisCluster,
        @DefaultValue("outcry-query") String group,
        @DefaultValue("7d") Duration closedOrderRetention,
        @DefaultValue("10000") int ordersKept,
        @DefaultValue("1000") int fillsKept,
        @DefaultValue("10000") int tradesKept,
        @DefaultValue("10000") int candlesKept,
        @DefaultValue("4") int projectionThreads,
        @DefaultValue("500ms") Duration readTimeout,
        @DefaultValue("500ms") Duration readAfterDeadline,
        @DefaultValue("500ms") Duration refreshDeadline,
        @DefaultValue("2s") Duration refreshFlight,
        @DefaultValue("10000") int maxWaiters,
        @DefaultValue("5000") int maxConcurrentReads,
        @DefaultValue("2s") Duration applyTimeout,
        @DefaultValue("250ms") Duration checkInterval) {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int MOST = 1_000_000;

    public QueryServiceProperties {
        Setting.between("outcry.query.closed-order-retention", closedOrderRetention, SHORTEST, Duration.ofDays(3_650));
        Setting.between("outcry.query.read-timeout", readTimeout, SHORTEST, LONGEST);
        Setting.between("outcry.query.read-after-deadline", readAfterDeadline, SHORTEST, LONGEST);
        Setting.between("outcry.query.refresh-deadline", refreshDeadline, SHORTEST, LONGEST);
        Setting.between("outcry.query.refresh-flight", refreshFlight, SHORTEST, LONGEST);
        Setting.between("outcry.query.apply-timeout", applyTimeout, SHORTEST, LONGEST);
        Setting.between("outcry.query.check-interval", checkInterval, SHORTEST, LONGEST);
        Setting.between("outcry.query.orders-kept", ordersKept, 1, MOST);
        Setting.between("outcry.query.fills-kept", fillsKept, 1, MOST);
        Setting.between("outcry.query.trades-kept", tradesKept, 1, MOST);
        Setting.between("outcry.query.candles-kept", candlesKept, 1, MOST);
        Setting.between("outcry.query.projection-threads", projectionThreads, 1, 64);
        Setting.between("outcry.query.max-waiters", maxWaiters, 1, MOST);
        Setting.between("outcry.query.max-concurrent-reads", maxConcurrentReads, 1, MOST);
        if (group.isBlank()) {
            throw new IllegalArgumentException("outcry.query.group is blank");
        }
    }

    /** Longest time that an answer takes: the longest of the waits, for they all begin with the request. */
    Duration answerDeadline() {
        return Stream.of(readTimeout, readAfterDeadline, refreshDeadline).max(Comparator.naturalOrder()).orElseThrow();
    }
}
