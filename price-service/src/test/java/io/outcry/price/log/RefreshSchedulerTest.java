// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.contracts.v1.Tier;
import io.outcry.price.domain.AggregatedPrice;
import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.TierPlaces;
import io.outcry.price.refresh.IndexBoard;
import io.outcry.price.refresh.TierBoard;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which commands a look writes. */
class RefreshSchedulerTest {

    private static final Set<Integer> ALL = Set.of(0, 1);
    private static final String A = symbolOf(0);
    private static final String B = symbolOf(1);
    private static final String INDEX = "USDT-USD";

    @RegisterExtension
    private final ToldLines told = ToldLines.of(RefreshScheduler.class);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MockProducer<String, byte[]> kafka = new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    private final List<Set<String>> own = new ArrayList<>();
    private long nanos = -Duration.ofDays(1).toNanos();

    @Test
    void symbolsOfItsOwnPartitionsAreAskedForAndWhoseTheyAreIsToldWhenThatChanges() {
        InstrumentRegistry registry = registry(A, B);
        RefreshScheduler scheduler = scheduler(registry, new IndexBoard(List.of()));

        scheduler.look(Set.of(0));
        assertThat(kafka.history()).extracting(ProducerRecord::topic, ProducerRecord::partition, ProducerRecord::key)
                .containsExactly(tuple(Topics.PRICE_COMMANDS, 0, A));
        assertThat(own).containsExactly(Set.of(A));

        scheduler.look(ALL);
        scheduler.look(ALL);
        assertThat(asked()).containsExactly(A, B);
        assertThat(own).containsExactly(Set.of(A), Set.of(A, B));

        scheduler.look(Set.of(1));
        assertThat(own).last().isEqualTo(Set.of(B));
        after(Duration.ofHours(1));
        scheduler.look(Set.of(1));
        assertThat(asked()).as("what is another instance's is left to it").containsExactly(A, B, B);
    }

    @Test
    void anInstrumentIsAskedForAtTheFirstLookAfterItWasRegistered() {
        InstrumentRegistry registry = registry();
        RefreshScheduler scheduler = scheduler(registry, new IndexBoard(List.of()));
        scheduler.look(ALL);
        assertThat(asked()).isEmpty();

        registry.apply(A, instrument(A));
        scheduler.look(ALL);

        assertThat(asked()).containsExactly(A);
        assertThat(scheduler.unpricedSymbols()).isEqualTo(1);
        scheduler.refreshed(A, true);
        assertThat(scheduler.unpricedSymbols()).isZero();
    }

    /** What is converted at an index lacks those venues until it has a rate. */
    @Test
    void anIndexIsAskedForBeforeAllOthersUntilItHasARate() {
        IndexBoard indices = new IndexBoard(List.of(INDEX));
        RefreshScheduler scheduler = scheduler(registry(indices, A, B), indices);
        scheduler.look(ALL);
        scheduler.look(ALL);
        assertThat(asked()).containsExactly(INDEX);

        indices.accept(INDEX, 8, new AggregatedPrice(100_000_000, 1, 99_990_000, 100_010_000, 1, Quality.FRESH, 3));
        scheduler.look(ALL);

        assertThat(asked()).contains(A, B);
    }

    @Test
    void anIndexThatGetsNoRateHoldsTheOthersUpForFiveSecondsOnly() {
        IndexBoard indices = new IndexBoard(List.of(INDEX));
        RefreshScheduler scheduler = scheduler(registry(indices, A, B), indices);
        scheduler.look(ALL);
        after(Duration.ofMillis(4_999));
        scheduler.look(ALL);
        assertThat(asked()).containsExactly(INDEX);

        after(Duration.ofMillis(1));
        scheduler.look(ALL);

        assertThat(asked()).contains(A, B);
    }

    @Test
    void anIndexOfAnotherInstanceIsAskedForByThatOne() {
        IndexBoard indices = new IndexBoard(List.of(INDEX));
        RefreshScheduler scheduler = scheduler(registry(indices), indices);

        scheduler.look(Set.of(1 - Partitioning.ofSymbol(INDEX, ALL.size())));

        assertThat(asked()).isEmpty();
    }

    @Test
    void whatIsReadALotIsHotWithinTenSeconds() {
        RefreshScheduler scheduler = scheduler(registry(A), new IndexBoard(List.of()));
        scheduler.look(ALL);
        scheduler.refreshed(A, true);
        scheduler.read(A, 10_000);
        assertThat(symbols("hot")).isZero();

        after(Duration.ofSeconds(10));
        scheduler.look(ALL);
        assertThat(symbols("hot")).isEqualTo(1);
        assertThat(symbols("cold")).isZero();
        after(Duration.ofSeconds(5));
        scheduler.look(ALL);

        assertThat(asked()).as("at once, and after the interval of hot ones").containsExactly(A, A);
    }

    @Test
    void whatTheLogDoesNotTakeIsAskedForAgainAndToldOnce() {
        RefreshScheduler scheduler = scheduler(registry(A), new IndexBoard(List.of()));
        kafka.sendException = new KafkaException("no room");
        scheduler.look(ALL);
        after(Duration.ofSeconds(5));
        scheduler.look(ALL);
        assertThat(asked()).isEmpty();
        assertThat(told.list()).extracting(ILoggingEvent::getMessage).containsExactly("refresh commands cannot be written now");

        kafka.sendException = null;
        after(Duration.ofSeconds(10));
        scheduler.look(ALL);

        assertThat(asked()).containsExactly(A);
    }

    private RefreshScheduler scheduler(InstrumentRegistry registry, IndexBoard indices) {
        return new RefreshScheduler(
                new TierIntervals(5_000, 30_000, 300_000), registry, ALL.size(),
                new PriceLog(kafka, new TopicLayout(1, ALL.size(), (short) 1), meters),
                new TierBoard(new TierPlaces(20, 200), indices, meters), indices, own::add, InstantSource.fixed(Instant.EPOCH), meters,
                () -> nanos);
    }

    private void after(Duration time) {
        nanos += time.toNanos();
    }

    private List<String> asked() {
        return kafka.history().stream().map(ProducerRecord::key).toList();
    }

    private double symbols(String tier) {
        return meters.get("outcry.price.tier.symbols").tag("tier", tier).gauge().value();
    }

    private static InstrumentRegistry registry(String... symbols) {
        return registry(new IndexBoard(List.of()), symbols);
    }

    private static InstrumentRegistry registry(IndexBoard indices, String... symbols) {
        InstrumentRegistry registry = new InstrumentRegistry(indices.instruments());
        for (String symbol : symbols) {
            registry.apply(symbol, instrument(symbol));
        }
        return registry;
    }

    private static byte[] instrument(String symbol) {
        return RegisteredInstrument.newBuilder()
                .setInstrument(Instrument.newBuilder().setSymbol(symbol).setBaseAsset("A").setQuoteAsset("USD").setPriceScale(2)
                        .setTier(Tier.TIER_COLD))
                .build().toByteArray();
    }

    private static String symbolOf(int partition) {
        return IntStream.range(0, 100).mapToObj(i -> "S" + i + "-USD")
                .filter(symbol -> Partitioning.ofSymbol(symbol, ALL.size()) == partition).findFirst().orElseThrow();
    }
}
