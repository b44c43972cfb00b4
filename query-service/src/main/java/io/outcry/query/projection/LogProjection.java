// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.topic.LogDamage;
import io.outcry.query.view.NotConnectedYetException;
import io.outcry.query.view.StoredView;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewUnavailableException;
import io.outcry.query.view.ViewWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.event.ListenerContainerIdleEvent;
import org.springframework.kafka.listener.BatchConsumerAwareMessageListener;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/**
 * The listener of one topic: hands polled records to the partitions' projections and moves the consumer to where Redis says. What could
 * not be applied is fetched again, so no record is lost to a container's error handling; only a fault of the program is thrown, and stops
 * the container. Runs on one consumer thread.
 *
 * <p>While nothing comes in, and every half second while something does, the positions in Redis are compared with those expected: a Redis
 * that was flushed is filled again though nobody trades. Then offsets are committed, too, for those who watch the group's lag.
 */
final class LogProjection implements BatchConsumerAwareMessageListener<byte[], byte[]>, ConsumerAwareRebalanceListener {

    private static final Logger LOG = LoggerFactory.getLogger(LogProjection.class);
    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long TROUBLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_MILLIS = 200;

    /**
     * After a poll has been applied. What comes meanwhile is one fetch and one script: each costs broker and Redis far more than one more
     * outcome in it. An outcome that comes alone does not wait.
     */
    private static final long REST_MILLIS = 5;

    /** A poll with as many has more behind it, and each has work enough. */
    private static final int LARGE_POLL = 500;

    private final ViewLog log;
    private final RecordFold.Factory folds;
    private final PartitionProjection.Tools tools;
    private final Map<TopicPartition, PartitionProjection> assigned = new LinkedHashMap<>();
    private final Pace pace;
    private final OffsetCommits commits = new OffsetCommits();
    private long checkedNanos;
    private boolean failed;
    private boolean trouble;

    /** Since when there is trouble, 0 for none. */
    private long troubleNanos;

    /** The time of the consumer's thread. */
    interface Pace {

        /** As {@link System#nanoTime} says. */
        long nanoTime();

        /** Lets the thread wait. */
        void rest(long millis);
    }

    LogProjection(ViewLog log, RecordFold.Factory folds, PartitionProjection.Tools tools) {
        this(log, folds, tools, new ThreadPace());
    }

