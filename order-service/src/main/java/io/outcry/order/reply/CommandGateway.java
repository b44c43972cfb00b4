// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import com.google.protobuf.InvalidProtocolBufferException;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timer;
import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.trace.TracedRequests;
import io.outcry.contracts.trace.TracedSpan;
import io.outcry.contracts.v1.Outcome;
import io.outcry.order.log.LogRecord;
import io.outcry.order.log.LogWriter;
import io.outcry.order.log.TracedWrite;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.log.WriteListener;
import io.outcry.order.metrics.OrderServiceMetrics;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Writes commands and brings back what became of them. */
public final class CommandGateway implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CommandGateway.class);
    private static final long TICK_MILLIS = 10;
    private static final Duration AFTER_DELIVERY = Duration.ofSeconds(1);

    private final LogWriter writer;
    private final OrderServiceMetrics metrics;
    private final OutcomeSequence sequence;
    private final Duration hardLimit;
    private final CommandLimits limits;
    private final AccountLimits accounts;
    private final long instance;
    private final AtomicLong correlations = new AtomicLong();
    private final AtomicInteger inProgress = new AtomicInteger();
    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
    private final Timer timer;

    /** A command whose outcome somebody waits for. */
    private record Waiting(PendingCommand command, Executor replyOn, String kind, long sinceNanos, @Nullable TracedSpan sending) {}

    /** A command on its way to a place behind all that was decided before. */
    private record Sent(PendingCommand command, OutcomeSequence sequence, long newest) implements WriteListener {

        @Override
        public void written(int partition, long offset) {
            if (sequence.isBehind(newest, partition, offset)) {
                command.written(partition, offset);
            } else {
                // Where the outcomes are made anew from what the log has left, it is done after all.
                command.failed(WriteFailure.UNKNOWN);
            }
        }

        @Override
        public void failed(WriteFailure failure) {
            command.failed(failure);
        }
    }

    /**
     * @param deliveryTimeout after this the writer itself gives up on a record
     * @param accounts what each account may send of those that are not urgent
     */
    public CommandGateway(
            LogWriter writer, Duration deliveryTimeout, CommandLimits limits, AccountLimits accounts, OrderServiceMetrics metrics) {
        this(writer, deliveryTimeout, limits, accounts, metrics, new SecureRandom().nextLong(), new HashedWheelTimer(
                Thread.ofPlatform().name("order-deadlines").daemon().factory(), TICK_MILLIS, TimeUnit.MILLISECONDS, 1_024));
    }

    /**
     * @param deliveryTimeout after this the writer itself gives up on a record
     * @param accounts what each account may send of those that are not urgent
     * @param instance a number that no other instance has
     * @param timer for the deadlines; stopped by {@link #close}
     */
    public CommandGateway(
            LogWriter writer,
            Duration deliveryTimeout,
            CommandLimits limits,
            AccountLimits accounts,
            OrderServiceMetrics metrics,
            long instance,
            Timer timer) {
        this.writer = writer;
        this.instance = instance;
        this.timer = timer;
        this.metrics = metrics;
        sequence = new OutcomeSequence(metrics);
        hardLimit = deliveryTimeout.plus(AFTER_DELIVERY);
        this.limits = limits;
        this.accounts = accounts;
        metrics.pending(inProgress::get);
    }

    /**
     * Writes {@code command} and waits for its outcome.
     *
     * @param wait zero: the acknowledgement is enough
     * @param replyOn runs {@code onResult}; must not throw
     * @param onResult is called once
     */
    public void submit(Command command, Duration wait, Executor replyOn, Consumer<CommandResult> onResult) {
        CommandResult refused = admit(command);
        if (refused != null) {
            replyOn.execute(() -> onResult.accept(refused));
            return;
        }
        boolean waits = !wait.isZero();
        long correlation = waits ? correlations.incrementAndGet() : 0;
        PendingCommand pending = new PendingCommand(
                waits,
                self -> timer.newTimeout(self, hardLimit.toNanos(), TimeUnit.NANOSECONDS),
                () -> {
                    waiting.remove(correlation);
                    leave(command);
                },
                result -> replyOn.execute(() -> onResult.accept(result)));
        String kind = command.kind().tag();
        TracedSpan sending = TracedWrite.begin(command.request(), command.lane());
        if (waits) {
            waiting.put(correlation, new Waiting(pending, replyOn, kind, System.nanoTime(), sending));
        }
        pending.arm(self -> timer.newTimeout(self, wait.toNanos(), TimeUnit.NANOSECONDS));
        byte[] address = waits ? ReplyAddress.of(instance, correlation) : null;
        byte[] value = command.message().toByteArray();
        writer.write(
                new LogRecord(
                        command.lane(), kind, command.kind().isUrgent(), command.message().getTimeUs(), command.key(), value, address,
                        TracedWrite.header(sending)),
                TracedWrite.of(sending, command.lane(), new Sent(pending, sequence, sequence.newest(command.lane().partition()))));
    }

    /** The same for who subscribes, as a span of his request if that is traced. */
    public Mono<CommandResult> submit(Command command, Duration wait, Executor replyOn) {
        return Mono.create(sink -> submit(command.of(TracedRequests.of(sink.contextView())), wait, replyOn, sink::success));
    }

    /** Makes room for a command, or says why there is none. */
    private @Nullable CommandResult admit(Command command) {
        if (sequence.hasLostCommands(command.lane().partition())) {
            return new CommandResult.NotWritten(WriteFailure.LOG_UNAVAILABLE);
        }
        boolean urgent = command.kind().isUrgent();
        if (!urgent && !accounts.begin(command.account())) {
            return new CommandResult.RateLimited(accounts.retryAfter(command.account(), 1));
        }
        long undecided = 1 + command.lane().writtenBehind(sequence.decided(command.lane().partition()));
        if (!limits.admit(urgent, inProgress.incrementAndGet(), undecided)) {
            leave(command);
            return new CommandResult.NotWritten(WriteFailure.OVERLOADED);
        }
        return null;
    }

    private void leave(Command command) {
        inProgress.decrementAndGet();
        if (!command.kind().isUrgent()) {
            accounts.end(command.account());
        }
    }

    /** Whether every partition's outcomes have come in their order; if not, its commands are answered without their outcomes. */
    public boolean hasAllOutcomes() {
        return sequence.isWhole();
    }

    /** Whether every partition's command log has kept its end; nothing is written to one that has lost it. */
    public boolean hasAllCommands() {
        return sequence.hasAllCommands();
    }

    /** Completes what waits for these outcomes. A record of another instance costs a look at its header and two of its numbers. */
    public void outcomes(ConsumerRecords<byte[], byte[]> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (!sequence.isNext(record)) {
                continue;
            }
            Header header = record.headers().lastHeader(ReplyHeader.NAME);
            byte[] address = header == null ? null : header.value();
            if (address != null && ReplyAddress.isFor(address, instance)) {
                Waiting found = waiting.remove(ReplyAddress.correlation(address));
                if (found != null && found.command.claim()) {
                    metrics.answered(found.kind, System.nanoTime() - found.sinceNanos);
                    TracedSpan reply = found.sending == null ? null : found.sending.begin("reply", SpanKind.CONSUMER);
                    found.replyOn.execute(() -> {
                        found.command.answer(result(found.command, record));
                        if (reply != null) {
                            reply.withRecord(record.topic(), record.partition(), record.offset()).end();
                        }
                    });
                }
            }
        }
    }

    /** Ends all waits: what is still in progress is answered by the writer's own end. */
    @Override
    public void close() {
        timer.stop();
    }

    private static CommandResult result(PendingCommand command, ConsumerRecord<byte[], byte[]> record) {
        try {
            Outcome outcome = Outcome.parseFrom(record.value());
            return new CommandResult.Decided(LogPosition.of(record.partition(), outcome.getInputOffset()), outcome);
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            LOG.atError().setCause(e).addKeyValue("partition", record.partition()).addKeyValue("offset", record.offset())
                    .log("the outcome of a command cannot be read, the command is answered without it");
            return command.withoutOutcome();
        }
    }
}
