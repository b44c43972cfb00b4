// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.topic.LogDamage;
import io.outcry.contracts.topic.Topics;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.position.ViewWatch;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.WholeBooks;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The feed as a thread that follows the log. Prices and the registry of symbols are read from the beginning, for their topics are compacted.
 * The outcomes of a partition are followed from where Redis is, once its books have been loaded from there; a partition whose outcomes have
 * a gap is loaded again, and so is one whose view has been made anew and lacks less.
 */
public final class LogFeed implements MarketFeed, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(LogFeed.class);
    private static final TopicPartition REGISTRY = new TopicPartition(Topics.INSTRUMENTS, 0);
    private static final Duration POLL = Duration.ofMillis(100);
    /** After a poll: what comes meanwhile is one fetch. What comes alone does not wait. */
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    /** A poll with as many has more behind it. */
    private static final int LARGE_POLL = 500;
    private static final long RETRY_MILLIS = 1_000;

    private final Parts parts;
    private final BookLoader loader;
    private final FeedState state = new FeedState();
    private final Map<TopicPartition, ViewPartition> byTopic = new HashMap<>();
    private final Map<ViewPartition, Long> targets = new ConcurrentHashMap<>();
    private final Set<ViewPartition> live = ConcurrentHashMap.newKeySet();
    private final Map<ViewLog, Long> epochs = new ConcurrentHashMap<>();

    /** Where each followed partition goes on; order partitions that are not in it have to be loaded. */
    private final Map<TopicPartition, ViewPosition> next = new HashMap<>();

    /** Where the books of a partition were loaded last: one that has a gap is not loaded again before Redis has got further. */
    private final Map<TopicPartition, ViewPosition> loadedAt = new HashMap<>();

    /** Partitions with another log than the one that was read: what is kept of them is not right, and only a new start makes it so. */
    private final Set<ViewPartition> replaced = new HashSet<>();

    /** Topics of prices that cannot be read: only a new start looks at them again. Outcomes are followed again as soon as Redis is behind the damage. */
    private final Set<TopicPartition> damaged = new HashSet<>();

    private final LogQuestions questions = new LogQuestions(System::nanoTime);

    /** Why the last consumer failed, if none has polled since. */
    private String failure = "";

    private volatile @Nullable Running running;
    private volatile @Nullable Consumer<byte[], byte[]> client;

    private record Running(Thread thread, CountDownLatch stopped) {}

    /**
     * What the feed works with.
     *
     * @param consumers makes a consumer without a group
     * @param books where the books are loaded from
     * @param view what is known of where that is
     * @param epochs the number of a topic, if Kafka says it now
     * @param positions told how far the feed is
     */
    public record Parts(
            Supplier<Consumer<byte[], byte[]>> consumers, WholeBooks books, ViewPositions view,
            Function<String, OptionalLong> epochs, ViewPositions positions, SymbolRegistry registry) {}

    public LogFeed(Parts parts) {
        this.parts = parts;
        this.loader = new BookLoader(parts.books(), parts.view());
        parts.positions().partitions().forEach(partition -> byTopic.put(partition.topicPartition(), partition));
    }

    @Override
    public void listen(FeedListener listener) {
        state.listen(listener);
    }

    @Override
    public Optional<LivePrice> price(String symbol) {
        return Optional.ofNullable(state.price(symbol));
    }

    @Override
    public Optional<LiveBook> book(String symbol) {
        return Optional.ofNullable(state.book(symbol));
    }

    @Override
    public Optional<ViewPosition> instrumentsSince(ViewPartition partition) {
        return live.contains(partition) ? Optional.ofNullable(state.instrumentsSince(partition)) : Optional.empty();
    }

    @Override
    public boolean isLive(ViewPartition partition) {
        return live.contains(partition) && state.isWhole();
    }

    /** The logs, the registry among them, that have not been read yet to the end that they had when the feed began. */
    public List<TopicPartition> behind() {
        return Stream.concat(
                byTopic.entrySet().stream().filter(log -> !live.contains(log.getValue())).map(Map.Entry::getKey),
                parts.registry().isRead() ? Stream.empty() : Stream.of(REGISTRY)).toList();
    }

    @Override
    public long epoch(ViewLog log) {
        return epochs.getOrDefault(log, 0L);
    }

    @Override
    public synchronized void start() {
        CountDownLatch stopped = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().name("outcry-query-feed").daemon().unstarted(() -> run(stopped));
        running = new Running(thread, stopped);
        thread.start();
    }

    @Override
    public synchronized void stop() {
        Running now = running;
        running = null;
        if (now != null) {
            now.stopped().countDown();
            Consumer<byte[], byte[]> polling = client;
            if (polling != null) {
                polling.wakeup();
            }
            try {
                now.thread().join(Duration.ofSeconds(5));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    @Override
    public int getPhase() {
        return ViewWatch.PHASE + 500;
    }

    private void run(CountDownLatch stopped) {
        try (BookLoads loads = new BookLoads(loader::load)) {
            do {
                try (Consumer<byte[], byte[]> consumer = open()) {
                    client = consumer;
                    follow(consumer, loads, stopped);
                } catch (WakeupException e) {
                    LOG.atDebug().log("the feed was woken to stop");
                } catch (RuntimeException | OutOfMemoryError e) {
                    // Without this thread all would be as it is now for ever, and nobody would be told.
                    tell(e);
                }
            } while (!stopped.await(RETRY_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Once for each reason, not every second, and in a line where Kafka has failed and says why. */
    private void tell(Throwable e) {
        String reason = e.toString();
        if (!reason.equals(failure)) {
            failure = reason;
            LOG.atError().setCause(e instanceof KafkaException && e.getCause() == null ? null : e).addKeyValue("reason", reason)
                    .log("the feed has failed and is tried again");
        }
    }

    private void works() {
        if (!failure.isEmpty()) {
            LOG.atInfo().addKeyValue("failure", failure).log("the feed follows the log again");
            failure = "";
        }
    }

    /** The numbers of the logs first: streams name them from their first message on, as those of all other instances do. */
    private Consumer<byte[], byte[]> open() {
        for (ViewLog log : ViewLog.values()) {
            epochs.put(log, parts.epochs().apply(log.topic()).orElseThrow(
                    () -> new KafkaException("Kafka does not say which " + log.topic() + " it has")));
        }
        return parts.consumers().get();
    }

    private void follow(Consumer<byte[], byte[]> consumer, BookLoads loads, CountDownLatch stopped) {
        List<TopicPartition> compacted = Stream.concat(
                Stream.of(REGISTRY), byTopic.keySet().stream().filter(topic -> topic.topic().equals(Topics.PRICE_UPDATES))).toList();
        consumer.assign(compacted);
        compacted.forEach(topic -> begin(consumer, topic));
        assign(consumer);
        while (stopped.getCount() > 0) {
            compacted.forEach(topic -> begin(consumer, topic));
            byTopic.forEach(this::dropIfMadeAnew);
            byTopic.forEach((topic, partition) -> load(consumer, loads, topic, partition));
            if (next.isEmpty()) {
                throw new KafkaException("Kafka does not say where any log begins");
            }
            if (!consumer.assignment().equals(next.keySet())) {
                assign(consumer);
            }
            byTopic.forEach((topic, partition) -> aim(consumer, topic, partition));
            ConsumerRecords<byte[], byte[]> records = poll(consumer);
            works();
            for (TopicPartition topic : records.partitions()) {
                takeOver(topic, records.records(topic));
            }
            byTopic.forEach(this::tellPosition);
            tellRegistry(consumer);
            if (!records.isEmpty() && records.count() < LARGE_POLL) {
                LockSupport.parkNanos(REST_NANOS);
            }
        }
    }

    /** What cannot be read leaves its partition out, and the others go on. */
    private ConsumerRecords<byte[], byte[]> poll(Consumer<byte[], byte[]> consumer) {
        try {
            return consumer.poll(POLL);
        } catch (KafkaException e) {
            if (!LogDamage.find(e, consumer, parts.consumers()).map(this::leaveOut).orElse(false)) {
                throw e;
            }
            assign(consumer);
            return ConsumerRecords.empty();
        }
    }

    private boolean leaveOut(LogDamage damage) {
        ViewPartition partition = byTopic.get(damage.log());
        if (partition == null) {
            return false;
        }
        LOG.atError().addKeyValue("partition", partition).addKeyValue("reason", damage).log("the feed of a partition has stopped");
        drop(partition);
        if (partition.log() == ViewLog.PRICES) {
            damaged.add(damage.log());
        }
        return true;
    }

    /** From its first record on, for its topic is compacted. */
    private void begin(Consumer<byte[], byte[]> consumer, TopicPartition topic) {
        if (!next.containsKey(topic) && !damaged.contains(topic)) {
            questions.ask(topic, patience -> consumer.beginningOffsets(List.of(topic), patience))
                    .ifPresent(first -> next.put(topic, ViewPosition.EMPTY.startingAt(first)));
        }
    }

    /** Asks for the end of a log that is followed and has to be reached. */
    private void aim(Consumer<byte[], byte[]> consumer, TopicPartition topic, ViewPartition partition) {
        if (next.containsKey(topic) && !targets.containsKey(partition)) {
            questions.ask(topic, patience -> consumer.endOffsets(List.of(topic), patience)).ifPresent(end -> targets.put(partition, end));
        }
    }

    private void assign(Consumer<byte[], byte[]> consumer) {
        consumer.assign(List.copyOf(next.keySet()));
        next.forEach((topic, position) -> consumer.seek(topic, position.next()));
    }

    /** A view filled anew holds what the books before still lack; loaded before it has all that was told, they would be told it again. */
    private void dropIfMadeAnew(TopicPartition topic, ViewPartition partition) {
        ViewPosition loaded = loadedAt.get(topic);
        ViewPosition at = next.get(topic);
        ViewPosition view = parts.view().newest(partition);
        if (loaded != null && at != null && view.next() >= at.next() && view.lacksLessThan(loaded)) {
            LOG.atInfo().addKeyValue("partition", partition).log("the view of a partition was made anew: its books are loaded again");
            drop(partition);
            loadedAt.remove(topic);
        }
    }

    /** Takes over what has been loaded of a partition that is not followed yet. */
    private void load(Consumer<byte[], byte[]> consumer, BookLoads loads, TopicPartition topic, ViewPartition partition) {
        if (partition.log() == ViewLog.PRICES || next.containsKey(topic)) {
            return;
        }
        loads.poll(partition, loadedAt.get(topic)).ifPresent(found -> {
            targets.remove(partition);
            state.restart(partition, found.at(), found.books());
            loadedAt.put(topic, found.at());
            next.put(topic, found.at());
            assign(consumer);
        });
    }

    private void takeOver(TopicPartition topic, List<ConsumerRecord<byte[], byte[]>> records) {
        try {
            accept(topic, records);
        } catch (RuntimeException | OutOfMemoryError e) {
            ViewPartition partition = byTopic.get(topic);
            if (partition != null && partition.log() == ViewLog.ORDERS) {
                // A book may hold an outcome that those who listen were not told of, and it would not be told again.
                drop(partition);
            }
            throw e;
        }
    }

    private void accept(TopicPartition topic, List<ConsumerRecord<byte[], byte[]>> records) {
        ViewPartition partition = byTopic.get(topic);
        ViewPosition at = next.get(topic);
        if (at == null) {
            return;
        }
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (partition == null) {
                parts.registry().accept(record);
                at = at.passed(record.offset());
            } else if (record.offset() < at.next()) {
                replaced(partition, record);
            } else if (partition.log() == ViewLog.PRICES) {
                at = state.price(partition, at, record);
            } else {
                at = state.outcome(partition, at, record);
                if (at == null) {
                    gap(partition, record);
                    return;
                }
            }
        }
        next.put(topic, at);
    }

    /** The projection stops at a gap and says so; here the partition is not live until it can be loaded beyond it. */
    private void gap(ViewPartition partition, ConsumerRecord<byte[], byte[]> record) {
        LOG.atError().addKeyValue("partition", partition).addKeyValue("offset", record.offset()).log("the feed lacks an outcome");
        drop(partition);
    }

    /** It is followed again when it has been loaded anew. */
    private void drop(ViewPartition partition) {
        live.remove(partition);
        next.remove(partition.topicPartition());
    }

    /**
     * Kafka does not hold what was read any more: the topic was made again, or what stands in for a lost cluster lacks the end. What was made of
     * that would be told as if it were new.
     */
    private void replaced(ViewPartition partition, ConsumerRecord<byte[], byte[]> record) {
        live.remove(partition);
        if (replaced.add(partition)) {
            LOG.atError().addKeyValue("partition", partition).addKeyValue("offset", record.offset())
                    .log("the log of a partition is not the one that was read: start this instance anew");
        }
    }

    /** By where the consumer is and not by its records: an instrument that was taken off the registry may leave none at its end. */
    private void tellRegistry(Consumer<byte[], byte[]> consumer) {
        if (!parts.registry().isRead() && next.containsKey(REGISTRY) && consumer.currentLag(REGISTRY).orElse(Long.MAX_VALUE) <= 0) {
            parts.registry().readToItsEnd();
        }
    }

    private void tellPosition(TopicPartition topic, ViewPartition partition) {
        ViewPosition at = next.get(topic);
        if (at != null) {
            parts.positions().observe(partition, at);
            if (at.next() >= targets.getOrDefault(partition, Long.MAX_VALUE) && !replaced.contains(partition)) {
                live.add(partition);
            }
        }
    }
}
