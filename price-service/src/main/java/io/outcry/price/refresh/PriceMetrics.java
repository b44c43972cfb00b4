// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.Aggregation.Withheld;
import io.outcry.price.domain.Fault;
import io.outcry.price.domain.Publication;
import io.outcry.price.domain.RefreshSelection.Fate;
import io.outcry.price.domain.RefreshTier;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the making of prices counts.
 *
 * <ul>
 *   <li>{@code outcry.price.commands} by fate
 *   <li>{@code outcry.price.updates} by status and cause
 *   <li>{@code outcry.price.unchanged} by tier: prices that were not worth publishing
 *   <li>{@code outcry.price.untrusted} by tier and reason: rounds in which a symbol got no price
 *   <li>{@code outcry.price.faults} by venue and fault: quotes that arrived and did not count, and those that count though they are
 *       far from the price
 *   <li>{@code outcry.price.refresh.lag} by tier: from the command to the price
 *   <li>{@code outcry.price.publish.age} by tier: how old the oldest quote in a price was when Kafka had it
 * </ul>
 */
public final class PriceMetrics {

    private final MeterRegistry registry;

    public PriceMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void commands(Fate fate, int count) {
        registry.counter("outcry.price.commands", "fate", lower(fate)).increment(count);
    }

    void published(Quality quality, RefreshTier tier, Publication.Cause cause, long ageMicros) {
        registry.counter("outcry.price.updates", "status", lower(quality), "cause", lower(cause)).increment();
        registry.timer("outcry.price.publish.age", "tier", lower(tier)).record(micros(ageMicros));
    }

    void unchanged(RefreshTier tier) {
        registry.counter("outcry.price.unchanged", "tier", lower(tier)).increment();
    }

    void withheld(RefreshTier tier, Withheld reason) {
        registry.counter("outcry.price.untrusted", "tier", lower(tier), "reason", lower(reason)).increment();
    }

    void fault(String venue, @Nullable Fault fault) {
        if (fault != null) {
            registry.counter("outcry.price.faults", "venue", venue, "fault", lower(fault)).increment();
        }
    }

    void refreshed(RefreshTier tier, long lagMicros) {
        registry.timer("outcry.price.refresh.lag", "tier", lower(tier)).record(micros(lagMicros));
    }

    private static Duration micros(long micros) {
        return Duration.of(Math.max(0, micros), ChronoUnit.MICROS);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
