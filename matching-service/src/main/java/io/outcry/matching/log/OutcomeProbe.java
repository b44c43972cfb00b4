// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Finds out whether the log takes outcomes of a partition: it writes the newest record there once more, which every reader drops. A partition
 * whose outcome was lost is tried so before it is live again, since one that cannot be written takes the publisher of all others with it.
 */
final class OutcomeProbe {

    private final Map<String, Object> consumerClient;
    private final Map<String, Object> producerClient;
    private final Duration loadTimeout;
    private final Duration acknowledgeTimeout;

    /**
     * @param loadTimeout for the record to be read
     * @param acknowledgeTimeout for it to be written
     */
    OutcomeProbe(
            Map<String, Object> consumerClient, Map<String, Object> producerClient, Duration loadTimeout, Duration acknowledgeTimeout) {
        this.consumerClient = consumerClient;
        this.producerClient = producerClient;
        this.loadTimeout = loadTimeout;
        this.acknowledgeTimeout = acknowledgeTimeout;
    }

    /**
     * Returns once the log has taken a record, or where there is none to be repeated.
     *
     * @throws KafkaException if it does not in time
     */
    void write(int partition) {
        TopicPartition outcomes = new TopicPartition(Topics.ORDER_OUTCOMES, partition);
        List<ConsumerRecord<byte[], byte[]>> newest = new ArrayList<>(1);
        String name = "outcry-matching-probe-" + partition;
        try (LogReader reader = new LogReader(consumerClient, name, loadTimeout)) {
            long end = reader.end(outcomes);
            reader.read(outcomes, Math.max(reader.begin(outcomes), end - 1), end, newest::add);
        }
        for (ConsumerRecord<byte[], byte[]> record : newest) {
            Producer<byte[], byte[]> producer = MatchingProducers.open(producerClient, name, acknowledgeTimeout, 0, Map.of(
                    ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopicLayout.MAX_RECORD_BYTES));
            try {
                producer.send(new ProducerRecord<>(record.topic(), partition, record.key(), record.value(), record.headers())).get();
            } catch (ExecutionException e) {
                throw new KafkaException(outcomes + " takes no outcomes: " + e.getCause(), e.getCause());
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            } finally {
                producer.close(Duration.ZERO);
            }
        }
    }
}
