// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import io.outcry.contracts.topic.LogDamage;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows all partitions of a topic on one thread, without a group and without commits.
 *
 * <p>It has caught up once it has passed the ends that the partitions had when it began, but for those without a leader. A failing client
 * is replaced after a second, and reading goes on where it was; the log is told why when that changes, not every second.
 */
public final class GrouplessReader implements AutoCloseable {

    /** Where to begin. */
    public enum Start {
        BEGINNING,
        /** With the last record of each partition, which tells how far it is. */
        LAST
    }

    /** Takes records in order. If it throws, the same records are offered again a second later. */
    public interface Sink {
        void accept(ConsumerRecords<byte[], byte[]> records);
    }

    private static final Logger LOG = LoggerFactory.getLogger(GrouplessReader.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final long PAUSE_MILLIS = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    /** Once one has given no answer: the others wait behind it, and a leader answers at once. */
    private static final Duration LITTLE_PATIENCE = Duration.ofMillis(500);

    private final String name;
    private final Supplier<Consumer<byte[], byte[]>> clients;
    private final List<TopicPartition> partitions;
    private final Start start;
    private final Sink sink;
    private final Thread thread;
    private final CountDownLatch caughtUp = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Map<TopicPartition, Long> next = new HashMap<>();
    /** Why the last client failed, if none has read since: then the next one follows when it has read, not when it may ask for the ends. */
    private String failure = "";
    private volatile boolean following;
    private volatile @Nullable Consumer<byte[], byte[]> client;

    /** @param name of the thread, and in messages */
    public GrouplessReader(
            String name, Supplier<Consumer<byte[], byte[]>> clients, List<TopicPartition> partitions, Start start, Sink sink) {
        this.name = name;
        this.clients = clients;
        this.partitions = List.copyOf(partitions);
        this.start = start;
        this.sink = sink;
        thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** Whether it has caught up and its client works. */
    public boolean isFollowing() {
        return following && caughtUp.getCount() == 0;
    }

    /** Waits until it has caught up for the first time; false: not within {@code limit}. */
    public boolean awaitCaughtUp(Duration limit) throws InterruptedException {
        return caughtUp.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        stopped.countDown();
        Consumer<byte[], byte[]> current = client;
        if (current != null) {
            current.wakeup();
        }
        try {
            if (thread.isAlive()) {
                thread.join(Duration.ofSeconds(5));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            do {
                try (Consumer<byte[], byte[]> opened = clients.get()) {
                    client = opened;
                    follow(opened);
                } catch (WakeupException e) {
                    LOG.atDebug().addKeyValue("reader", name).log("woken to stop");
                } catch (RuntimeException | OutOfMemoryError e) {
                    tell(e);
                } finally {
                    following = false;
                }
            } while (!stopped.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Throwable e) {
        String reason = e.toString();
        if (!reason.equals(failure)) {
            failure = reason;
            LOG.atError().setCause(e).addKeyValue("reader", name).addKeyValue("positions", next).log("reader failed, will try again");
        }
    }

    private void follow(Consumer<byte[], byte[]> opened) {
        opened.assign(partitions);
        Map<TopicPartition, Long> ends = new HashMap<>();
        Duration patience = PATIENCE;
        for (TopicPartition partition : partitions) {
            if (!place(opened, partition, ends, patience)) {
                patience = LITTLE_PATIENCE;
            }
            Long at = next.get(partition);
            if (at != null) {
                opened.seek(partition, at);
            }
        }
        if (ends.isEmpty()) {
            throw new KafkaException("Kafka does not say where " + partitions + " end");
        }
        following = failure.isEmpty();
        while (stopped.getCount() > 0) {
            if (caughtUp.getCount() > 0 && ends.entrySet().stream().allMatch(end -> opened.position(end.getKey()) >= end.getValue())) {
                caughtUp.countDown();
            }
            ConsumerRecords<byte[], byte[]> records = poll(opened);
            if (!records.isEmpty()) {
                sink.accept(records);
                records.nextOffsets().forEach((partition, position) -> next.put(partition, position.offset()));
            }
            if (!failure.isEmpty()) {
                LOG.atInfo().addKeyValue("reader", name).addKeyValue("failure", failure).log("reader reads again");
                failure = "";
            }
            following = true;
        }
    }

    /**
     * Kafka's consumer answers for all partitions or for none: each is asked by itself. One without a leader is read once it has one.
     *
     * @return false if Kafka has not answered
     */
    private boolean place(Consumer<byte[], byte[]> opened, TopicPartition partition, Map<TopicPartition, Long> ends, Duration patience) {
        try {
            long end = opened.endOffsets(List.of(partition), patience).getOrDefault(partition, 0L);
            long begin = opened.beginningOffsets(List.of(partition), patience).getOrDefault(partition, 0L);
            next.putIfAbsent(partition, start == Start.LAST ? Math.max(begin, end - 1) : begin);
            ends.put(partition, end);
            return true;
        } catch (TimeoutException e) {
            LOG.atWarn().addKeyValue("reader", name).addKeyValue("partition", partition).addKeyValue("reason", e.getMessage())
                    .log("Kafka does not say where a partition ends: nobody waits for it");
            return false;
        }
    }

    /** What cannot be read is passed over where only what comes is wanted: its reader finds out that something is missing. */
    private ConsumerRecords<byte[], byte[]> poll(Consumer<byte[], byte[]> opened) {
        try {
            return opened.poll(POLL);
        } catch (KafkaException e) {
            Optional<LogDamage> found = start == Start.LAST ? LogDamage.find(e, opened, clients) : Optional.empty();
            LogDamage damage = found.orElseThrow(() -> e);
            opened.seekToEnd(List.of(damage.log()));
            next.put(damage.log(), opened.position(damage.log()));
            LOG.atError().addKeyValue("reader", name).addKeyValue("reason", damage).addKeyValue("goesOnAt", next.get(damage.log()))
                    .log("a part of the log was passed over");
            return ConsumerRecords.empty();
        }
    }
}
