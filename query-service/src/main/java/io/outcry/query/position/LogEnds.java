// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import io.outcry.contracts.topic.Topics;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** Asks Kafka where the logs end, and which topics they are. */
public final class LogEnds implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 2_000;

    private final Admin admin;
    private final Map<TopicPartition, OffsetSpec> question = new HashMap<>();
    private final LogIds ids = new LogIds();

    /** @param partitions whose logs, and for orders whose command logs, to ask for */
    public LogEnds(Map<String, Object> adminConfiguration, List<ViewPartition> partitions) {
        admin = Admin.create(adminConfiguration);
        for (ViewPartition partition : partitions) {
            question.put(partition.topicPartition(), OffsetSpec.latest());
            question.put(source(partition), OffsetSpec.latest());
        }
    }

    /** Offsets of the records that come next. */
    public record Ends(Map<TopicPartition, Long> byPartition) {

        /** The end of the log that the partition of the view is made of. */
        public long projected(ViewPartition partition) {
            return byPartition.getOrDefault(partition.topicPartition(), 0L);
        }

        /** The end of the log whose offsets tokens speak of: commands for orders, the prices themselves for prices. */
        public long source(ViewPartition partition) {
            return byPartition.getOrDefault(LogEnds.source(partition), 0L);
        }
    }

    /** The topics' ids, as far as {@link #ask} has heard of them. */
    public LogIds ids() {
        return ids;
    }

    /**
     * The ends as they are some time between now and the answer, when the topics' ids are known as well. Fails as Kafka's client does, after
     * 2 s at the latest.
     */
    public CompletionStage<Ends> ask() {
        CompletableFuture<Void> known = CompletableFuture.allOf(Arrays.stream(ViewLog.values()).map(this::learn)
                .toArray(CompletableFuture<?>[]::new));
        return admin.listOffsets(question, new ListOffsetsOptions().timeoutMs(TIMEOUT_MILLIS)).all().toCompletionStage()
                .thenCombine(known, (found, _) -> {
                    Map<TopicPartition, Long> ends = new HashMap<>();
                    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> entry : found.entrySet()) {
                        ends.put(entry.getKey(), entry.getValue().offset());
                    }
                    return new Ends(Map.copyOf(ends));
                });
    }

    /** Whatever becomes of the other questions: who has no leader for one partition can still go on with all others. */
    private CompletableFuture<Void> learn(ViewLog log) {
        return admin.describeTopics(List.of(log.topic()), new DescribeTopicsOptions().timeoutMs(TIMEOUT_MILLIS)).allTopicNames()
                .toCompletionStage().thenAccept(topics -> topics.values().forEach(topic -> ids.observe(log, topic.topicId().toString())))
                .toCompletableFuture();
    }

    /**
     * A number that names a topic for as long as it exists, from 1 to 2^31-1; nothing if Kafka does not say within 2 s. A topic that was
     * deleted and made again has another one.
     */
    public OptionalLong epoch(String topic) {
        try {
            Uuid id = admin.describeTopics(List.of(topic)).allTopicNames().get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
                    .getOrDefault(topic, new TopicDescription(topic, false, List.of())).topicId();
            return OptionalLong.of(Math.max(1, id.hashCode() & Integer.MAX_VALUE));
        } catch (ExecutionException | TimeoutException e) {
            return OptionalLong.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalLong.empty();
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }

    private static TopicPartition source(ViewPartition partition) {
        return partition.log() == ViewLog.ORDERS
                ? new TopicPartition(Topics.ORDER_COMMANDS, partition.number())
                : partition.topicPartition();
    }
}
