// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.outcry.contracts.http.ErrorCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** What this service counts, all below {@code outcry.order}. Nothing is tagged by order, account or symbol. */
public final class OrderServiceMetrics {

    private static final Duration[] LATENCIES = {
        Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(25),
        Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1),
        Duration.ofSeconds(5)
    };

    private final MeterRegistry registry;
    private final Map<String, Timer> written = new ConcurrentHashMap<>();
    private final Map<String, Timer> answered = new ConcurrentHashMap<>();
    private final MeterProvider<Counter> failed;
    private final MeterProvider<Counter> rejections;
    private final Counter repeated;
    private final Counter gaps;

    public OrderServiceMetrics(MeterRegistry registry) {
        this.registry = registry;
        // There from the start, so that the first one is an increase.
        repeated = Counter.builder("outcry.order.outcomes.repeated")
                .description("Outcomes that came a second time and were dropped")
                .register(registry);
        gaps = Counter.builder("outcry.order.outcomes.gaps")
                .description("Partitions whose outcomes are not taken any more, because one did not follow the one before it")
                .register(registry);
        failed = Counter.builder("outcry.order.commands.failed")
                .description("Records that Kafka has not acknowledged, by kind and failure; what is UNKNOWN may be in the log")
                .withRegistry(registry);
        rejections = Counter.builder("outcry.order.rejections")
                .description("Requests, and those of a batch each, that were answered with an error, by its code")
                .withRegistry(registry);
    }

    /** A record was acknowledged, so long after it was queued. The timer's count is the number of records written. */
    public void written(String kind, long nanos) {
        written.computeIfAbsent(kind, k -> timer("outcry.order.commands.written", "From the queue to Kafka's acknowledgement", k))
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    public void notWritten(String kind, String failure) {
        failed.withTags("kind", kind, "failure", failure).increment();
    }

    /** The outcome of a command came back, so long after the command was accepted. */
    public void answered(String kind, long nanos) {
        answered.computeIfAbsent(kind, k -> timer("outcry.order.outcomes.received", "From the command to its outcome", k))
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    /** An outcome came a second time and was dropped. */
    public void repeatedOutcome() {
        repeated.increment();
    }

    /** An outcome did not follow the one before it; its partition's outcomes are not taken any more. */
    public void outcomeGap() {
        gaps.increment();
    }

    /** A request, or one of a batch, was answered with an error. */
    public void rejected(ErrorCode code) {
        rejections.withTag("code", code.name()).increment();
    }

    public void pending(IntSupplier count) {
        Gauge.builder("outcry.order.pending", count, IntSupplier::getAsInt)
                .description("Commands without an answer yet")
                .strongReference(true)
                .register(registry);
    }

    public void logOpen(BooleanSupplier open) {
        Gauge.builder("outcry.order.log.open", open, state -> state.getAsBoolean() ? 1 : 0)
                .description("1: a broker is connected and has not denied us the topic of commands; 0: writes are refused")
                .strongReference(true)
                .register(registry);
    }

    /** How many partitions the log has, so that one that nobody matches is noticed. */
    public void partitions(int count) {
        Gauge.builder("outcry.order.partitions", () -> count)
                .description("Partitions of the order log")
                .strongReference(true)
                .register(registry);
    }

    private Timer timer(String name, String description, String kind) {
        return Timer.builder(name)
                .description(description)
                .tag("kind", kind)
                .serviceLevelObjectives(LATENCIES)
                .register(registry);
    }
}
