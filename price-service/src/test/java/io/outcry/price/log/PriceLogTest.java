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
import io.outcry.price.domain.AggregatedPrice;
import io.outcry.price.domain.Aggregation;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Publication;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.refresh.PricePublisher;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PriceLogTest {

    private static final int PARTITIONS = 16;

    @RegisterExtension
    private final ToldLines told = ToldLines.of(PriceLog.class);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MockProducer<String, byte[]> kafka =
            new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
    private final PriceLog prices = new PriceLog(kafka, new TopicLayout(1, PARTITIONS, (short) 1), meters);

    /** Or what was lost would count as published, and stand until it is worth another update. */
    @Test
    void aPriceIsDurableOnceKafkaHasIt() {
        AtomicInteger durable = new AtomicInteger();
        prices.publish(update(), durable::incrementAndGet);
        assertThat(durable).as("on its way").hasValue(0);
        kafka.errorNext(new TimeoutException());
        assertThat(durable).as("lost").hasValue(0);

        prices.publish(update(), durable::incrementAndGet);
        kafka.completeNext();
        assertThat(durable).hasValue(1);
    }

    /** Instances share the partitions of commands, and with them the symbols; a later price of one must not overtake an earlier. */
    @Test
    void commandsAndPricesOfASymbolGoToItsPartition() {
        prices.requestRefresh("BTC-USD", 1);
        prices.publish(update(), () -> {});
        assertThat(kafka.history()).extracting(ProducerRecord::topic, ProducerRecord::key, ProducerRecord::partition).containsExactly(
                tuple(Topics.PRICE_COMMANDS, "BTC-USD", Partitioning.ofSymbol("BTC-USD", PARTITIONS)),
                tuple(Topics.PRICE_UPDATES, "BTC-USD", Partitioning.ofSymbol("BTC-USD", PARTITIONS)));
    }

    private static PricePublisher.Update update() {
        AggregatedPrice price = new AggregatedPrice(100, 1, 99, 101, 1, AggregatedPrice.Quality.FRESH, 3);
        return new PricePublisher.Update(
                new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT), price,
                new Aggregation(Optional.of(price), Optional.empty(), List.of(), 3, true, List.of()), Publication.Cause.FIRST, 1);
    }

    @Test
    void aTopicThatTakesNoRecordsIsToldOnceAndCountedEachTime() {
        for (int i = 0; i < 100; i++) {
            prices.requestRefresh("BTC-USD", i);
            kafka.errorNext(new TopicAuthorizationException(Set.of(Topics.PRICE_COMMANDS)));
        }
        assertThat(told.list()).extracting(ILoggingEvent::getMessage).containsExactly("price records are not written, from this one on");
        assertThat(meters.counter("outcry.price.writes.failed").count()).isEqualTo(100);

        prices.requestRefresh("BTC-USD", 100);
        kafka.completeNext();
        assertThat(told.list()).extracting(ILoggingEvent::getMessage).last().isEqualTo("price records are written again");

        prices.requestRefresh("BTC-USD", 101);
        kafka.errorNext(new TopicAuthorizationException(Set.of(Topics.PRICE_COMMANDS)));
        assertThat(told.list()).as("it is news again").hasSize(3);
    }
}
