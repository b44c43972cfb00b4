// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * A place of a log that a consumer cannot read although Kafka is there: its bytes are damaged, or deleted. Kafka's consumer then fails with
 * each poll, and whatever comes from other partitions waits behind it, unless the damaged one is told and left out.
 *
 * @param offset what is to be read next
 * @param reason as the consumer says it
 */
public record LogDamage(TopicPartition log, long offset, String reason) {

    /** Longest wait for where one log ends. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** What can be read comes at once. */
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(100);

    /**
     * Whether a consumer that has failed so while it polled has met damage, and has passed over nothing else: it has no type for bytes that it cannot
     * make out. Some of them it takes for numbers that cannot be, and says {@link IllegalArgumentException}: then it stands behind records of that
     * poll that nobody has got, also of other partitions, and must not be used any more.
     */
    public static boolean isTold(Exception failure) {
        return failure.getClass() == KafkaException.class
                || failure instanceof CorruptRecordException
                || failure instanceof OffsetOutOfRangeException;
    }

    /** The damage at {@code offset} that a failure tells of. */
    public static LogDamage of(TopicPartition log, long offset, Exception failure) {
        return new LogDamage(log, offset, String.valueOf((failure.getCause() == null ? failure : failure.getCause()).getMessage()));
    }

    /**
     * Which of the partitions that a consumer fetches, those that are not paused, is damaged where it stands; nothing if none is, or its poll has
     * failed for another reason. On the consumer's thread, which waits for each of which Kafka says nothing.
     *
     * @param failure of the poll
     * @param fresh makes a consumer without a group, which is closed again: one that has failed goes on to fail, whatever it is asked for
     * @throws TimeoutException if Kafka says nothing of one of them, and no other one is damaged
     */
    public static Optional<LogDamage> find(Exception failure, Consumer<?, ?> consumer, Supplier<? extends Consumer<?, ?>> fresh) {
        if (!isTold(failure)) {
            return Optional.empty();
        }
        Set<TopicPartition> fetched = new HashSet<>(consumer.assignment());
        fetched.removeAll(consumer.paused());
        try (Consumer<?, ?> looking = fresh.get()) {
            TimeoutException silence = null;
            for (TopicPartition log : fetched) {
                try {
                    // Each by itself: Kafka's consumer answers for all of them or for none, and one that has no leader was not read from.
                    boolean goesOn = looking.endOffsets(List.of(log), PATIENCE).getOrDefault(log, 0L) > consumer.position(log);
                    Optional<LogDamage> damage = goesOn ? at(log, consumer.position(log), looking) : Optional.empty();
                    if (damage.isPresent()) {
                        return damage;
                    }
                } catch (TimeoutException e) {
                    silence = e;
                }
            }
            if (silence != null) {
                throw silence;
            }
            return Optional.empty();
        }
    }

    private static Optional<LogDamage> at(TopicPartition log, long offset, Consumer<?, ?> looking) {
        looking.assign(List.of(log));
        looking.seek(log, offset);
        long begun = System.nanoTime();
        try {
            while (looking.position(log) == offset && System.nanoTime() - begun < LOOK.toNanos()) {
                looking.poll(POLL);
            }
            return Optional.empty();
        } catch (KafkaException | IllegalArgumentException e) {
            if (isTold(e) || e instanceof IllegalArgumentException) {
                return Optional.of(of(log, offset, e));
            }
            throw e;
        }
    }

    /** Lets a consumer go on with its other partitions: the damaged one is paused, behind the damage, for what has come of it is kept otherwise. */
    public void leaveOut(Consumer<?, ?> consumer) {
        consumer.pause(List.of(log));
        consumer.seek(log, offset + 1);
    }

    /** For the operator. */
    @Override
    public String toString() {
        return "what stands at offset " + offset + " of " + log + " cannot be read: " + reason;
    }
}
