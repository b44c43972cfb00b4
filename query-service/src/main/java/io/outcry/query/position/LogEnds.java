// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import io.outcry.contracts.topic.Topics;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks Kafka where the logs end, and which topics they are; one question at a time. */
public final class LogEnds implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LogEnds.class);
    private static final int TIMEOUT_MILLIS = 2_000;

    private final Admin admin;
    private final Set<TopicPartition> logs = new HashSet<>();

    /** Of these Kafka has not said where they end, for want of a leader, say. They are asked for apart, so that the others do not wait. */
    private final Set<TopicPartition> lost = ConcurrentHashMap.newKeySet();

    private CompletableFuture<?> askedApart = CompletableFuture.completedFuture(null);
    private final LogIds ids = new LogIds();

    /** @param partitions whose logs, and for orders whose command logs, to ask for */
    public LogEnds(Map<String, Object> adminConfiguration, List<ViewPartition> partitions) {
        admin = Admin.create(adminConfiguration);
        for (ViewPartition partition : partitions) {
            logs.add(partition.topicPartition());
            logs.add(source(partition));
        }
    }

    /** Offsets of the records that come next, as far as Kafka said. */
    public record Ends(Map<TopicPartition, Long> byPartition) {

        /** The end of the log that the partition of the view is made of; nothing where it is not known. */
        public OptionalLong projected(ViewPartition partition) {
            return end(partition.topicPartition());
        }

        /** The end of the log whose offsets tokens speak of: commands for orders, the prices themselves for prices. */
        public OptionalLong source(ViewPartition partition) {
            return end(LogEnds.source(partition));
        }

        private OptionalLong end(TopicPartition log) {
            Long end = byPartition.get(log);
            return end == null ? OptionalLong.empty() : OptionalLong.of(end);
        }
    }

    /** The topics' ids, as far as {@link #ask} has heard of them. */
    public LogIds ids() {
        return ids;
    }

    /**
     * The ends as they are some time between now and the answer, when the topics' ids are known as well. Fails as Kafka's client does, after
     * 2 s at the latest, if it says of none where it ends.
     */
    public CompletionStage<Ends> ask() {
        CompletableFuture<Void> known = CompletableFuture.allOf(Arrays.stream(ViewLog.values()).map(this::learn)
                .toArray(CompletableFuture<?>[]::new));
        Set<TopicPartition> together = new HashSet<>(logs);
        together.removeAll(lost);
        if (askedApart.isDone() && together.size() < logs.size()) {
            askedApart = ask(Set.copyOf(lost));
        }
        return ask(together).thenCombine(known, (ends, _) -> new Ends(ends));
    }

    private CompletableFuture<Map<TopicPartition, Long>> ask(Set<TopicPartition> asked) {
        ListOffsetsResult answer = admin.listOffsets(
                asked.stream().collect(Collectors.toMap(log -> log, _ -> OffsetSpec.latest())),
                new ListOffsetsOptions().timeoutMs(TIMEOUT_MILLIS));
        Map<TopicPartition, Long> ends = new ConcurrentHashMap<>();
        return CompletableFuture.allOf(asked.stream()
                .map(log -> answer.partitionResult(log).toCompletionStage().thenAccept(found -> ends.put(log, found.offset())))
                .map(CompletionStage::toCompletableFuture).toArray(CompletableFuture<?>[]::new)).handle((_, failure) -> {
                    if (failure != null && ends.isEmpty()) {
                        throw new CompletionException(failure.getCause() == null ? failure : failure.getCause());
                    }
                    lost.removeAll(ends.keySet());
                    asked.stream().filter(log -> !ends.containsKey(log) && lost.add(log)).forEach(log -> LOG.atWarn()
                            .addKeyValue("partition", log).addKeyValue("reason", String.valueOf(failure))
                            .log("Kafka does not say where a log ends"));
                    return Map.copyOf(ends);
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
