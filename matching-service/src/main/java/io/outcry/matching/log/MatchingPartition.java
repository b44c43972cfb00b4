// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import io.outcry.matching.codec.CommandApplier;
import io.outcry.matching.codec.CommandKind;
import io.outcry.matching.codec.OutcomeEncoder;
import io.outcry.matching.codec.WireCommand;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition in the hands of one consumer: its engine, its state and how far it is. The consumer's thread alone changes it; any thread
 * may look at the state and the progress.
 */
final class MatchingPartition {

    /** Header of a command that says who waits for the outcome; copied, never read. */
    static final String REPLY_HEADER = "outcry-reply";

    /** Largest outcome in bytes, with room for the rest of its record; far above what the engine's limit of fills can produce. */
    static final int MAX_OUTCOME_BYTES = TopicLayout.MAX_RECORD_BYTES - 4_096;

    private static final Logger LOG = LoggerFactory.getLogger(MatchingPartition.class);

    private final int number;
    private final MatchingEngine engine;
    private final CommandApplier applier;
    private final PendingTicks ticks = new PendingTicks();
    private final MatchingMetrics metrics;
    private PublishedTail published = PublishedTail.EMPTY;
    private long toldOffset = -1;
    private long toldAtNanos;
    private volatile PartitionState state = PartitionState.LOADING;
    private volatile long publishedOffset = -1;
    private volatile long appliedOffset = -1;
    private volatile @Nullable PartitionFailure failure;

    MatchingPartition(int number, MatchingMetrics metrics) {
        this.number = number;
        this.metrics = metrics;
        engine = new MatchingEngine(number, EngineLimits.STANDARD);
        applier = new CommandApplier(engine);
    }

    int number() {
        return number;
    }

    PartitionState state() {
        return state;
    }

    /** Why it is FAILED; null otherwise. */
    @Nullable
    PartitionFailure failure() {
        return failure;
    }

    /** Offset of the last command applied; -1 before the first. */
    long appliedOffset() {
        return appliedOffset;
    }

    /** How many offsets of the command log are still to be replayed. */
    long replayRemaining() {
        return state == PartitionState.REPLAYING ? publishedOffset - appliedOffset : 0;
    }

    /** Goes on once it is known what has been published. */
    void loaded(PublishedTail tail) {
        published = tail;
        publishedOffset = tail.inputOffset();
        enter(tail.inputOffset() < 0 ? PartitionState.LIVE : PartitionState.REPLAYING);
    }

    /**
     * Applies one command.
     *
     * @return its outcome, or null if that is on the log already
     * @throws RuntimeException if the command cannot be applied; the partition must then be failed
     */
    @Nullable
    ProducerRecord<byte[], byte[]> apply(ConsumerRecord<byte[], byte[]> record) {
        WireCommand command = WireCommand.parse(record.value());
        CommandOutcome outcome = applier.apply(record.offset(), command);
        appliedOffset = record.offset();
        if (command.kind() == CommandKind.TICK) {
            ticks.settle(outcome.symbol());
        }
        if (state == PartitionState.REPLAYING) {
            replayed(outcome);
            return null;
        }
        byte[] value = OutcomeEncoder.encode(outcome);
        if (value.length > MAX_OUTCOME_BYTES) {
            throw new IllegalStateException("an outcome of " + value.length + " bytes, the limit is " + MAX_OUTCOME_BYTES);
        }
        metrics.applied(command.kind(), outcome);
        byte[] key = outcome.symbol().getBytes(StandardCharsets.UTF_8);
        var toPublish = new ProducerRecord<>(Topics.ORDER_OUTCOMES, number, key, value);
        Header reply = record.headers().lastHeader(REPLY_HEADER);
        if (reply != null) {
            toPublish.headers().add(REPLY_HEADER, reply.value());
        }
        return toPublish;
    }

    /**
     * Whether the group is to be told how far this is: there is something new, and it was told long enough ago. From then on it counts as
     * told.
     */
    boolean tellProgress(long nowNanos, long intervalNanos) {
        boolean tooSoon = toldOffset >= 0 && nowNanos - toldAtNanos < intervalNanos;
        if (state != PartitionState.LIVE || toldOffset == appliedOffset || tooSoon) {
            return false;
        }
        toldOffset = appliedOffset;
        toldAtNanos = nowNanos;
        return true;
    }

    /**
     * Symbols that need a tick now; each is named once until its tick is applied or given up.
     *
     * @param timeUs the wall clock, microseconds since the epoch
     */
    List<String> ticksDue(long timeUs, long nowNanos) {
        return state == PartitionState.LIVE ? ticks.take(engine, timeUs, nowNanos) : List.of();
    }

    /** A tick could not be written; on any thread. */
    void tickGivenUp(String symbol) {
        ticks.settle(symbol);
    }

    /** Stops it for good, at the first reason only. */
    void fail(long offset, boolean recoverable, Throwable cause) {
        if (state == PartitionState.FAILED) {
            return;
        }
        failure = new PartitionFailure(offset, recoverable, cause.toString());
        state = PartitionState.FAILED.after(state);
        LOG.atError()
                .addKeyValue("partition", number)
                .addKeyValue("offset", offset)
                .addKeyValue("recoverable", recoverable)
                .setCause(cause)
                .log("Partition {} stopped at offset {}", number, offset);
    }

    private void replayed(CommandOutcome outcome) {
        metrics.replayed();
        if (outcome.inputOffset() < published.inputOffset()) {
            return;
        }
        if (outcome.inputOffset() != published.inputOffset() || outcome.sequence() != published.sequence()) {
            throw new LogMismatchException("replay gives sequence " + outcome.sequence() + " to the command at offset "
                    + outcome.inputOffset() + ", published is sequence " + published.sequence() + " at offset "
                    + published.inputOffset());
        }
        enter(PartitionState.LIVE);
    }

    private void enter(PartitionState next) {
        state = next.after(state);
        LOG.atInfo()
                .addKeyValue("partition", number)
                .addKeyValue("state", next)
                .addKeyValue("publishedOffset", published.inputOffset())
                .addKeyValue("publishedSequence", published.sequence())
                .log("Partition {} is {}, published up to offset {}", number, next, published.inputOffset());
    }
}
