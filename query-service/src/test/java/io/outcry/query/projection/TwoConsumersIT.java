// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.trace.Tracing;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.RedisServer;
import io.outcry.query.position.LogIds;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.RedisLink;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewUnavailableException;
import io.outcry.query.view.ViewWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.kafka.event.ListenerContainerIdleEvent;

/** Two consumers of one process fill the same partition in bulk, with a real Redis: one has lost it, and has not heard of it yet. */
@Timeout(120)
class TwoConsumersIT {

    private static final TopicPartition PARTITION = new TopicPartition(ViewLog.ORDERS.topic(), 0);
    private static final int ORDERS = 40_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static final List<ConsumerRecord<byte[], byte[]>> LOG = IntStream.range(0, ORDERS)
            .mapToObj(i -> new ConsumerRecord<>(PARTITION.topic(), 0, i, new byte[0], placed(i))).toList();

    private static byte[] placed(int order) {
        return Outcome.newBuilder().setInputOffset(order).setSequence(order + 1).setTimeUs(1_000 + order).setSymbol("BTC-USD")
                .setPriceScale(2).setQuantityScale(2)
                .addOrders(OrderReport.newBuilder().setOrderId(order).setAccount("alice").setSide(Side.SIDE_BUY)
                        .setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC).setPrice(1).setQuantity(1)
                        .setLeavesQuantity(1).setStatus(OrderStatus.ORDER_STATUS_NEW))
                .build().toByteArray();
    }

    /** Its broker has the whole log, and hands out a thousand records a time. */
    private static final class Reader extends MockConsumer<byte[], byte[]> {

        private int at;

        Reader() {
            super("earliest");
        }

        List<ConsumerRecord<byte[], byte[]>> next() {
            int from = at;
            at = Math.min(ORDERS, from + 1_000);
            return LOG.subList(from, at);
        }

        @Override
        public synchronized void seek(TopicPartition partition, long offset) {
            at = (int) offset;
        }

        @Override
        public synchronized OptionalLong currentLag(TopicPartition partition) {
            return OptionalLong.of(ORDERS - at);
        }

        @Override
        public synchronized void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback done) {
            // Nobody looks at them.
        }

        @Override
        public synchronized void resume(Collection<TopicPartition> partitions) {
            // It never pauses.
        }
    }

    @Test
    void eachOrderIsInTheViewOnce(@TempDir Path directory) {
        try (RedisServer redis = EngineSource.found().redis(directory, 0);
                RedisClient client = RedisClient.create(redis.uri())) {
            RedisLink link = new RedisLink(redis.uri(), false, TIMEOUT, TIMEOUT);
            try {
                ProjectionContainers.Parts parts = parts(link);
                awaitConnected(link, parts.writers().get());
                ProjectionMetrics metrics = new ProjectionMetrics(parts.registry(), ViewLog.ORDERS);
                LogProjection late = ProjectionContainers.projection(ViewLog.ORDERS, metrics, parts);
                LogProjection owner = ProjectionContainers.projection(ViewLog.ORDERS, metrics, parts);
                CompletableFuture.allOf(
                        onAThread(late), onAThread(owner)).join();
                assertThat(parts.faults().all()).isEmpty();
                assertHoldsEachOrderOnce(client.connect().sync());
            } finally {
                link.close();
            }
        }
    }

    private static ProjectionContainers.Parts parts(RedisLink link) {
        return new ProjectionContainers.Parts(
                Map.of(), new ProjectionSettings("group", ORDERS, 1, 1, 1, 2),
                () -> new ViewWriter(link, TIMEOUT, Duration.ofDays(7), Clock.systemUTC()), new ViewPositions(1, 1), ids(),
                new ProjectionFaults(),
                null, new SimpleMeterRegistry(), Clock.systemUTC(), Tracing.off());
    }

    private static LogIds ids() {
        LogIds ids = new LogIds();
        ids.observe(ViewLog.ORDERS, "orders");
        return ids;
    }

    private static void awaitConnected(RedisLink link, ViewWriter writer) {
        Awaitility.await().atMost(TIMEOUT).ignoreException(ViewUnavailableException.class).until(() -> {
            link.connect();
            return writer.ask(List.of(new ViewPartition(ViewLog.ORDERS, 0))).getFirst().await() != null;
        });
    }

    /** Of its own: the common pool has one thread where there are two processors. */
    private static CompletableFuture<Void> onAThread(LogProjection projection) {
        return CompletableFuture.runAsync(() -> project(projection), each -> Thread.ofPlatform().start(each));
    }

    private static void project(LogProjection projection) {
        Reader reader = new Reader();
        projection.onPartitionsAssigned(reader, List.of(PARTITION));
        while (reader.at < ORDERS) {
            projection.onMessage(reader.next(), reader);
            if (reader.at == ORDERS) {
                // Redis has the last word: it may send the consumer back.
                projection.onIdle(idle(reader));
            }
        }
        projection.onPartitionsLost(reader, List.of(PARTITION));
    }

    private static ListenerContainerIdleEvent idle(Consumer<?, ?> reader) {
        return new ListenerContainerIdleEvent(reader, reader, 250, "idle", List.of(PARTITION), reader, false);
    }

    private static void assertHoldsEachOrderOnce(RedisCommands<String, String> look) {
        List<String> lists = look.keys("*").stream().filter(key -> look.type(key).equals("list")).toList();
        assertThat(lists).hasSize(2).allSatisfy(list -> {
            List<String> orders = look.lrange(list, 0, -1);
            assertThat(orders).doesNotHaveDuplicates().hasSize(ORDERS);
        });
    }
}
