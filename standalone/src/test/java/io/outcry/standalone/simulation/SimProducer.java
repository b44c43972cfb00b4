// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A producer with one request under way at a time. A request takes what is queued, and each partition's part of it meets its own fate.
 * Whoever waits for a record makes the requests happen; otherwise they happen a little later.
 */
class SimProducer extends MockProducer<byte[], byte[]> {

    private static final int LATEST_MILLIS = 9_000;

    private final SimKafka kafka;
    private final VirtualTime time;
    private final Chance chance;
    private final Faults faults;
    private final long deliveryMillis;
    private final ArrayDeque<Sending> queue = new ArrayDeque<>();
    private VirtualTime.@Nullable Due request;
    private boolean closed;
    private boolean mayDie;
    private long blockedMillis;

    /** @param deliveryMillis after which a record is given up while no broker can be reached */
    SimProducer(SimKafka kafka, VirtualTime time, Chance chance, Faults faults, long deliveryMillis) {
        super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        this.kafka = kafka;
        this.time = time;
        this.chance = chance;
        this.faults = faults;
        this.deliveryMillis = deliveryMillis;
    }

    private final class Sending extends CompletableFuture<RecordMetadata> {

        private final ProducerRecord<byte[], byte[]> record;
        private final @Nullable Callback callback;
        private final long sinceMillis = time.millis();

        Sending(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
            this.record = record;
            this.callback = callback;
        }

        @Override
        public RecordMetadata get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
            while (!isDone() && !queue.isEmpty()) {
                mayDie();
                deliver(true);
                mayDie();
            }
            return super.get(0, unit);
        }

        void done(long offset) {
            settle(new RecordMetadata(new TopicPartition(record.topic(), record.partition()), offset, 0, time.millis(), 0, 0), null);
        }

        void failed(Exception failure) {
            settle(null, failure);
        }

        private void settle(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
            if (isDone()) {
                return;
            }
            if (failure == null) {
                complete(metadata);
            } else {
                completeExceptionally(failure);
            }
            if (callback != null) {
                callback.onCompletion(metadata, failure);
            }
        }
    }

    private void mayDie() {
        if (mayDie && faults.strikes(faults.crash / 20, Happening.DEATH_AT_SEND)) {
            throw new ProcessDied();
        }
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
        return send(record, null);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        if (closed) {
            throw new IllegalStateException("Cannot perform operation after producer has been closed");
        }
        Sending sending = new Sending(record, callback);
        if (faults.refuses()) {
            sending.failed(new org.apache.kafka.common.errors.TimeoutException("no room for the record"));
            return sending;
        }
        queue.add(sending);
        if (reportsEarly()) {
            sending.done(kafka.end(new TopicPartition(record.topic(), record.partition())));
        }
        requestSoon();
        return sending;
    }

    /** Whether a record is reported as written before it is: how a bug is planted. */
    boolean reportsEarly() {
        return false;
    }

    /** From now on the process may die while it waits for a record. */
    final void diesAtSends() {
        mayDie = true;
    }

    private void requestSoon() {
        if (request == null || !request.isPending()) {
            request = time.after(chance.between(0, 3) + faults.delay(), () -> deliver(false));
        }
    }

    /** One request. */
    private void deliver(boolean awaited) {
        if (queue.isEmpty()) {
            return;
        }
        if (!kafka.isReachable()) {
            unreachable(awaited);
            return;
        }
        Map<TopicPartition, List<Sending>> parts = new LinkedHashMap<>();
        int size = chance.in(70) ? queue.size() : chance.between(1, queue.size());
        for (int i = 0; i < size; i++) {
            Sending sending = queue.remove();
            parts.computeIfAbsent(new TopicPartition(sending.record.topic(), sending.record.partition()), _ -> new ArrayList<>())
                    .add(sending);
        }
        parts.values().forEach(this::write);
        if (!queue.isEmpty()) {
            requestSoon();
        }
    }

    private void write(List<Sending> batch) {
        Faults.Write fate = faults.write();
        var failure = new org.apache.kafka.common.errors.TimeoutException("the batch was not acknowledged in time");
        if (fate != Faults.Write.DONE) {
            blockedMillis = Math.max(blockedMillis, chance.skewed(1, (int) deliveryMillis));
        }
        switch (fate) {
            case DONE -> batch.forEach(sending -> sending.done(kafka.append(sending.record)));
            case LOST -> batch.forEach(sending -> sending.failed(failure));
            case UNREPORTED -> {
                batch.forEach(sending -> kafka.append(sending.record));
                batch.forEach(sending -> sending.failed(failure));
            }
            case LATE -> {
                time.after(chance.skewed(1, LATEST_MILLIS), () -> batch.forEach(sending -> kafka.append(sending.record)));
                batch.forEach(sending -> sending.failed(failure));
            }
        }
    }

    private void unreachable(boolean awaited) {
        var failure = new org.apache.kafka.common.errors.TimeoutException("no broker could be reached in time");
        if (awaited) {
            blockedMillis = Math.max(blockedMillis, deliveryMillis);
        }
        while (!queue.isEmpty() && (awaited || time.millis() - queue.getFirst().sinceMillis >= deliveryMillis)) {
            queue.remove().failed(failure);
        }
        if (!queue.isEmpty()) {
            request = time.after(100, () -> deliver(false));
        }
    }

    /** For how long the caller's thread was held up since the last time it was asked. */
    long blockedMillis() {
        long blocked = blockedMillis;
        blockedMillis = 0;
        return blocked;
    }

    /** The process has died: nobody hears of anything, and what was on its way arrives, perhaps late, or does not. */
    void die() {
        closed = true;
        List<Sending> rest = List.copyOf(queue);
        queue.clear();
        if (!rest.isEmpty() && faults.strikes(50, Happening.WRITE_AFTER_DEATH)) {
            List<Sending> underWay = rest.subList(0, chance.between(1, rest.size()));
            time.after(chance.skewed(0, LATEST_MILLIS), () -> underWay.forEach(sending -> kafka.append(sending.record)));
        }
    }

    @Override
    public void close(Duration timeout) {
        closed = true;
        for (Sending left = queue.poll(); left != null; left = queue.poll()) {
            left.failed(new KafkaException("Producer is closed forcefully."));
        }
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }

    /** Those that tell whether a broker is connected; and nothing is ever sent again here. */
    @Override
    public Map<MetricName, Metric> metrics() {
        Map<MetricName, Metric> metrics = new HashMap<>();
        add(metrics, "connection-creation-total", () -> (double) kafka.connectionsMade());
        add(metrics, "connection-count", () -> kafka.isReachable() ? 1.0 : 0.0);
        add(metrics, "record-retry-total", () -> 0.0);
        return metrics;
    }

    private static void add(Map<MetricName, Metric> metrics, String name, Supplier<Object> value) {
        MetricName metricName = new MetricName(name, "producer-metrics", "", Map.of());
        metrics.put(metricName, new Metric() {
            @Override
            public MetricName metricName() {
                return metricName;
            }

            @Override
            public Object metricValue() {
                return value.get();
            }
        });
    }
}
