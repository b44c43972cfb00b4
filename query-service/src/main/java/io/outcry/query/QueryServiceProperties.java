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
 * @param closedOrderRetention how long a closed order can be read, counted from the outcome that closed it
 * @param ordersKept newest orders of an account and symbol that can be listed
 * @param fillsKept first fills of an order that are kept, about
 * @param tradesKept newest trades of a symbol that are kept
 * @param candlesKept newest candles of a symbol that are kept of each length
 * @param projectionThreads consumers of this instance that project outcomes, each some partitions
 * @param readTimeout longest wait for Redis in a read
 * @param readAfterDeadline longest wait for the position in {@code Outcry-Read-After}
 * @param refreshDeadline longest wait of a reader for a fresh price
 * @param refreshFlight how long one request for a fresh price stands for all readers of the symbol
 * @param maxWaiters readers that may wait for a position at the same time; one more is refused
 * @param maxConcurrentReads Redis reads under way at the same time; one more is refused
 * @param applyTimeout longest wait for Redis to apply a batch
 * @param checkInterval how often the view's positions are compared with the log
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

    public QueryServiceProperties {
        Setting.positive("outcry.query.closed-order-retention", closedOrderRetention);
        Setting.positive("outcry.query.read-timeout", readTimeout);
        Setting.positive("outcry.query.read-after-deadline", readAfterDeadline);
        Setting.positive("outcry.query.refresh-deadline", refreshDeadline);
        Setting.positive("outcry.query.refresh-flight", refreshFlight);
        Setting.positive("outcry.query.apply-timeout", applyTimeout);
        Setting.positive("outcry.query.check-interval", checkInterval);
        Setting.atLeast("outcry.query.orders-kept", ordersKept, 1);
        Setting.atLeast("outcry.query.fills-kept", fillsKept, 1);
        Setting.atLeast("outcry.query.trades-kept", tradesKept, 1);
        Setting.atLeast("outcry.query.candles-kept", candlesKept, 1);
        Setting.atLeast("outcry.query.projection-threads", projectionThreads, 1);
        Setting.atLeast("outcry.query.max-waiters", maxWaiters, 1);
        Setting.atLeast("outcry.query.max-concurrent-reads", maxConcurrentReads, 1);
        if (group.isBlank()) {
            throw new IllegalArgumentException("outcry.query.group is blank");
        }
    }

    /** Longest time that an answer takes: the longest of the waits, for they all begin with the request. */
    Duration answerDeadline() {
        return Stream.of(readTimeout, readAfterDeadline, refreshDeadline).max(Comparator.naturalOrder()).orElseThrow();
    }
}
