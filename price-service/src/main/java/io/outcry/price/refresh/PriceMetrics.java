// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
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

    private final MeterProvider<Counter> commands;
    private final MeterProvider<Counter> updates;
    private final MeterProvider<Timer> publishAge;
    private final MeterProvider<Counter> unchanged;
    private final MeterProvider<Counter> untrusted;
    private final MeterProvider<Counter> faults;
    private final MeterProvider<Timer> refreshLag;

    public PriceMetrics(MeterRegistry registry) {
        commands = commands(registry);
        updates = counter(registry, "outcry.price.updates", "Prices that were published, by their status and why they were");
        publishAge = timer(registry, "outcry.price.publish.age", "Age of the oldest quote in a price when Kafka had the price");
        unchanged = counter(registry, "outcry.price.unchanged", "Prices that were not worth publishing");
        untrusted = counter(registry, "outcry.price.untrusted", "Rounds in which a symbol got no price, by the reason");
        faults = counter(registry, "outcry.price.faults",
                "Quotes with a fault, by venue; they did not count, but for those that are far from the price");
        refreshLag = timer(registry, "outcry.price.refresh.lag", "From the refresh command to the price");
    }

    /** Refresh commands by fate; also of those that were not understood. */
    public static MeterProvider<Counter> commands(MeterRegistry registry) {
        return counter(registry, "outcry.price.commands", "Refresh commands, by what became of them");
    }

    private static MeterProvider<Counter> counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).withRegistry(registry);
    }

    private static MeterProvider<Timer> timer(MeterRegistry registry, String name, String description) {
        return Timer.builder(name).description(description).withRegistry(registry);
    }

    void commands(Fate fate, int count) {
        commands.withTag("fate", lower(fate)).increment(count);
    }

    void published(Quality quality, RefreshTier tier, Publication.Cause cause, long ageMicros) {
        updates.withTags("status", lower(quality), "cause", lower(cause)).increment();
        publishAge.withTag("tier", lower(tier)).record(micros(ageMicros));
    }

    void unchanged(RefreshTier tier) {
        unchanged.withTag("tier", lower(tier)).increment();
    }

    void withheld(RefreshTier tier, Withheld reason) {
        untrusted.withTags("tier", lower(tier), "reason", lower(reason)).increment();
    }

    void fault(String venue, @Nullable Fault fault) {
        if (fault != null) {
            faults.withTags("venue", venue, "fault", lower(fault)).increment();
        }
    }

    void refreshed(RefreshTier tier, long lagMicros) {
        refreshLag.withTag("tier", lower(tier)).record(micros(lagMicros));
    }

    private static Duration micros(long micros) {
        return Duration.of(Math.max(0, micros), ChronoUnit.MICROS);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
