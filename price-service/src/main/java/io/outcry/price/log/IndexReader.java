// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.refresh.IndexBoard;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the prices of the indices from the end of the log, so that an instance which does not price them itself has their rates. */
public final class IndexReader {

    private static final Logger LOG = LoggerFactory.getLogger(IndexReader.class);
    private static final Duration POLL = Duration.ofMillis(500);

    private final Map<String, Object> kafka;
    private final IndexBoard indices;
    private final List<TopicPartition> partitions;

    /**
     * @param kafka client properties, at least the bootstrap servers
     * @param pricePartitions how many partitions the updates have
     */
    public IndexReader(Map<String, Object> kafka, int pricePartitions, IndexBoard indices) {
        this.kafka = kafka;
        this.indices = indices;
        this.partitions = indices.instruments().stream()
                .map(PricedInstrument::symbol)
                .map(symbol -> new TopicPartition(Topics.PRICE_UPDATES, Partitioning.ofSymbol(symbol, pricePartitions)))
                .distinct()
                .toList();
    }

    /**
     * Reads until {@code goOn} says no.
     *
     * @throws org.apache.kafka.common.KafkaException if the topic cannot be read
     */
    public void read(BooleanSupplier goOn) {
        try (Consumer<String, byte[]> consumer =
                GrouplessConsumer.open(kafka, "outcry-price-indices", "latest", new StringDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToEnd(partitions);
            while (goOn.getAsBoolean()) {
                consumer.poll(POLL).forEach(this::apply);
            }
        }
    }

    private void apply(ConsumerRecord<String, byte[]> record) {
        if (record.key() == null || record.value() == null || !indices.isIndex(record.key())) {
            return;
        }
        try {
            PriceUpdate update = PriceUpdate.parseFrom(record.value());
            indices.accept(update.getSymbol(), update.getScale(), PriceMessages.price(update));
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            // The next one comes within seconds.
            LOG.atWarn().addKeyValue("topic", record.topic()).addKeyValue("offset", record.offset()).setCause(e)
                    .log("a price of an index cannot be used and was skipped");
        }
    }
}
