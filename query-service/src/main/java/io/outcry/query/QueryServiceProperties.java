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
 * @param redisUri where Redis is; of a cluster some of its nodes, with commas between
 * @param redisCluster whether it is a cluster
 * @param group consumer group that shares the work of projecting outcomes; that of prices has {@code -prices} behind it
 * @param closedOrderRetention how long a closed order can be read, counted from the outcome that closed it, 1 ms to
 *     3650 days
 * @param ordersKept newest orders that can be listed of an account and symbol, and of an account in a partition, 1 to 1,000,000
 * @param fillsKept first fills of an order that are kept, about; 1 to 1,000,000
 * @param tradesKept newest trades of a symbol that are kept, 1 to 1,000,000
 * @param candlesKept newest candles of a symbol that are kept of each length, 1 to 1,000,000
 * @param projectionThreads consumers of this instance that project outcomes, each some partitions, 1 to 64
 * @param readTimeout longest wait for Redis in a read, 1 ms to 1 min
 * @param readAfterDeadline longest wait for the position in {@code Outcry-Read-After}, 1 ms to 1 min
 * @param refreshDeadline longest wait of a reader for a fresh price, 1 ms to 1 min
 * @param refreshFlight how long one request for a fresh price stands for all readers of the symbol, 1 ms to 1 min
 * @param maxWaiters readers that may wait for a position at a time, half of them for one partition, 1 to 1,000,000; one more is refused
 * @param maxConcurrentReads Redis reads under way at the same time, 1 to 1,000,000; one more is refused
 * @param applyTimeout longest wait for Redis to apply a batch, 1 ms to 1 min
 * @param checkInterval how often the view's positions are compared with the log, 1 ms to 1 min
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