    LogProjection(ViewLog log, RecordFold.Factory folds, PartitionProjection.Tools tools, Pace pace) {
        this.log = log;
        this.folds = folds;
        this.tools = tools;
        this.pace = pace;
        checkedNanos = pace.nanoTime();
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            ViewPartition of = new ViewPartition(log, partition.partition());
            assigned.put(partition, new PartitionProjection(
                    of, folds.of(of), tools, new LogBeginning(consumer, partition, pace::nanoTime)));
        }
        synchronize(consumer);
    }

    @Override
    public void onPartitionsRevokedAfterCommit(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        forget(partitions);
    }

    @Override
    public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        forget(partitions);
    }

    private void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> {
            PartitionProjection gone = assigned.remove(partition);
            if (gone != null) {
                gone.release();
                if (!failed) {
                    tools.faults().lost(gone.partition(), gone);
                }
            }
            commits.forget(partition);
        });
    }

    /** Called by the container while nothing is polled. */
    void onIdle(ListenerContainerIdleEvent event) {
        try {
            synchronize(event.getConsumer());
        } catch (RuntimeException e) {
            fail(e);
            throw e;
        }
    }

    /**
     * A fault of the program, or one of the consumer that it cannot go on with: the container stops, which takes its partitions away, and
     * health says why until another consumer of this process has them.
     */
    void fail(Exception fault) {
        failed = true;
        LOG.atError().addKeyValue("view", log).setCause(fault).log("the projection has failed, its consumer stops");
        assigned.values().forEach(projection -> tools.faults().stopped(projection.partition(), projection, "failed: " + fault));
    }

    /** As {@link #fail}, at what is no exception and does not come to here: no memory for what is polled, say. */
    void failAtError() {
        fail(new IllegalStateException("an error, which is in the log"));
    }

    /**
     * A poll has failed: what cannot be read stops its partition, which is not fetched any more.
     *
     * @param fresh makes a consumer without a group
     * @return false if the poll has failed for another reason
     */
    boolean leaveOut(Exception failure, Consumer<?, ?> consumer, Supplier<? extends Consumer<?, ?>> fresh) {
        LogDamage damage = LogDamage.find(failure, consumer, fresh).orElse(null);
        if (damage == null) {
            return false;
        }
        PartitionProjection projection = assigned.get(damage.log());
        if (projection != null) {
            projection.leaveOut(damage.toString());
            damage.leaveOut(consumer);
        }
        return projection != null;
    }

    @Override
    public void onMessage(List<ConsumerRecord<byte[], byte[]>> records, @Nullable Consumer<?, ?> consumer) {
        try {
            project(records, Objects.requireNonNull(consumer, "the container hands the consumer over"));
            if (records.size() < LARGE_POLL) {
                pace.rest(REST_MILLIS);
            }
        } catch (RuntimeException e) {
            fail(e);
            throw e;
        }
    }

    private void project(List<ConsumerRecord<byte[], byte[]>> records, Consumer<?, ?> consumer) {
        boolean doubt = false;
        for (Map.Entry<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> entry : byPartition(records).entrySet()) {
            PartitionProjection projection = assigned.get(entry.getKey());
            if (projection == null) {
                continue;
            }
            if (!projection.isKnown()) {
                // Polled before the position was known, perhaps beyond it: fetched again from where Redis is, once it says so.
                consumer.seek(entry.getKey(), entry.getValue().getFirst().offset());
                doubt = true;
            } else if (projection.isStopped()) {
                halt(projection, consumer);
            } else {
                doubt |= !send(projection, entry.getValue(), consumer);
            }
        }
        if (doubt) {
            // Redis is away: asking it at full speed helps nobody. Far below the time after which Kafka would take the partitions away.
            pace.rest(PAUSE_MILLIS);
        }
        if (doubt || pace.nanoTime() - checkedNanos > CHECK_NANOS) {
            synchronize(consumer);
        }
    }

    private static Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> byPartition(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> parts = new LinkedHashMap<>();
        List<ConsumerRecord<byte[], byte[]>> run = List.of();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            // They come partition by partition.
            if (run.isEmpty() || run.getLast().partition() != record.partition()) {
                run = parts.computeIfAbsent(new TopicPartition(record.topic(), record.partition()), _ -> new ArrayList<>());
            }
            run.add(record);
        }
        return parts;
    }

    /** @return false if it is in doubt where Redis is */
    private boolean send(PartitionProjection projection, List<ConsumerRecord<byte[], byte[]>> records, Consumer<?, ?> consumer) {
        try {
            long lag = consumer.currentLag(projection.partition().topicPartition()).orElse(0);
            if (!projection.send(records, lag)) {
                move(projection, consumer);
            } else if (projection.isStopped()) {
                halt(projection, consumer);
            }
            return true;
        } catch (ViewUnavailableException | KafkaException e) {
            abandon(projection, consumer, e);
            return false;
        }
    }

    /** Redis was elsewhere than expected: the consumer goes there, unless nothing is applied to what Redis holds. */
    private static void move(PartitionProjection projection, Consumer<?, ?> consumer) {
        TopicPartition partition = projection.partition().topicPartition();
        if (projection.isStopped()) {
            consumer.pause(List.of(partition));
        } else {
            consumer.seek(partition, projection.nextOffset());
        }
    }

    /** The partition is fetched no more until Redis has another position for it. */
    private void halt(PartitionProjection projection, Consumer<?, ?> consumer) {
        TopicPartition partition = projection.partition().topicPartition();
        consumer.seek(partition, projection.nextOffset());
        consumer.pause(List.of(partition));
    }

    /** Redis decides where to go on as soon as it answers; until then the same records come again. */
    private void abandon(PartitionProjection projection, Consumer<?, ?> consumer, Exception why) {
        trouble("a batch could not be applied and is tried again", why);
        long again = Math.max(0, projection.nextOffset());
        projection.abandon();
        consumer.seek(projection.partition().topicPartition(), again);
    }

    /** Asks Redis for the positions of all assigned partitions and moves the consumer where they are not as expected. */
    private void synchronize(Consumer<?, ?> consumer) {
        checkedNanos = pace.nanoTime();
        for (PartitionProjection projection : assigned.values()) {
            try {
                if (!projection.finish()) {
                    move(projection, consumer);
                }
            } catch (ViewUnavailableException e) {
                abandon(projection, consumer, e);
            }
        }
        // What Redis holds is judged by the id of the log: until Kafka has said it nothing is known of the partitions.
        if (assigned.isEmpty() || tools.ids().id(log) == null) {
            return;
        }
        boolean known = true;
        for (ViewWriter.Asked asked : tools.writer().ask(assigned.values().stream().map(PartitionProjection::partition).toList())) {
            PartitionProjection projection = Objects.requireNonNull(assigned.get(asked.partition().topicPartition()));
            try {
                adopt(projection, asked.await(), consumer);
            } catch (ViewUnavailableException e) {
                // The others may be on another node of a cluster.
                known = false;
                trouble("the positions of the view are not known", e);
            }
        }
        // That Redis says where it is does not mean that it takes what comes next: one that is full does not.
        if (known && assigned.values().stream().noneMatch(PartitionProjection::isRefused)) {
            noTrouble();
        }
        commit(consumer);
    }

    private void commit(Consumer<?, ?> consumer) {
        Map<TopicPartition, Long> next = new HashMap<>();
        assigned.forEach((partition, projection) -> {
            if (projection.isKnown()) {
                next.put(partition, projection.nextOffset());
            }
        });
        commits.commit(consumer, next, pace.nanoTime());
    }

    private static void adopt(PartitionProjection projection, StoredView stored, Consumer<?, ?> consumer)
            throws ViewUnavailableException {
        TopicPartition partition = projection.partition().topicPartition();
        if (projection.adopt(stored)) {
            consumer.seek(partition, projection.nextOffset());
        }
        // Whatever has begun or ended the stop, and when: only a partition that goes on is fetched.
        if (projection.isStopped()) {
            consumer.pause(List.of(partition));
        } else {
            consumer.resume(List.of(partition));
        }
    }

    /** Told once, when it has lasted: Redis may start after us, and a connection that breaks is mended at once. */
    private void trouble(String what, Exception why) {
        if (why.getCause() instanceof NotConnectedYetException) {
            return;
        }
        if (troubleNanos == 0) {
            troubleNanos = Math.max(1, pace.nanoTime());
        } else if (!trouble && pace.nanoTime() - troubleNanos > TROUBLE_NANOS) {
            trouble = true;
            LOG.atWarn().addKeyValue("view", log).addKeyValue("reason", String.valueOf(why.getCause() == null ? why : why.getCause()))
                    .log(what);
        }
    }

    private void noTrouble() {
        trouble = false;
        troubleNanos = 0;
    }

    private static final class ThreadPace implements Pace {

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void rest(long millis) {
            try {
                TimeUnit.MILLISECONDS.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
