// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.topic.LogDamage;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TradingState;
import io.outcry.price.domain.OwnBook;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.VenueReply;
import io.outcry.price.refresh.Pricing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Our own book as a venue: reads the outcomes of all orders from the beginning, and then on, without a group, and keeps the levels. Until
 * its partition has been read to the end once, a book says nothing; after that its quote is as old as the last moment at which nothing of the
 * partition was left to read.
 */
public final class OwnBookReader implements Pricing.OwnBookTop {

    /** Our name among the venues. */
    public static final String VENUE = "outcry";

    private static final Logger LOG = LoggerFactory.getLogger(OwnBookReader.class);
    private static final Duration POLL = Duration.ofMillis(100);

    /** Below so many outcomes at a time it rests: each poll costs the broker something, and nobody needs our quote to the millisecond. */
    private static final int LARGE_POLL = 400;

    /** The end of the log is asked for so often, and the answer is waited for so long. */
    private static final long ASK_MICROS = 500_000;
    private static final Duration ANSWER = Duration.ofSeconds(1);

    /** A partition that gives no answer is asked so often, by itself, and then not for long: all others wait for it. */
    private static final long SILENCE_MICROS = 10_000_000;
    private static final Duration SHORT_ANSWER = Duration.ofMillis(100);
    private static final long NOWHERE = -1;

    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Map<String, Object> kafka;
    private final List<TopicPartition> partitions;
    private final InstantSource clock;
    private final Counter poisoned;
    private final Map<String, Levels> books = new ConcurrentHashMap<>();
    private final Map<Integer, Place> places = new HashMap<>();
    private final RarelyTold unanswered = new RarelyTold();
    private long askedMicros;

    /** One symbol's book, at the scale of its orders. Its own lock. */
    private static final class Levels {
        private final OwnBook book = new OwnBook();
        private final Place place;
        private int scale;

        Levels(Place place) {
            this.place = place;
        }
    }

    /** How far a partition has been read. */
    private static final class Place {
        private long inputOffset = -1;
        private long sequence;
        private volatile boolean torn;
        private volatile long caughtUpMicros;
        /** When the end was asked for, and where it was then; nowhere once it has been read to there. */
        private long askedMicros;
        private long end = NOWHERE;
        /** When it gave no answer last: it has no leader. 0 once it has. */
        private long silentMicros;
    }

    /**
     * @param kafka client properties, at least the bootstrap servers
     * @param orderPartitions how many partitions the outcomes have
     */
    public OwnBookReader(Map<String, Object> kafka, int orderPartitions, InstantSource clock, MeterRegistry meters) {
        this.kafka = kafka;
        this.partitions = IntStream.range(0, orderPartitions)
                .mapToObj(partition -> new TopicPartition(Topics.ORDER_OUTCOMES, partition))
                .toList();
        this.clock = clock;
        this.poisoned = Counter.builder("outcry.price.ownbook.poisoned")
                .description("Partitions whose books are no venue any more, because an outcome is missing or cannot be read")
                .register(meters);
    }

    /**
     * Reads until {@code goOn} says no.
     *
     * @throws org.apache.kafka.common.KafkaException if the topic cannot be read
     */
    public void read(BooleanSupplier goOn) {
        books.clear();
        places.clear();
        try (Consumer<byte[], byte[]> consumer =
                GrouplessConsumer.open(kafka, "outcry-price-own-book", "earliest", new ByteArrayDeserializer())) {
            follow(consumer, () -> GrouplessConsumer.open(kafka, "outcry-price-look", "none", new ByteArrayDeserializer()), goOn);
        }
    }

    /** @param fresh makes a consumer without a group */
    void follow(Consumer<byte[], byte[]> consumer, Supplier<Consumer<byte[], byte[]>> fresh, BooleanSupplier goOn) {
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        while (goOn.getAsBoolean()) {
            ConsumerRecords<byte[], byte[]> records = poll(consumer, fresh);
            records.forEach(this::apply);
            if (!records.isEmpty() && records.count() < LARGE_POLL) {
                LockSupport.parkNanos(REST_NANOS);
            }
            catchUp(consumer, goOn);
        }
    }

    /** What cannot be read tears its partition's books only. */
    private ConsumerRecords<byte[], byte[]> poll(Consumer<byte[], byte[]> consumer, Supplier<Consumer<byte[], byte[]>> fresh) {
        try {
            return consumer.poll(POLL);
        } catch (KafkaException e) {
            LogDamage found = LogDamage.find(e, consumer, fresh).orElseThrow(() -> e);
            found.leaveOut(consumer);
            tear(found.log(), found.offset(), found.reason());
            return ConsumerRecords.empty();
        }
    }

    private Place place(int partition) {
        return places.computeIfAbsent(partition, any -> new Place());
    }

    /**
     * The books of a partition are as old as the moment at which its log ended where it has been read to since. The broker is asked: what the
     * consumer knows of the end stays as it was when none can be reached.
     */
    private void catchUp(Consumer<byte[], byte[]> consumer, BooleanSupplier goOn) {
        long now = Micros.now(clock);
        if (Math.abs(now - askedMicros) >= ASK_MICROS) {
            askedMicros = now;
            List<TopicPartition> asked = partitions.stream().filter(log -> isAsked(place(log.partition()), now)).toList();
            List<TopicPartition> silent = asked.stream().filter(log -> place(log.partition()).silentMicros != 0).toList();
            ask(consumer, asked.stream().filter(log -> !silent.contains(log)).toList(), goOn, now);
            askEach(consumer, silent, SHORT_ANSWER, goOn, now);
        }
        for (TopicPartition log : partitions) {
            Place place = place(log.partition());
            if (place.end != NOWHERE && !place.torn && consumer.position(log) >= place.end) {
                place.caughtUpMicros = place.askedMicros;
                place.end = NOWHERE;
            }
        }
    }

