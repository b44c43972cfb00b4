// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import com.google.protobuf.CodedInputStream;
import io.outcry.contracts.v1.Outcome;
import io.outcry.order.metrics.OrderServiceMetrics;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the outcomes of each partition to their order: a repetition by a second owner is dropped by its command's offset, and after a gap
 * nothing of the partition is taken any more, since nobody knows what the missing outcome decided. Commands of such a partition are
 * answered by their position at their deadline. It looks at two numbers of a record and parses none.
 *
 * <p>It begins anywhere in the log, perhaps amid repetitions, behind which the true sequence jumps ahead. So a jump counts as a gap only behind
 * more records in order than a second owner can repeat, or if the log holds fewer records than it counts outcomes.
 */
final class OutcomeSequence {

    /**
     * The most that an owner of a partition can have on its way when another one takes over: it goes on until 10,000 outcomes are not
     * acknowledged, and then has those of a poll on its way as well, which are 10,000 at most.
     */
    static final long LARGEST_REPETITION = 20_000;

    private static final Logger LOG = LoggerFactory.getLogger(OutcomeSequence.class);
    private static final long NOTHING = -1;

    private final Map<Integer, Place> places = new ConcurrentHashMap<>();
    private final OrderServiceMetrics metrics;

    private static final class Place {

        private volatile long inputOffset = NOTHING;
        private long sequence;
        private long inOrder;
        private volatile boolean stopped;
        private volatile boolean lost;
    }

    OutcomeSequence(OrderServiceMetrics metrics) {
        this.metrics = metrics;
    }

    /** Whether the record is the next outcome of its partition; false: nothing may be made of it. On one thread. */
    boolean isNext(ConsumerRecord<byte[], byte[]> record) {
        Place place = places.computeIfAbsent(record.partition(), _ -> new Place());
        if (place.stopped) {
            return false;
        }
        long inputOffset = 0;
        long sequence = 0;
        try {
            CodedInputStream in = CodedInputStream.newInstance(record.value());
            for (int tag = in.readTag(); tag != 0 && tag >>> 3 <= Outcome.SEQUENCE_FIELD_NUMBER; tag = in.readTag()) {
                switch (tag >>> 3) {
                    case Outcome.INPUT_OFFSET_FIELD_NUMBER -> inputOffset = in.readInt64();
                    default -> sequence = in.readInt64();
                }
            }
        } catch (IOException | NullPointerException e) {
            return stop(place, record, "it is no outcome: " + e.getMessage());
        }
        if (inputOffset <= place.inputOffset) {
            metrics.repeatedOutcome();
            return false;
        }
        boolean follows = place.sequence == 0 || sequence == place.sequence + 1;
        if (!follows && (place.inOrder > LARGEST_REPETITION || record.offset() < sequence - 1)) {
            return stop(place, record, "it holds outcome " + sequence + ", the one before it was " + place.sequence);
        }
        place.inOrder = follows ? place.inOrder + 1 : 0;
        place.inputOffset = inputOffset;
        place.sequence = sequence;
        return true;
    }

    /**
     * The command up to which all of a partition are decided, as far as its outcomes have come; on any thread.
     *
     * @return -1: none has come; {@link Long#MAX_VALUE}: the partition has stopped, so nobody here knows
     */
    long decided(int partition) {
        Place place = places.get(partition);
        return place != null && place.stopped ? Long.MAX_VALUE : newest(partition);
    }

    /** The newest command of a partition whose outcome has come; -1: none has. On any thread. */
    long newest(int partition) {
        Place place = places.get(partition);
        return place == null ? NOTHING : place.inputOffset;
    }

    /**
     * Whether a command that has come to {@code offset} stands behind the {@link #newest} one of the time before it was sent. If not, the
     * command log has lost its end: the outcome at this offset is another command's, this one will have none, and the partition takes no
     * more. On any thread.
     */
    boolean isBehind(long newest, int partition, long offset) {
        if (offset <= newest) {
            Place place = places.computeIfAbsent(partition, _ -> new Place());
            if (!place.lost) {
                place.lost = true;
                LOG.atError().addKeyValue("partition", partition).addKeyValue("offset", offset).addKeyValue("decided", newest)
                        .log("the command log has lost its end: a new command stands where another one was decided, no more are"
                                + " written there");
            }
        }
        return !hasLostCommands(partition);
    }

    /** Whether a partition's command log has lost its end, so that nothing may be written there; on any thread. */
    boolean hasLostCommands(int partition) {
        Place place = places.get(partition);
        return place != null && place.lost;
    }

    /** Whether no partition's command log has lost its end; on any thread. */
    boolean hasAllCommands() {
        return places.values().stream().noneMatch(place -> place.lost);
    }

    /** Whether no partition has stopped; on any thread. */
    boolean isWhole() {
        return places.values().stream().noneMatch(place -> place.stopped);
    }

    private boolean stop(Place place, ConsumerRecord<byte[], byte[]> record, String why) {
        place.stopped = true;
        metrics.outcomeGap();
        LOG.atError()
                .addKeyValue("partition", record.partition())
                .addKeyValue("offset", record.offset())
                .addKeyValue("reason", why)
                .log("outcomes do not follow each other, the commands of this partition are answered without them");
        return false;
    }
}
