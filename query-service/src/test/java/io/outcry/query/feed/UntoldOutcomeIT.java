// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.RedisServer;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.RedisLink;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.WholeBooks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An outcome of which those who listen could not be told: what they show goes on from Redis, and nothing is left out of it. */
@Timeout(180)
class UntoldOutcomeIT {

    private static final ViewPartition PARTITION = new ViewPartition(ViewLog.ORDERS, 0);
    private static final TopicPartition OUTCOMES = PARTITION.topicPartition();
    private static final TopicPartition REGISTRY = new TopicPartition(Topics.INSTRUMENTS, 0);
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final ViewPosition AT = new ViewPosition(8, 7, 6, 0, 0, 5);
    private static final ViewKeys KEYS = new ViewKeys(PARTITION);

    @TempDir
    private Path directory;

    /** Has no memory for what it is told. */
    private static final class Listener implements FeedListener {

        private final AtomicInteger failed = new AtomicInteger();
        private final AtomicInteger restarted = new AtomicInteger();

        @Override
        public void outcome(ViewPartition partition, Outcome outcome) {
            failed.incrementAndGet();
            throw new OutOfMemoryError("no room");
        }

        @Override
        public void price(LivePrice price) {
            throw new AssertionError("there is none");
        }

        @Override
        public void restarted(ViewPartition partition) {
            restarted.incrementAndGet();
        }
    }

    /** One that has the next outcome behind where the books were loaded. */
    private static MockConsumer<byte[], byte[]> kafka() {
        MockConsumer<byte[], byte[]> kafka = new MockConsumer<>("earliest") {

            @Override
            public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                if (assignment().contains(OUTCOMES) && position(OUTCOMES) == AT.next()) {
                    Outcome outcome = Outcome.newBuilder().setSymbol("BTC-USD").setInputOffset(8).setSequence(7).setTimeUs(1)
                            .addLevels(LevelChange.newBuilder().setSide(Side.SIDE_BUY).setPrice(100).setQuantity(1)).build();
                    addRecord(new ConsumerRecord<>(OUTCOMES.topic(), 0, AT.next(), new byte[0], outcome.toByteArray()));
                }
                return super.poll(timeout);
            }
        };
        kafka.updateBeginningOffsets(Map.of(REGISTRY, 0L));
        kafka.updateEndOffsets(Map.of(REGISTRY, 0L, OUTCOMES, 9L));
        return kafka;
    }

    @Test
    void itsPartitionIsReadAnewFromRedis() {
        Listener listener = new Listener();
        ViewPositions seen = new ViewPositions(1, 0);
        seen.restart(PARTITION, 0);
        try (RedisServer redis = EngineSource.found().redis(directory, 0);
                RedisClient client = RedisClient.create(redis.uri());
                RedisLink link = new RedisLink(redis.uri(), false, LIMIT, LIMIT)) {
            RedisCommands<String, String> view = client.connect().sync();
            view.set(KEYS.position(), AT.stored());
            LogFeed feed = new LogFeed(new LogFeed.Parts(
                    UntoldOutcomeIT::kafka, new WholeBooks(link), seen, _ -> OptionalLong.of(7), new ViewPositions(1, 0),
                    new SymbolRegistry(1)));
            feed.listen(listener);
            feed.start();
            try {
                until("it fails", () -> listener.failed.get() == 1);
                assertThat(feed.isLive(PARTITION)).isFalse();
                ViewPosition later = AT.applied(8, 8, 7, 5);
                view.set(KEYS.position(), later.stored());
                seen.observe(PARTITION, later);
                until("it is read anew", () -> listener.restarted.get() == 2 && feed.isLive(PARTITION));
                assertThat(listener.failed).hasValue(1);
            } finally {
                feed.stop();
            }
        }
    }

    private static void until(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(Duration.ofSeconds(40)).until(condition);
    }
}
