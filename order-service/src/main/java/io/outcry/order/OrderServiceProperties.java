// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long the order service waits and how much it holds.
 *
 * @param outcomeDeadline how long a request waits for its outcome where the client does not say; then 202
 * @param maxWait the longest wait a client may ask for with {@code Prefer: wait}
 * @param instrumentDeadline how long a change of an instrument may take
 * @param deliveryTimeout after this without an acknowledgement a command's fate is unknown: 504
 * @param stallAfter a partition that has acknowledged nothing for so long takes one record at a time
 * @param maxPending commands that may be on their way; a tenth is kept for cancels and admin
 * @param maxQueued records that may wait for the writing thread; a tenth is kept for cancels and admin
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
            if (maxPending < 1) {
                throw new IllegalArgumentException("outcry.order.account.max-pending is at least 1");
            }
            if (perSecond != 0 && !(perSecond >= 0.001 && perSecond <= 1_000_000)) {
                throw new IllegalArgumentException("outcry.order.account.per-second is 0, or between 0.001 and 1000000");
            }
            if (burst < 1 || burst > 100_000) {
                throw new IllegalArgumentException("outcry.order.account.burst is between 1 and 100000");
            }
        }
    }

    public OrderServiceProperties {
        between("outcome-deadline", outcomeDeadline, Duration.ofMillis(1), maxWait);
        between("max-wait", maxWait, Duration.ofMillis(1), Duration.ofMinutes(1));
        between("instrument-deadline", instrumentDeadline, Duration.ofMillis(1), Duration.ofMinutes(1));
        between("delivery-timeout", deliveryTimeout, Duration.ofMillis(500), Duration.ofMinutes(2));
        between("stall-after", stallAfter, Duration.ofMillis(10), deliveryTimeout);
        between("refresh-interval", refreshInterval, Duration.ZERO, Duration.ofMinutes(1));
        if (maxPending < 10 || maxQueued < 10) {
            throw new IllegalArgumentException("outcry.order.max-pending and .max-queued are at least 10");
        }
    }

    private static void between(String name, Duration value, Duration from, Duration to) {
        if (value.compareTo(from) < 0 || value.compareTo(to) > 0) {
            throw new IllegalArgumentException("outcry.order." + name + " is between " + from + " and " + to + ", not " + value);
        }
    }
}
