// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of one partition that were sent and that Kafka has not acknowledged yet, in order. So the engine need not wait for one
 * poll's outcomes before it takes the next; what counts as done still waits. On the consumer's thread.
 */
final class Unacknowledged {

    /** At most so many, and those of one poll; then the engine waits for the oldest. */
    static final int LIMIT = 10_000;

    /** Of all partitions of a process, which share a producer. */
    private static final long ALL_BYTES = 32L << 20;

    /** Of each, however many there are: a few of the producer's batches. */
    private static final long LEAST_BYTES = 2L << 20;

    /** Outcomes that were sent one after the other; the last one's acknowledgement stands for all, because none overtakes a lost one. */
    private record Sent(long firstOffset, int count, long bytes, long sentAtNanos, Future<RecordMetadata> last) {}

    /** An outcome that will not be acknowledged. */
    record Lost(long offset, Throwable cause) {

        /** Whether it would be lost every other time, too: the log takes smaller records than this service writes. */
        boolean isTooLarge() {
            return cause.getCause() instanceof RecordTooLargeException;
        }
    }

    private final Deque<Sent> sent = new ArrayDeque<>();
    private final long limitBytes;
    private int count;
    private long bytes;

    /** @param limitBytes at most so many, and one batch: an outcome tells all trades of its command, and a repeated one tells them again */
    Unacknowledged(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** What each of so many partitions may have under way, so that no number of them takes the room of another. */
    static long limitBytes(int partitions) {
        return Math.max(LEAST_BYTES, ALL_BYTES / partitions);
    }

    /**
     * Outcomes were sent.
     *
     * @param firstOffset of the first one's command
     * @param sentBytes of all of them
     * @param last the acknowledgement of the last one
     */
    void add(long firstOffset, int sentCount, long sentBytes, Future<RecordMetadata> last, long nowNanos) {
        sent.add(new Sent(firstOffset, sentCount, sentBytes, nowNanos, last));
        count += sentCount;
        bytes += sentBytes;
    }

    /** Offset of the oldest command whose outcome is not acknowledged, or {@code otherwise}. */
    long firstOffset(long otherwise) {
        Sent first = sent.peekFirst();
        return first == null ? otherwise : first.firstOffset();
    }

    /** Whether all are acknowledged, as far as {@link #settle} has seen. */
    boolean isEmpty() {
        return sent.isEmpty();
    }

    /** Whether there are more than the engine may go on with. */
    boolean isFull() {
        return isMoreThan(LIMIT);
    }

    private boolean isMoreThan(int most) {
        return count > most || bytes > limitBytes;
    }

    /**
     * Takes off what is acknowledged. Waits as long as there are more than {@code most} left, or too many bytes.
     *
     * @param limitNanos after which one that is not acknowledged counts as lost, from when it was sent
     * @param nanoTime the clock that {@link #add} was told the time of
     * @return the first one that is lost, which stays; null if none is
     */
    @Nullable
    Lost settle(int most, long limitNanos, LongSupplier nanoTime) {
        return settle(most, limitNanos, limitNanos, nanoTime);
    }

    /**
     * The same, but waits for none that was sent {@code patienceNanos} ago: whoever looks again and again has waited that long in all.
     *
     * @return null also if the first one may still come
     */
    @Nullable
    Lost settle(int most, long patienceNanos, long limitNanos, LongSupplier nanoTime) {
        for (Sent first = sent.peekFirst(); first != null; first = sent.peekFirst()) {
            if (!first.last().isDone() && !isMoreThan(most)) {
                return nanoTime.getAsLong() - first.sentAtNanos() > limitNanos
                        ? new Lost(first.firstOffset(), new TimeoutException("not acknowledged in time"))
                        : null;
            }
            long ageNanos = nanoTime.getAsLong() - first.sentAtNanos();
            try {
                first.last().get(Math.max(0, Math.min(patienceNanos, limitNanos) - ageNanos), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return patienceNanos < limitNanos && ageNanos < limitNanos ? null : new Lost(first.firstOffset(), e);
            } catch (ExecutionException e) {
                return new Lost(first.firstOffset(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Lost(first.firstOffset(), e);
            }
            sent.removeFirst();
            count -= first.count();
            bytes -= first.bytes();
        }
        return null;
    }
}
