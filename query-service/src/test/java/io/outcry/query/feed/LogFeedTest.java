// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.PriceStatus;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.contracts.v1.Tier;
import io.outcry.query.DamagedLog;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.RedisLink;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.WholeBooks;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The feed of prices, from a consumer that is told what to give; neither Kafka nor Redis is there. */
@Timeout(60)
class LogFeedTest {

    private static final ViewPartition PRICES = new ViewPartition(ViewLog.PRICES, 0);
    private static final TopicPartition TOPIC = PRICES.topicPartition();
    private static final TopicPartition REGISTRY = new TopicPartition(Topics.INSTRUMENTS, 0);
    private static final String NOWHERE = "127.0.0.1:1";

    @RegisterExtension
    private final ToldLines told = ToldLines.of(LogFeed.class);

    private final ViewPositions positions = new ViewPositions(1, 1);
    private final AtomicInteger refusals = new AtomicInteger();
    private final RedisLink redis = new RedisLink("redis://" + NOWHERE, false, Duration.ofSeconds(1), Duration.ofSeconds(1));
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final SymbolRegistry registry = new SymbolRegistry(2);
    private final LogFeed feed = new LogFeed(new LogFeed.Parts(
            () -> consumer, new WholeBooks(redis), new ViewPositions(1, 1),
            topic -> refusals.getAndDecrement() > 0 ? OptionalLong.empty() : OptionalLong.of(7), positions, registry));

    /** @param refused how often Kafka does not say which log it has, each time a second later */
    private void start(int refused) {
        start(refused, 0);
    }

    private void start(int refused, long registryEnd) {
        refusals.set(refused);
        consumer.updateBeginningOffsets(Map.of(TOPIC, 0L, REGISTRY, 0L));
        consumer.updateEndOffsets(Map.of(TOPIC, 3L, REGISTRY, registryEnd));
        feed.start();
    }

    @AfterEach
    void stop() {
        feed.stop();
        redis.close();
    }

    private void write(long offset) {
        PriceUpdate price = PriceUpdate.newBuilder().setSymbol("BTC-USD").setScale(2).setPrice(100 + offset).setBid(99).setAsk(101)
                .setConfidence(1).setAsOfUs(1).setTier(Tier.TIER_HOT).setStatus(PriceStatus.PRICE_STATUS_FRESH).setSources(3).build();
        consumer.schedulePollTask(() -> {
            consumer.seek(TOPIC, offset);
            consumer.addRecord(new ConsumerRecord<>(TOPIC.topic(), TOPIC.partition(), offset, new byte[0], price.toByteArray()));
        });
    }

