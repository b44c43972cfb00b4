// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What is counted about streams: nothing is dropped, refused or cut without showing here. */
public final class StreamCounts {

    final AtomicInteger connections = new AtomicInteger();
    final LongAdder subscriptions = new LongAdder();
    final LongAdder queued = new LongAdder();
    final LongAdder delivered = new LongAdder();
    final LongAdder conflated = new LongAdder();
    final LongAdder dropped = new LongAdder();
    final LongAdder blocked = new LongAdder();
    private final Map<EndReason, Counter> ended = new EnumMap<>(EndReason.class);
    private final Counter refused;
    private final Counter mistakes;

    public StreamCounts(MeterRegistry registry) {
        Gauge.builder("outcry.stream.connections", connections, AtomicInteger::get)
                .description("Open connections, WebSocket and server-sent events").register(registry);
        Gauge.builder("outcry.stream.subscriptions", subscriptions, LongAdder::sum)
                .description("Channels that connections are subscribed to").register(registry);
        Gauge.builder("outcry.stream.queued", queued, LongAdder::sum).baseUnit("bytes")
                .description("What waits for clients to take it").register(registry);
        counter(registry, "outcry.stream.delivered", "Messages of channels that were written to connections", delivered);
        counter(registry, "outcry.stream.conflated", "Changes that a connection did not see one by one", conflated);
        counter(registry, "outcry.stream.dropped", "Changes that a connection did not get, and was told so", dropped);
        counter(registry, "outcry.stream.blocked", "Times that a connection could not be written to", blocked);
        for (EndReason reason : EndReason.values()) {
            ended.put(reason, Counter.builder("outcry.stream.ended").tag("reason", reason.text())
                    .description("Connections that have ended").register(registry));
        }
        refused = Counter.builder("outcry.stream.refused").description("Connections that were not admitted").register(registry);
        mistakes = Counter.builder("outcry.stream.mistakes").description("Messages answered with an error").register(registry);
    }

    private static void counter(MeterRegistry registry, String name, String description, LongAdder adder) {
        FunctionCounter.builder(name, adder, LongAdder::sum).description(description).register(registry);
    }

    public void refused() {
        refused.increment();
    }

    public void mistake() {
        mistakes.increment();
    }

    void ended(EndReason reason) {
        Counter counter = ended.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    /** Open connections. */
    public int connections() {
        return connections.get();
    }
}
