// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;

/**
 * Consumers of commands. Kafka expects one with an instance id back, so that closing it keeps its partitions until its session has timed out.
 * That is meant for a crash: where the process ends in order they leave, and others have the partitions at once.
 */
final class MatchingConsumers extends DefaultKafkaConsumerFactory<byte[], byte[]> {

    private final BooleanSupplier ends;
    private final java.util.function.Consumer<ApiException> refused;

    /**
     * @param ends whether a consumer that is closed will not come back
     * @param refused is told what Kafka has answered a consumer that has to end for it, for its container only writes that into the log
     */
    MatchingConsumers(Map<String, Object> configuration, BooleanSupplier ends, java.util.function.Consumer<ApiException> refused) {
        super(configuration);
        this.ends = ends;
        this.refused = refused;
    }

    @Override
    protected Consumer<byte[], byte[]> createRawConsumer(Map<String, Object> configuration) {
        return new KafkaConsumer<>(configuration, new ByteArrayDeserializer(), new ByteArrayDeserializer()) {

            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                try {
                    return super.poll(timeout);
                } catch (ApiException e) {
                    refused.accept(e);
                    throw e;
                }
            }

            /** The container's last step before it closes. It forgets the membership, and whoever is no member cannot leave. */
            @Override
            public void unsubscribe() {
                if (!ends.getAsBoolean()) {
                    super.unsubscribe();
                }
            }

            @Override
            public void close() {
                close(CloseOptions.groupMembershipOperation(
                        ends.getAsBoolean() ? GroupMembershipOperation.LEAVE_GROUP : GroupMembershipOperation.DEFAULT));
            }
        };
    }
}