    private static void until(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofSeconds(40)).until(condition);
    }

    /** Until then nobody knows of a symbol that it is listed in another partition than a new one would be. */
    @Test
    void theRegistryIsReadToItsEndBeforeTheFeedIsNotBehind() {
        start(0, 3);
        SymbolPartitions partitions = new SymbolPartitions(2, 1, registry);
        register(0, "ETH-USD");
        write(0);
        write(1);
        write(2);
        until(() -> feed.isLive(PRICES));
        assertThat(feed.behind()).contains(REGISTRY);
        assertThat(partitions.orders("ETH-USD").number()).as("what has been read").isEqualTo(elsewhere("ETH-USD"));
        assertThatThrownBy(() -> partitions.orders("BTC-USD")).hasMessageContaining("registry");

        register(1, "BTC-USD");
        // The last one is gone from the topic, as one that was taken off the registry.
        consumer.schedulePollTask(() -> consumer.seek(REGISTRY, 3));
        until(() -> !feed.behind().contains(REGISTRY));
        assertThat(partitions.orders("BTC-USD").number()).isEqualTo(elsewhere("BTC-USD"));
        assertThat(partitions.orders("NEW-USD").number()).as("where a new one would be").isEqualTo(1 - elsewhere("NEW-USD"));
    }

    /** Where a new symbol of this name would not be. */
    private static int elsewhere(String symbol) {
        return 1 - Partitioning.ofSymbol(symbol, 2);
    }

    private void register(long offset, String symbol) {
        consumer.schedulePollTask(() -> {
            consumer.seek(REGISTRY, offset);
            consumer.addRecord(RegistryOnStage.entry(offset, symbol, elsewhere(symbol)));
        });
    }

    /** Or a stream would name one that no other instance has. */
    @Test
    void nothingIsReadBeforeTheNumberOfEachLogIsKnown() {
        start(1);
        write(0);
        write(1);
        write(2);
        until(() -> feed.isLive(PRICES));
        assertThat(refusals.get()).isNegative();
        assertThat(ViewLog.values()).allMatch(log -> feed.epoch(log) == 7);
    }

    @Test
    void kafkaThatIsAwayIsToldOnceInALineAndAgainWhenItIsThere() {
        start(2);
        until(() -> told.list().size() == 2);
        assertThat(refusals.get()).as("it was asked again meanwhile").isNegative();
        assertThat(told.list()).extracting(ILoggingEvent::getMessage)
                .containsExactly("the feed has failed and is tried again", "the feed follows the log again");
        assertThat(told.list().getFirst().getThrowableProxy()).as("no stack trace").isNull();
        assertThat(told.list().getFirst().getKeyValuePairs()).extracting(pair -> String.valueOf(pair.value))
                .containsExactly("org.apache.kafka.common.KafkaException: Kafka does not say which order.outcomes.v1 it has");
    }

    @Test
    void anotherReasonIsToldAsWellAndAFaultOfOursWithItsTrace() {
        start(1);
        until(() -> told.list().size() == 2);
        consumer.schedulePollTask(() -> {
            throw new IllegalStateException("a fault");
        });
        until(() -> told.list().size() > 2);
        assertThat(told.list().get(2).getThrowableProxy().getMessage()).isEqualTo("a fault");
    }

    @Test
    void aFeedThatHadNoMemoryForAMomentGoesOn() {
        AtomicInteger opened = new AtomicInteger();
        LogFeed other = new LogFeed(new LogFeed.Parts(
                () -> {
                    MockConsumer<byte[], byte[]> kafka = new MockConsumer<>("earliest");
                    kafka.updateBeginningOffsets(Map.of(TOPIC, 0L, REGISTRY, 0L));
                    kafka.updateEndOffsets(Map.of(TOPIC, 0L, REGISTRY, 0L));
                    if (opened.getAndIncrement() == 0) {
                        kafka.schedulePollTask(() -> {
                            throw new OutOfMemoryError("no room");
                        });
                    }
                    return kafka;
                },
                new WholeBooks(redis), new ViewPositions(1, 1), _ -> OptionalLong.of(7), new ViewPositions(1, 1), registry));
        other.start();
        until(() -> other.isLive(PRICES));
        other.stop();
        assertThat(told.list()).extracting(ILoggingEvent::getMessage)
                .startsWith("the feed has failed and is tried again", "the feed follows the log again");
    }

    @Test
    void whatWasMadeOfALogThatIsThereNoMoreIsNotTakenForTheTruth() {
        start(0);
        write(0);
        write(1);
        write(2);
        until(() -> feed.isLive(PRICES));
        write(0);
        until(() -> !feed.isLive(PRICES));
        for (long offset = 1; offset < 5; offset++) {
            write(offset);
        }
        until(() -> positions.newest(PRICES).next() == 5);
        assertThat(feed.isLive(PRICES)).as("what came between is not known").isFalse();
        assertThat(feed.behind()).contains(TOPIC);
    }

    @Test
    void aPartitionThatCannotBeReadIsLeftOutAndTheOthersAreFollowed() {
        ViewPartition good = new ViewPartition(ViewLog.PRICES, 1);
        LogFeed other = new LogFeed(new LogFeed.Parts(
                () -> {
                    DamagedLog kafka = new DamagedLog(TOPIC, 0);
                    kafka.updateBeginningOffsets(Map.of(TOPIC, 0L, good.topicPartition(), 0L, REGISTRY, 0L));
                    kafka.updateEndOffsets(Map.of(TOPIC, 1L, good.topicPartition(), 0L, REGISTRY, 0L));
                    return kafka;
                },
                new WholeBooks(redis), new ViewPositions(1, 2), _ -> OptionalLong.of(7), new ViewPositions(1, 2), new SymbolRegistry(1)));
        other.start();
        until(() -> other.isLive(good));
        other.stop();
        assertThat(other.behind()).contains(TOPIC).doesNotContain(good.topicPartition());
        assertThat(told.list()).filteredOn(event -> event.getMessage().equals("the feed of a partition has stopped")).singleElement()
                .satisfies(event -> assertThat(event.getKeyValuePairs()).anySatisfy(
                        pair -> assertThat(String.valueOf(pair.value)).contains("offset 0 of " + TOPIC + " cannot be read")));
    }
}
