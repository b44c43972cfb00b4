// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import io.outcry.contracts.setting.Setting;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long the order service waits and how much it holds.
 *
 * @param outcomeDeadline How long a request waits for its outcome where its {@code Prefer} does not say, 1 ms to {@code max-wait}; after
 *     that it is answered without it (202)
 * @param maxWait Longest wait for an outcome that a client may ask for with {@code Prefer: wait}, 1 ms to 1 min
 * @param instrumentDeadline How long a change of an instrument waits for the engine, and after that for the registry, 1 ms to 1 min each;
 *     then 504
 * @param deliveryTimeout How long Kafka may take to acknowledge a command, 500 ms to 2 min; after that the command's fate is unknown (504).
 *     Has to be shorter than {@code outcry.http.idle-timeout}, or the connection is closed before the client is told
 * @param stallAfter How long a partition of the log may acknowledge none of the records that are under way, 10 ms to
 *     {@code delivery-timeout}; after that it takes one record at a time until it acknowledges one
 * @param maxPending Commands of this instance that may be on their way, 10 to 10,000,000; a tenth is kept for cancels and admin. Beyond:
 *     503 {@code OVERLOADED}
 * @param maxUndecided Commands in one partition that may wait for the engine, answered or not, 10 to 10,000,000; a tenth is kept for
 *     cancels and admin. Beyond: 503 {@code OVERLOADED}
 * @param maxQueued Records that may wait for the thread that writes the log, 10 to 10,000,000; a tenth is kept for cancels and admin.
 *     Beyond: 503 {@code OVERLOADED}
 * @param account Limits of one account; of cancels, only those that ask every partition count, apart from the rest
 * @param refreshInterval Shortest time between two commands of this instance to refresh the price of a symbol, however many clients ask, 0
 *     to 1 min
 */
@ConfigurationProperties("outcry.order")
public record OrderServiceProperties(
        @DefaultValue("500ms") Duration outcomeDeadline,
        @DefaultValue("10s") Duration maxWait,
        @DefaultValue("5s") Duration instrumentDeadline,
        @DefaultValue("5s") Duration deliveryTimeout,
        @DefaultValue("2s") Duration stallAfter,
        @DefaultValue("100000") int maxPending,
        @DefaultValue("100000") int maxUndecided,
        @DefaultValue("20000") int maxQueued,
        @DefaultValue Account account,
        @DefaultValue("1s") Duration refreshInterval) {

    /**
     * The limits of an account at one instance: 429 beyond them.
     *
     * @param maxPending Placements and amendments of one account that may be on their way at one instance, at least 1; beyond: 429
     *     {@code RATE_LIMITED}
     * @param perSecond Placements and amendments that one account may send to one instance in a second, in the long run, 0.001 to
     *     1,000,000, each order of a batch counted; beyond: 429 {@code RATE_LIMITED}. 0 for no limit
     * @param burst Placements and amendments that one account may send at once after a pause where {@code account.per-second} is set, 1 to
     *     100,000
     */
    public record Account(
            @DefaultValue("20000") int maxPending, @DefaultValue("0") double perSecond, @DefaultValue("1000") int burst) {

        public Account {
            Setting.atLeast("outcry.order.account.max-pending", maxPending, 1);
            if (perSecond != 0 && !(perSecond >= 0.001 && perSecond <= 1_000_000)) {
                throw new IllegalArgumentException("outcry.order.account.per-second must be 0, or 0.001 to 1000000, not " + perSecond);
            }
            Setting.between("outcry.order.account.burst", burst, 1, 100_000);
        }
    }

    private static final int MOST = 10_000_000;

    public OrderServiceProperties {
        Setting.between("outcry.order.outcome-deadline", outcomeDeadline, Duration.ofMillis(1), maxWait);
        Setting.between("outcry.order.max-wait", maxWait, Duration.ofMillis(1), Duration.ofMinutes(1));
        Setting.between("outcry.order.instrument-deadline", instrumentDeadline, Duration.ofMillis(1), Duration.ofMinutes(1));
        Setting.between("outcry.order.delivery-timeout", deliveryTimeout, Duration.ofMillis(500), Duration.ofMinutes(2));
        Setting.between("outcry.order.stall-after", stallAfter, Duration.ofMillis(10), deliveryTimeout);
        Setting.between("outcry.order.refresh-interval", refreshInterval, Duration.ZERO, Duration.ofMinutes(1));
        Setting.between("outcry.order.max-pending", maxPending, 10, MOST);
        Setting.between("outcry.order.max-undecided", maxUndecided, 10, MOST);
        Setting.between("outcry.order.max-queued", maxQueued, 10, MOST);
    }
}
