// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import com.google.protobuf.MessageLite;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import io.outcry.price.refresh.PricePublisher;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes refresh commands and price updates, each to the partition of its symbol.
 *
 * <p>A write that does not reach Kafka within seconds is given up and counted ({@code outcry.price.writes.failed}): the next refresh
 * writes a newer price, and an old one is of no use. The log is told once for each topic until it takes records again: prices come by
 * the thousand.
 */
public final class PriceLog implements PricePublisher, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PriceLog.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Producer<String, byte[]> producer;
    private final int partitions;
    private final Counter failed;
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    /** @param kafka client properties, at least the bootstrap servers */
    public PriceLog(Map<String, Object> kafka, TopicLayout layout, MeterRegistry meters) {
        this(new KafkaProducer<>(configuration(kafka), new StringSerializer(), new ByteArraySerializer()), layout, meters);
    }

    /** For a producer that gives a record up within seconds. */
    PriceLog(Producer<String, byte[]> producer, TopicLayout layout, MeterRegistry meters) {
        this.producer = producer;
        this.partitions = layout.pricePartitions();
        this.failed = Counter.builder("outcry.price.writes.failed")
                .description("Prices and refresh commands that Kafka has not acknowledged")
                .register(meters);
    }

    private static Map<String, Object> configuration(Map<String, Object> kafka) {
        Map<String, Object> properties = new HashMap<>(kafka);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 4_000);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, "outcry-price-producer");
        return properties;
    }

    /** Asks for a refresh of a symbol whose tier's interval has passed. */
    public void requestRefresh(String symbol, long nowMicros) {
        send(Topics.PRICE_COMMANDS, symbol, PriceMessages.tierRefresh(symbol, nowMicros), () -> {});
    }

    @Override
    public void publish(Update update, Runnable whenDurable) {
        send(Topics.PRICE_UPDATES, update.instrument().symbol(), PriceMessages.update(update), whenDurable);
    }

    private void send(String topic, String symbol, MessageLite message, Runnable whenDurable) {
        var record = new ProducerRecord<>(topic, Partitioning.ofSymbol(symbol, partitions), symbol, message.toByteArray());
        producer.send(record, (written, failure) -> {
            if (failure == null) {
                if (failing.remove(topic)) {
                    LOG.atInfo().addKeyValue("topic", topic).log("price records are written again");
                }
                whenDurable.run();
            } else {
                failed.increment();
                if (failing.add(topic)) {
                    LOG.atWarn().addKeyValue("topic", topic).addKeyValue("symbol", symbol).setCause(failure)
                            .log("price records are not written, from this one on");
                }
            }
        });
    }

    /** Waits a few seconds for what is on its way. */
    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }
}