    private static boolean isAsked(Place place, long now) {
        return !place.torn && place.end == NOWHERE && Math.abs(now - place.silentMicros) >= SILENCE_MICROS;
    }

    /** Kafka's consumer answers for all or for none: if for none, each is asked by itself, unless Kafka is away, which may be back soon. */
    private void ask(Consumer<byte[], byte[]> consumer, List<TopicPartition> asked, BooleanSupplier goOn, long now) {
        if (!isAnswered(consumer, asked, ANSWER, now) && isThere(consumer)) {
            askEach(consumer, asked, ANSWER, goOn, now);
        }
    }

    private void askEach(
            Consumer<byte[], byte[]> consumer, List<TopicPartition> asked, Duration patience, BooleanSupplier goOn, long now) {
        for (TopicPartition log : asked) {
            if (goOn.getAsBoolean() && !isAnswered(consumer, List.of(log), patience, now)) {
                place(log.partition()).silentMicros = now;
            }
        }
    }

    private boolean isAnswered(Consumer<byte[], byte[]> consumer, List<TopicPartition> asked, Duration patience, long now) {
        try {
            consumer.endOffsets(asked, patience).forEach((log, end) -> {
                place(log.partition()).silentMicros = 0;
                place(log.partition()).end = end;
                place(log.partition()).askedMicros = now;
            });
            return true;
        } catch (TimeoutException e) {
            if (unanswered.isDue(e)) {
                LOG.atWarn().addKeyValue("reason", e.getMessage()).log("Kafka does not say where the outcomes end: our own books grow old");
            }
            return false;
        }
    }

    /** Whether any broker answers: by itself each partition would be waited for while none does. */
    private static boolean isThere(Consumer<byte[], byte[]> consumer) {
        try {
            consumer.listTopics(ANSWER);
            return true;
        } catch (TimeoutException _) {
            return false;
        }
    }

    /** Drops what a second owner wrote again, by its command's offset; after a gap the books of the partition say nothing any more. */
    void apply(ConsumerRecord<byte[], byte[]> record) {
        Place place = place(record.partition());
        if (place.torn) {
            return;
        }
        Outcome outcome = outcome(record.value());
        if (outcome == null) {
            tear(log(record), record.offset(), "it is no outcome");
        } else if (outcome.getInputOffset() > place.inputOffset) {
            if (outcome.getSequence() != place.sequence + 1) {
                tear(log(record), record.offset(), "outcome " + outcome.getSequence() + " after " + place.sequence);
                return;
            }
            place.inputOffset = outcome.getInputOffset();
            place.sequence = outcome.getSequence();
            apply(outcome, place);
        }
    }

    private static @Nullable Outcome outcome(byte @Nullable [] value) {
        try {
            return value == null ? null : Outcome.parseFrom(value);
        } catch (InvalidProtocolBufferException _) {
            return null;
        }
    }

    private static TopicPartition log(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    private void tear(TopicPartition log, long offset, String reason) {
        place(log.partition()).torn = true;
        poisoned.increment();
        LOG.atError()
                .addKeyValue("topic", log.topic())
                .addKeyValue("partition", log.partition())
                .addKeyValue("offset", offset)
                .addKeyValue("reason", reason)
                .log("an outcome is missing or cannot be read: our own books of this partition are no venue any more");
    }

    private void apply(Outcome outcome, Place place) {
        if (outcome.getLevelsCount() == 0 && outcome.getTradingState() == TradingState.TRADING_STATE_UNSPECIFIED) {
            return;
        }
        Levels levels = books.computeIfAbsent(outcome.getSymbol(), any -> new Levels(place));
        synchronized (levels) {
            levels.scale = outcome.getPriceScale();
            for (LevelChange level : outcome.getLevelsList()) {
                OwnBook.Side side = level.getSide() == Side.SIDE_BUY ? OwnBook.Side.BID : OwnBook.Side.ASK;
                levels.book.level(side, level.getPrice(), level.getQuantity());
            }
            if (outcome.getTradingState() != TradingState.TRADING_STATE_UNSPECIFIED) {
                levels.book.trading(outcome.getTradingState() == TradingState.TRADING_STATE_TRADING);
            }
        }
    }

    @Override
    public String name() {
        return VENUE;
    }

    @Override
    public VenueReply reply(PricedInstrument instrument) {
        Levels levels = books.get(instrument.symbol());
        return reply(instrument, levels == null ? 0 : levels.place.caughtUpMicros);
    }

    VenueReply reply(PricedInstrument instrument, long confirmedMicros) {
        Levels levels = books.get(instrument.symbol());
        if (levels == null || levels.place.torn || confirmedMicros == 0) {
            return new VenueReply.NotListed();
        }
        synchronized (levels) {
            int digits = instrument.scale() - levels.scale;
            // Orders may be finer than any aggregated price: such a book is nothing that could be asked.
            if (digits < 0) {
                return new VenueReply.NotListed();
            }
            long unit = 1;
            for (int i = 0; i < digits; i++) {
                unit *= 10;
            }
            return levels.book.reply(unit, instrument.quote(), confirmedMicros);
        }
    }
}
