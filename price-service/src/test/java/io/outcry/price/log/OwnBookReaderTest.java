// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TradingState;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class OwnBookReaderTest {

    private static final PricedInstrument BTC_USD = new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final OwnBookReader reader =
            new OwnBookReader(Map.of("bootstrap.servers", "none"), 1, InstantSource.system(), meters);
    private long sequence;

    @Test
    void levelsInOutcomesMakeTheTopAtTheScaleOfTheAggregatedPrice() {
        apply(outcome().addLevels(level(Side.SIDE_BUY, 5_999_900, 7)).addLevels(level(Side.SIDE_SELL, 6_000_100, 3)));
        assertThat(reader.reply(BTC_USD, 9)).isEqualTo(quote(599_990_000, 600_010_000));

        apply(outcome().addLevels(level(Side.SIDE_SELL, 6_000_100, 0)).addLevels(level(Side.SIDE_SELL, 6_000_200, 1)));
        assertThat(reader.reply(BTC_USD, 9)).as("after the best ask was taken").isEqualTo(quote(599_990_000, 600_020_000));
    }

    @Test
    void aHaltedSymbolSaysNothingUntilItTradesAgain() {
        apply(outcome().addLevels(level(Side.SIDE_BUY, 99, 1)).addLevels(level(Side.SIDE_SELL, 100, 1)));
        apply(outcome().setTradingState(TradingState.TRADING_STATE_HALTED));
        assertThat(reader.reply(BTC_USD, 9)).isEqualTo(new VenueReply.NotListed());

        apply(outcome().setTradingState(TradingState.TRADING_STATE_TRADING));
        assertThat(reader.reply(BTC_USD, 9)).isEqualTo(quote(9_900, 10_000));
    }

    @Test
    void untilTheLogHasBeenReadToItsEndItSaysNothing() {
        apply(outcome().addLevels(level(Side.SIDE_BUY, 99, 1)).addLevels(level(Side.SIDE_SELL, 100, 1)));

        assertThat(reader.reply(BTC_USD)).isEqualTo(new VenueReply.NotListed());
    }

    @Test
    void whatIsDamagedInTheLogEndsTheBooksOfItsPartitionAndNoOthers() {
        TopicPartition damaged = new TopicPartition(Topics.ORDER_OUTCOMES, 0);
        TopicPartition good = new TopicPartition(Topics.ORDER_OUTCOMES, 1);
        MockConsumer<byte[], byte[]> log = damagedAt(damaged, good);
        Outcome.Builder top =
                outcome().setSequence(1).setSymbol("ETH-USD").addLevels(level(Side.SIDE_BUY, 99, 1))
                        .addLevels(level(Side.SIDE_SELL, 100, 1));
        log.schedulePollTask(() -> log.addRecord(new ConsumerRecord<>(good.topic(), 1, 0, null, top.build().toByteArray())));
        log.schedulePollTask(() -> {});
        OwnBookReader both = new OwnBookReader(Map.of("bootstrap.servers", "none"), 2, InstantSource.system(), meters);
        PricedInstrument ethUsd = new PricedInstrument("ETH-USD", "ETH", "USD", 4, RefreshTier.HOT);
        int[] rounds = {0};
        both.follow(log, () -> damagedAt(damaged, good), () -> rounds[0]++ < 4);
        assertThat(both.reply(ethUsd)).as("it has been read to its end").isInstanceOf(VenueReply.Quoted.class);
        assertThat(meters.counter("outcry.price.ownbook.poisoned").count()).isEqualTo(1);
    }

    @Test
    void aPartitionWithoutALeaderLetsOnlyItsOwnBooksGrowOld() {
        TopicPartition leaderless = new TopicPartition(Topics.ORDER_OUTCOMES, 0);
        TopicPartition good = new TopicPartition(Topics.ORDER_OUTCOMES, 1);
        MockConsumer<byte[], byte[]> log = new MockConsumer<>("none") {

            @Override
            public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> asked, Duration timeout) {
                if (asked.contains(leaderless)) {
                    throw new TimeoutException("no leader");
                }
                return super.endOffsets(asked, timeout);
            }
        };
        log.updateBeginningOffsets(Map.of(leaderless, 0L, good, 0L));
        log.updateEndOffsets(Map.of(leaderless, 0L, good, 1L));
        Outcome.Builder top = outcome().setSequence(1).addLevels(level(Side.SIDE_BUY, 99, 1)).addLevels(level(Side.SIDE_SELL, 100, 1));
        log.schedulePollTask(() -> log.addRecord(new ConsumerRecord<>(good.topic(), 1, 0, null, top.build().toByteArray())));
        OwnBookReader both = new OwnBookReader(Map.of("bootstrap.servers", "none"), 2, InstantSource.system(), meters);
        int[] rounds = {0};
        both.follow(log, () -> log, () -> rounds[0]++ < 3);
        assertThat(both.reply(BTC_USD)).isInstanceOf(VenueReply.Quoted.class);
    }

    @Test
    void partitionsWithoutALeaderTakeLittleOfTheTimeOfTheOthers() {
        List<TopicPartition> logs = logs(8);
        long[] millis = {1_000_000};
        long[] waited = {0};
        MockConsumer<byte[], byte[]> log = new MockConsumer<>("none") {

            @Override
            public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> asked, Duration timeout) {
                if (asked.stream().anyMatch(one -> one.partition() > 0)) {
                    millis[0] += timeout.toMillis();
                    waited[0] += timeout.toMillis();
                    throw new TimeoutException("no leader");
                }
                return super.endOffsets(asked, timeout);
            }
        };
        log.updateBeginningOffsets(logs.stream().collect(Collectors.toMap(one -> one, _ -> 0L)));
        log.updateEndOffsets(Map.of(logs.getFirst(), 0L));
        long end = millis[0] + 60_000;
        new OwnBookReader(Map.of("bootstrap.servers", "none"), 8, () -> Instant.ofEpochMilli(millis[0]), meters)
                .follow(log, () -> log, () -> (millis[0] += 100) < end);
        assertThat(waited[0]).as("milliseconds of a minute, eight to begin with").isBetween(8_000L, 14_000L);
    }

    @Test
    void aBookIsAsOldAsItsPartitionHasNoLeaderAndIsNewAgainWhenItHas() {
        TopicPartition only = new TopicPartition(Topics.ORDER_OUTCOMES, 0);
        long begin = 1_000_000;
        SilentAtTimes log = new SilentAtTimes(List.of(only), begin, millis -> millis >= 5_000 && millis < 20_000);
        OwnBookReader one = new OwnBookReader(Map.of("bootstrap.servers", "none"), 1, log::now, meters);
        log.schedulePollTask(() -> log.addRecord(top(0)));
        int[] asked = new int[1];
        one.follow(log, () -> log, () -> {
            long millis = log.passed();
            if (millis == 4_900) {
                asked[0] = log.asked;
                assertThat(age(one, log)).as("ms old while there is a leader").isLessThanOrEqualTo(1_000);
            } else if (millis == 19_900) {
                assertThat(age(one, log)).as("ms old without one").isBetween(14_900L, 15_900L);
            }
            return millis < 35_000;
        });
        assertThat(age(one, log)).as("ms old when it has had one for long").isLessThanOrEqualTo(1_000);
        assertThat(asked[0]).as("questions in five seconds").isBetween(5, 10);
    }

    @Test
    void aKafkaThatWasAwayIsAskedAgainAtOnceForAllPartitions() {
        SilentAtTimes log = new SilentAtTimes(logs(2), 1_000_000, millis -> millis < 3_000);
        log.brokersToo = true;
        OwnBookReader both = new OwnBookReader(Map.of("bootstrap.servers", "none"), 2, log::now, meters);
        log.schedulePollTask(() -> log.addRecord(top(0)));
        both.follow(log, () -> log, () -> log.passed() < 5_000);
        assertThat(age(both, log)).as("ms old two seconds later").isLessThanOrEqualTo(1_000);
    }

    @Test
    void aPartitionThatIsNotReadToItsEndSaysNothing() {
        SilentAtTimes log = new SilentAtTimes(List.of(new TopicPartition(Topics.ORDER_OUTCOMES, 0)), 1_000_000, _ -> false);
        log.updateEndOffsets(Map.of(new TopicPartition(Topics.ORDER_OUTCOMES, 0), 2L));
        OwnBookReader one = new OwnBookReader(Map.of("bootstrap.servers", "none"), 1, log::now, meters);
        log.schedulePollTask(() -> log.addRecord(top(0)));
        one.follow(log, () -> log, () -> log.passed() < 5_000);
        assertThat(one.reply(BTC_USD)).isEqualTo(new VenueReply.NotListed());
    }

    @Test
    void aKafkaThatIsAwayIsWaitedForOnceHoweverManyPartitionsThereAre() {
        SilentAtTimes log = new SilentAtTimes(logs(64), 1_000_000, _ -> true);
        log.brokersToo = true;
        OwnBookReader all = new OwnBookReader(Map.of("bootstrap.servers", "none"), 64, log::now, meters);
        all.follow(log, () -> log, () -> log.passed() <= 100);
        assertThat(log.waitedMillis).as("milliseconds of one round").isBetween(1L, 2_000L);
    }

    @Test
    void whoStopsDoesNotWaitForEachPartitionWithoutALeader() {
        SilentAtTimes log = new SilentAtTimes(logs(64), 1_000_000, _ -> true);
        OwnBookReader all = new OwnBookReader(Map.of("bootstrap.servers", "none"), 64, log::now, meters);
        all.follow(log, () -> log, () -> log.passed() <= 100);
        assertThat(log.waitedMillis).as("milliseconds after it was told to stop in its first question").isLessThanOrEqualTo(2_000);
    }

    private static List<TopicPartition> logs(int partitions) {
        return IntStream.range(0, partitions).mapToObj(number -> new TopicPartition(Topics.ORDER_OUTCOMES, number)).toList();
    }

    /** A log of which each partition ends at 1, and nobody says so at times; a tenth of a second passes with each round. */
    private static final class SilentAtTimes extends MockConsumer<byte[], byte[]> {

        private final long begin;
        private final LongPredicate silent;
        private long millis;
        private int asked;
        private long waitedMillis;
        /** Whether no broker answers then, and not only no leader. */
        private boolean brokersToo;

        SilentAtTimes(List<TopicPartition> logs, long begin, LongPredicate silent) {
            super("none");
            this.begin = begin;
            this.silent = silent;
            millis = begin;
            updateBeginningOffsets(logs.stream().collect(Collectors.toMap(one -> one, _ -> 0L)));
            updateEndOffsets(logs.stream().collect(Collectors.toMap(one -> one, _ -> 1L)));
        }

        Instant now() {
            return Instant.ofEpochMilli(millis);
        }

        /** Milliseconds since the beginning, after another tenth of a second. */
        long passed() {
            return (millis += 100) - begin;
        }

        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> logs, Duration timeout) {
            asked += logs.size();
            if (!logs.isEmpty() && silent.test(millis - begin)) {
                waitedMillis += timeout.toMillis();
                throw new TimeoutException("no leader");
            }
            return super.endOffsets(logs, timeout);
        }

        @Override
        public synchronized Map<String, List<PartitionInfo>> listTopics(Duration timeout) {
            if (brokersToo && silent.test(millis - begin)) {
                waitedMillis += timeout.toMillis();
                throw new TimeoutException("no broker");
            }
            return super.listTopics(timeout);
        }
    }

    private static ConsumerRecord<byte[], byte[]> top(int partition) {
        Outcome.Builder top = outcome().setSequence(1).addLevels(level(Side.SIDE_BUY, 99, 1)).addLevels(level(Side.SIDE_SELL, 100, 1));
        return new ConsumerRecord<>(Topics.ORDER_OUTCOMES, partition, 0, null, top.build().toByteArray());
    }

    /** Of the book's quote, in milliseconds. */
    private static long age(OwnBookReader reader, SilentAtTimes log) {
        VenueReply.Quoted quoted = (VenueReply.Quoted) reader.reply(BTC_USD);
        return log.now().toEpochMilli() - quoted.quote().receivedMicros() / 1_000;
    }

    private static MockConsumer<byte[], byte[]> damagedAt(TopicPartition damaged, TopicPartition good) {
        MockConsumer<byte[], byte[]> log = new MockConsumer<>("none") {

            @Override
            public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                if (assignment().contains(damaged) && !paused().contains(damaged) && position(damaged) == 0) {
                    throw new KafkaException("failed", new KafkaException("a checksum is wrong"));
                }
                return super.poll(timeout);
            }
        };
        log.updateBeginningOffsets(Map.of(damaged, 0L, good, 0L));
        log.updateEndOffsets(Map.of(damaged, 9L, good, 1L));
        return log;
    }

    @Test
    void aBookThatIsFinerThanTheAggregatedPriceIsNoVenue() {
        apply(outcome().setPriceScale(5).addLevels(level(Side.SIDE_BUY, 99, 1)).addLevels(level(Side.SIDE_SELL, 100, 1)));

        assertThat(reader.reply(BTC_USD, 9)).isEqualTo(new VenueReply.NotListed());
    }

    @Test
    void whatASecondOwnerWroteAgainIsDropped() {
        apply(outcome().addLevels(level(Side.SIDE_BUY, 97, 1)).addLevels(level(Side.SIDE_SELL, 100, 1)));
        apply(outcome().addLevels(level(Side.SIDE_BUY, 99, 1)));
        sequence = 0;
        apply(outcome().addLevels(level(Side.SIDE_BUY, 97, 1)).addLevels(level(Side.SIDE_SELL, 100, 1)));
        apply(outcome().addLevels(level(Side.SIDE_BUY, 105, 1)));

        assertThat(reader.reply(BTC_USD, 9)).isEqualTo(quote(9_900, 10_000));
    }

    @Test
    void afterAGapOrWhatCannotBeReadTheBooksOfThePartitionSayNothing() {
        apply(outcome().addLevels(level(Side.SIDE_BUY, 99, 1)).addLevels(level(Side.SIDE_SELL, 100, 1)));
        sequence++;
        apply(outcome().addLevels(level(Side.SIDE_SELL, 100, 0)));
        assertThat(reader.reply(BTC_USD, 9)).isEqualTo(new VenueReply.NotListed());

        reader.apply(new ConsumerRecord<>("order.outcomes.v1", 1, 0, null, null));
        reader.apply(new ConsumerRecord<>("order.outcomes.v1", 2, 0, null, new byte[]{(byte) 0xff}));
        assertThat(meters.counter("outcry.price.ownbook.poisoned").count()).isEqualTo(3);
    }

    private void apply(Outcome.Builder outcome) {
        byte[] value = outcome.setInputOffset(sequence * 2).setSequence(++sequence).build().toByteArray();
        reader.apply(new ConsumerRecord<>("order.outcomes.v1", 0, sequence, null, value));
    }

    private static Outcome.Builder outcome() {
        return Outcome.newBuilder().setSymbol("BTC-USD").setPriceScale(2).setQuantityScale(4);
    }

    private static LevelChange.Builder level(Side side, long price, long quantity) {
        return LevelChange.newBuilder().setSide(side).setPrice(price).setQuantity(quantity);
    }

    private static VenueReply quote(long bid, long ask) {
        return new VenueReply.Quoted(new Quote(bid, ask, 0, "USD", 0, 9, 0, Transport.SOCKET));
    }
}
