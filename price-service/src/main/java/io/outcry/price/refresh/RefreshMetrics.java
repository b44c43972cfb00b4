// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.RefreshSelection.Fate;
import io.outcry.price.domain.RefreshTier;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * {@code outcry.price.commands} (by fate), {@code outcry.price.updates} (by status), {@code outcry.price.refresh.lag} (by tier: from the
 * command to the durable update) and {@code outcry.price.untrusted} (rounds in which a symbol got no price).
 */
final class RefreshMetrics {

    private final MeterRegistry registry;

    RefreshMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void commands(Fate fate, int count) {
        registry.counter("outcry.price.commands", "fate", lower(fate)).increment(count);
    }

    void published(Quality quality, RefreshTier tier, long lagMicros) {
        registry.counter("outcry.price.updates", "status", lower(quality)).increment();
        registry.timer("outcry.price.refresh.lag", "tier", lower(tier)).record(Duration.of(Math.max(0, lagMicros), ChronoUnit.MICROS));
    }

    void untrusted(RefreshTier tier) {
        registry.counter("outcry.price.untrusted", "tier", lower(tier)).increment();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
