// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import io.outcry.contracts.topic.Topics;
import io.outcry.order.metrics.OrderServiceMetrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only thread that hands records to Kafka, and the bounded queue in front of it. {@link #write} never blocks.
 *
 * <p>Records enter the log in the order in which they were queued.
 */
public final class LogWriter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);
    private static final long POLL_MILLIS = 10;
    /**
     * For each record of what was queued and has been sent, up to {@link #MOST_REST_NANOS}. What comes meanwhile travels together: each
     * request costs broker, engine and all readers of the log far more than one more record in it. Those that come one by one, up to a
     * thousand a second, do not wait.
     */
    private static final long REST_NANOS_A_RECORD = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MOST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    /** A record that waited longer is refused: its client has better things to do than to trade late. */
    private static final long MAX_QUEUED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /**
     * A topic that is not there, or that the producer is not even shown, is asked for again after so long. Each time it waits for the
     * brokers to say no, up to its {@code max.block.ms}, and all other topics wait behind it.
     */
    private static final long HIDDEN_REST_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Producer<byte[], byte[]> producer;
    private final ProducerMetrics producerMetrics;
    private final LogGate gate;
    private final OrderServiceMetrics metrics;
    private final BlockingQueue<Queued> queue;
    private final int ordinaryLimit;
    private final LongSupplier nanoTime;
    private final Thread thread = Thread.ofPlatform().name("order-log-writer").daemon().unstarted(this::run);
    private volatile boolean closed;
    private boolean reportedOpen;
    /** Of topics of which Kafka has refused records and acknowledged none since: why. */
    private final Map<String, Exception> refusals = new ConcurrentHashMap<>();
    /** Until when the topics that we do not see are not asked for. On the writing thread. */
    private final Map<String, Long> hiddenUntil = new HashMap<>();

    /** @param maxQueued records that may wait; a tenth of it is kept for urgent ones */
    public LogWriter(Producer<byte[], byte[]> producer, int maxQueued, OrderServiceMetrics metrics) {
        this(producer, maxQueued, metrics, System::nanoTime);
    }

    /** @param nanoTime as {@link System#nanoTime} says */
    LogWriter(Producer<byte[], byte[]> producer, int maxQueued, OrderServiceMetrics metrics, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.producer = producer;
        this.metrics = metrics;
        producerMetrics = new ProducerMetrics(producer);
        gate = new LogGate(producerMetrics);
        queue = new ArrayBlockingQueue<>(maxQueued);
        ordinaryLimit = maxQueued - maxQueued / 10;
    }

    /** Starts the writing thread. The producer must know the topics by then. */
    public void start() {
        metrics.logOpen(() -> isWriting() && gate.isOpen() && !isDenied(Topics.ORDER_COMMANDS));
        thread.start();
    }

    /** Whether it takes records, if Kafka does: neither closed nor ended by an error of the JVM, after which only a restart helps. */
    public boolean isWriting() {
        return !closed;
    }

    public LogGate gate() {
        return gate;
    }

    /** Why Kafka has refused the last record of a topic, if it has acknowledged none since. */
    public Optional<Exception> refusal(String topic) {
        return Optional.ofNullable(refusals.get(topic));
    }

    /** Whether Kafka has said of the last record of a topic that there is none, or none for us to write, and not allowed it since. */
    public boolean isDenied(String topic) {
        return isDenial(refusals.get(topic));
    }

    private static boolean isDenial(@Nullable Exception failure) {
        return failure instanceof AuthorizationException
                || failure != null && failure.getCause() instanceof UnknownTopicOrPartitionException;
    }

    /** Kafka says that the topic is there and that we may write it: no record has to find that out. */
    public void allowed(String topic) {
        refusals.remove(topic);
    }

    /** Asks for the partitions of a topic, so that the first write to it need not. Blocks; false: Kafka did not say in time. */
    public boolean prepare(String topic) {
        try {
            return !producer.partitionsFor(topic).isEmpty();
        } catch (org.apache.kafka.common.errors.TimeoutException e) {
            return false;
        }
    }

    /** Queues a record. Its listener hears of it exactly once, perhaps before this returns. */
    public void write(LogRecord record, WriteListener listener) {
        long now = nanoTime.getAsLong();
        if (closed || !gate.isOpen() || !record.lane().admits(now)) {
            listener.failed(WriteFailure.LOG_UNAVAILABLE);
            return;
        }
        Queued queued = new Queued(record, listener, now);
        if ((!record.urgent() && queue.size() >= ordinaryLimit) || !queue.offer(queued)) {
            listener.failed(WriteFailure.OVERLOADED);
        } else if (closed && queue.remove(queued)) {
            listener.failed(WriteFailure.LOG_UNAVAILABLE);
        }
    }

    /** Writes what is queued, waits for acknowledgements up to 5 s, then refuses the rest. */
    @Override
    public void close() {
        closed = true;
        try {
            if (thread.isAlive()) {
                thread.join(CLOSE_TIMEOUT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(CLOSE_TIMEOUT);
        refuseQueued();
    }

    private void refuseQueued() {
        for (Queued left = queue.poll(); left != null; left = queue.poll()) {
            left.listener.failed(WriteFailure.LOG_UNAVAILABLE);
        }
    }

    private void run() {
        try {
            boolean more = true;
            while (more || !closed) {
                more = writeNext(POLL_MILLIS);
                if (more) {
                    int sent = 1 + writeQueued();
                    LockSupport.parkNanos(Math.min(MOST_REST_NANOS, sent * REST_NANOS_A_RECORD));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Error e) {
            // Such as no memory, in the middle of the producer: what it has of the record, and whether it can go on, nobody knows.
            closed = true;
            LOG.atError().setCause(e).log("the order log is not written any more: restart this instance");
            refuseQueued();
        }
    }

    /** Writes what is in the queue, and says how many records that were. */
    private int writeQueued() throws InterruptedException {
        int sent = 0;
        while (writeNext(0)) {
            sent++;
        }
        return sent;
    }

    /** Writes the next record, which may take so long to come; false: it did not. On the writing thread. */
    boolean writeNext(long waitMillis) throws InterruptedException {
        Queued next = queue.poll(waitMillis, TimeUnit.MILLISECONDS);
        try {
            if (next != null) {
                send(next);
            } else {
                watch();
            }
        } catch (RuntimeException e) {
            // A fault of one listener; all others depend on this thread.
            LOG.atError().setCause(e).log("the failure of a write could not be passed on, its client may get no answer");
        }
        return next != null;
    }

    private void watch() {
        boolean open = gate.isOpen();
        if (open != reportedOpen) {
            reportedOpen = open;
            LOG.atInfo().addKeyValue("open", open).log(open ? "order log reachable" : "order log away, writes are refused");
        }
    }

    private void send(Queued queued) {
        long now = nanoTime.getAsLong();
        if (now - queued.queuedNanos > MAX_QUEUED_NANOS) {
            queued.listener.failed(WriteFailure.WAITED_TOO_LONG);
        } else if (!gate.isOpen() || isHidden(queued.record.lane().topic(), now) || !queued.record.lane().begin(now)) {
            queued.listener.failed(WriteFailure.LOG_UNAVAILABLE);
        } else {
            try {
                queued.handing = Thread.currentThread();
                queued.retriesBefore = producerMetrics.retries();
                producer.send(queued.record.toKafka(), queued);
                queued.handing = null;
            } catch (RuntimeException e) {
                LOG.atWarn().setCause(e).addKeyValue("topic", queued.record.lane().topic())
                        .log("the producer refused a record, it was not written");
                queued.settle(WriteFailure.LOG_UNAVAILABLE);
            }
        }
    }

    private boolean isHidden(String topic, long now) {
        Long until = hiddenUntil.get(topic);
        return until != null && now - until < 0;
    }

    /** A record in the queue and then in flight. */
    private final class Queued implements Callback {

        private final LogRecord record;
        private final WriteListener listener;
        private final long queuedNanos;

        /** The thread that is handing it to the producer. */
        private volatile @Nullable Thread handing;

        /** Records that had been sent again when it was handed over. */
        private double retriesBefore;

        Queued(LogRecord record, WriteListener listener, long queuedNanos) {
            this.record = record;
            this.listener = listener;
            this.queuedNanos = queuedNanos;
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
            if (failure == null && metadata != null) {
                long now = nanoTime.getAsLong();
                refusals.remove(record.lane().topic());
                record.lane().acknowledged(now, metadata.offset());
                metrics.written(record.kind(), now - queuedNanos);
                listener.written(metadata.partition(), metadata.offset());
            } else {
                settle(meaning(failure));
            }
        }

        void settle(WriteFailure failure) {
            record.lane().failed(failure == WriteFailure.UNKNOWN);
            metrics.notWritten(record.kind(), failure.name());
            listener.failed(failure);
        }

        private WriteFailure meaning(@Nullable Exception failure) {
            boolean neverSent = Thread.currentThread() == handing;
            boolean denied = isDenial(failure);
            boolean refusedByBroker = denied
                    || failure instanceof RecordTooLargeException
                    || failure instanceof InvalidTimestampException
                    || failure instanceof InvalidRecordException;
            if (neverSent && denied) {
                hiddenUntil.put(record.lane().topic(), nanoTime.getAsLong() + HIDDEN_REST_NANOS);
            }
            if (failure != null && refusedByBroker && refusals.put(record.lane().topic(), failure) == null) {
                LOG.atWarn().setCause(failure).addKeyValue("topic", record.lane().topic()).log("Kafka refuses what it is sent");
            }
            // A broker may refuse what another one has taken from us before and not acknowledged.
            boolean sentOnce = producerMetrics.retries() == retriesBefore;
            return neverSent || refusedByBroker && sentOnce ? WriteFailure.LOG_UNAVAILABLE : WriteFailure.UNKNOWN;
        }
    }
}
