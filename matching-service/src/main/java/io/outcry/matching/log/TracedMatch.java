// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.trace.TracedSpan;
import io.outcry.contracts.trace.Tracing;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The match of a command whose request is traced: from the poll that brought it until its outcome is acknowledged, the parent of what the
 * engine took and of what the log took. One that is dropped (a command that came twice, a replay) never ends and so is never sent.
 */
final class TracedMatch implements Callback {

    private final TracedSpan match;
    private TracedSpan part;

    private TracedMatch(TracedSpan match) {
        this.match = match;
        part = match.begin("apply", SpanKind.INTERNAL);
    }

    /**
     * Begins with the engine's part; null if the command belongs to no traced request.
     *
     * @param polledNanos when the poll came back
     */
    static @Nullable TracedMatch begin(Tracing tracing, ConsumerRecord<byte[], byte[]> command, long polledNanos, LongSupplier nanoTime) {
        if (!tracing.isOn()) {
            return null;
        }
        TracedSpan match = tracing.follow(command.headers(), "match", () -> nanoTime.getAsLong() - polledNanos);
        return match == null ? null : new TracedMatch(match.withRecord(command.topic(), command.partition(), command.offset()));
    }

    /** The engine is done: what comes is the log's part. */
    TracedMatch applied() {
        part.end();
        part = match.begin("send " + Topics.ORDER_OUTCOMES, SpanKind.PRODUCER);
        return this;
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (failure != null) {
            part.failed(String.valueOf(failure.getMessage()));
            match.failed("its outcome is not on the log");
        } else if (metadata != null) {
            part.withRecord(metadata.topic(), metadata.partition(), metadata.offset());
        }
        part.end();
        match.end();
    }
}
