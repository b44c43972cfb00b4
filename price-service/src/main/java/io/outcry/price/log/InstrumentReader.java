// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.topic.Topics;
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

/** Reads the registry of instruments from its beginning, and then on, without a group: every instance knows every instrument. */
public final class InstrumentReader {

    private static final Logger LOG = LoggerFactory.getLogger(InstrumentReader.class);
    private static final TopicPartition PARTITION = new TopicPartition(Topics.INSTRUMENTS, 0);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Map<String, Object> kafka;
    private final InstrumentRegistry registry;
    private final Counter poisoned;
    private volatile long position;
    private volatile long end;

    /** @param kafka client properties, at least the bootstrap servers */
    public InstrumentReader(Map<String, Object> kafka, InstrumentRegistry registry, MeterRegistry meters) {
        this.kafka = kafka;
        this.registry = registry;
        this.poisoned = Counter.builder("outcry.price.registry.poisoned")
                .description("Registered instruments that could not be used and were skipped")
                .register(meters);
    }

    /**
     * Reads until {@code goOn} says no.
     *
     * @param whenCaughtUp run once, when everything that was there at the start has been read
     * @throws org.apache.kafka.common.KafkaException if the topic cannot be read
     */
    public void read(BooleanSupplier goOn, Runnable whenCaughtUp) {
        try (Consumer<String, byte[]> consumer =
                GrouplessConsumer.open(kafka, "outcry-price-registry", "earliest", new StringDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            end = consumer.endOffsets(List.of(PARTITION)).getOrDefault(PARTITION, 0L);
            boolean caughtUp = false;
            while (goOn.getAsBoolean()) {
                consumer.poll(POLL).forEach(this::apply);
                position = consumer.position(PARTITION);
                if (!caughtUp && position >= end) {
                    caughtUp = true;
                    whenCaughtUp.run();
                }
            }
        }
    }

    private void apply(ConsumerRecord<String, byte[]> record) {
        try {
            registry.apply(record.key(), record.value());
        } catch (IllegalArgumentException e) {
            // One instrument that cannot be priced does not keep the others from it.
            poisoned.increment();
            LOG.atError()
                    .addKeyValue("topic", record.topic())
                    .addKeyValue("offset", record.offset())
                    .setCause(e)
                    .log("an instrument cannot be used and was skipped, what was known of it stays");
        }
    }

    /** The offset that is read next. */
    public long position() {
        return position;
    }

    /** The end of the topic when reading started. */
    public long end() {
        return end;
    }
}
