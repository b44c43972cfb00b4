// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import io.outcry.contracts.setting.Setting;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long the order service waits and how much it holds.
 *
 * @param outcomeDeadline how long a request waits for its outcome where the client does not say; then 202
 * @param maxWait the longest wait a client may ask for with {@code Prefer: wait}
 * @param instrumentDeadline how long a change of an instrument waits for the engine, and once more for the registry
 * @param deliveryTimeout after this without an acknowledgement a command's fate is unknown: 504; shorter than
 *     {@code outcry.http.idle-timeout}, after which nobody is there to hear it
 * @param stallAfter a partition that has acknowledged nothing for so long takes one record at a time
 * @param maxPending commands that may be on their way, 10 to 10,000,000; a tenth is kept for cancels and admin
 * @param maxUndecided commands in one partition that may wait for the engine, answered or not, 10 to 10,000,000; a tenth is kept
 *     for cancels and admin
 * @param maxQueued records that may wait for the writing thread, 10 to 10,000,000; a tenth is kept for cancels and admin
 * @param account what one account may send; of cancels, only those that ask every partition are counted, apart
 * @param refreshInterval a symbol's price refresh is asked for at most once in this time
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
     * @param maxPending placements and amendments of one account that may be on their way at an instance
     * @param perSecond its placements and amendments in a second, each of a batch counted, 0.001 to 1000000; 0: as many as come
     * @param burst so many may come at once after a pause, 1 to 100000
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
