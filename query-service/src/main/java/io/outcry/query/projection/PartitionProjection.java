// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.OpBatch;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewUnavailableException;
import io.outcry.query.view.ViewWriter;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The projection of one assigned partition: folds records into batches and sends them with the position they start from, several at a
 * time, for each knows where the one before it ends. Lives on the consumer's thread.
 *
 * <p>Redis has the last word on the position. Whenever it is in doubt it is read again, and {@link #nextOffset} says where to go on.
 */
final class PartitionProjection {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionProjection.class);

    private final ViewPartition partition;
    private final RecordFold fold;
    private final Tools tools;
    private final ArrayDeque<InFlight> inFlight = new ArrayDeque<>();

    /** Where Redis is as far as is known; none while it is in doubt. */
    private @Nullable ViewPosition at;

    /** Offset the consumer goes on from, all records before it having been seen or been in the view; -1 when not known. */
    private long fetched = -1;

    private @Nullable String fault;

    /** What the projections of a log share. */
    record Tools(
            ViewWriter writer, ViewPositions positions, DeadLetters deadLetters, ProjectionMetrics metrics, ProjectionFaults faults,
            Clock clock) {}

    private record InFlight(
            ViewWriter.Applying applying, ViewPosition next, int records, long sentNanos) {}

    PartitionProjection(ViewPartition partition, RecordFold fold, Tools tools) {
        this.partition = partition;
        this.fold = fold;
        this.tools = tools;
    }

    ViewPartition partition() {
        return partition;
    }

    /** True while the partition is stopped by a record that cannot follow. */
    boolean isStopped() {
        return fault != null;
    }

    /** Where Redis is as far as is known. */
    @Nullable
    ViewPosition at() {
        return at;
    }

    /**
     * Redis says where it is.
     *
     * @return true if the consumer has to seek to {@link #nextOffset}
     */
    boolean adopt(ViewPosition stored) {
        boolean moved = at == null || stored.next() < at.next();
        if (at != null && moved) {
            tools.metrics().resync();
            LOG.atWarn().addKeyValue("partition", partition).addKeyValue("position", stored.next()).addKeyValue("expected", at.next())
                    .log("the view has lost data and is filled again");
        }
        if (fault != null && !stored.equals(at)) {
            fault = null;
            tools.faults().cleared(partition);
            moved = true;
        }
        if (!moved) {
            return false;
        }
        at = stored;
        boolean seek = fetched < 0 || fetched > stored.next();
        if (seek) {
            fetched = stored.next();
        }
        return seek;
    }

    /** Offset to fetch next. */
    long nextOffset() {
        return at == null ? fetched : at.next();
    }

    /** Folds {@code records} and sends them off; stops early at one that cannot follow. The position must be known. */
    void send(List<ConsumerRecord<byte[], byte[]>> records) throws ViewUnavailableException {
        ViewPosition from = known();
        ViewPosition to = from;
        OpBatch batch = new OpBatch();
        int count = 0;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            fetched = record.offset() + 1;
            if (record.offset() < to.next()) {
                continue;
            }
            OpBatch.Mark mark = batch.mark();
            try {
                to = fold.fold(partition, to, record, batch);
            } catch (UnreadableRecordException e) {
                batch.reset(mark);
                to = setAside(record, to, e);
            } catch (OutcomeGapException e) {
                batch.reset(mark);
                stop(e);
                break;
            }
            count++;
            if (batch.operations() >= BatchLimits.OPERATIONS || batch.bytes() >= BatchLimits.BYTES) {
                dispatch(from, to, batch, count);
                from = to;
                batch = new OpBatch();
                count = 0;
            }
        }
        if (count > 0) {
            dispatch(from, to, batch, count);
        }
    }

    private void dispatch(ViewPosition from, ViewPosition to, OpBatch batch, int count) throws ViewUnavailableException {
        if (inFlight.size() >= BatchLimits.IN_FLIGHT) {
            finishOne();
        }
        inFlight.add(new InFlight(tools.writer().apply(partition, from, to, batch), to, count, System.nanoTime()));
    }

    /**
     * Waits for all that was sent.
     *
     * @return false if Redis is elsewhere than expected: the consumer has to seek to {@link #nextOffset}
     * @throws ViewUnavailableException if it is not known what Redis has applied
     */
    boolean finish() throws ViewUnavailableException {
        while (!inFlight.isEmpty()) {
            if (!finishOne()) {
                return false;
            }
        }
        return true;
    }

    /** Forgets what is on its way; Redis may still apply it. Nothing more is applied until {@link #adopt}. */
    void abandon() {
        inFlight.clear();
        at = null;
        fetched = -1;
    }

    private boolean finishOne() throws ViewUnavailableException {
        InFlight oldest = inFlight.remove();
        ViewPosition elsewhere = oldest.applying().await();
        if (elsewhere != null) {
            inFlight.clear();
            tools.metrics().resync();
            LOG.atWarn().addKeyValue("partition", partition).addKeyValue("position", elsewhere.next())
                    .addKeyValue("expected", known().next()).log("the view is not where it was expected, going on from there");
            at = elsewhere;
            fetched = elsewhere.next();
            return false;
        }
        at = oldest.next();
        tools.positions().observe(partition, oldest.next());
        tools.metrics().applied(oldest.records(), System.nanoTime() - oldest.sentNanos(), tools.clock().millis() - at.timeMillis());
        return true;
    }

    private ViewPosition setAside(ConsumerRecord<byte[], byte[]> record, ViewPosition to, UnreadableRecordException why)
            throws KafkaException {
        tools.deadLetters().put(record, String.valueOf(why.getMessage()));
        tools.metrics().deadLetter();
        LOG.atError().addKeyValue("partition", partition).addKeyValue("offset", record.offset()).addKeyValue("why", why.getMessage())
                .log("a record cannot be read and was put aside");
        return to.unreadable(record.offset());
    }

    private void stop(OutcomeGapException why) {
        fault = why.getMessage();
        tools.faults().stopped(partition, String.valueOf(fault));
        tools.metrics().gap();
        LOG.atError().addKeyValue("partition", partition).addKeyValue("why", fault).log("the projection of a partition has stopped");
    }

    private ViewPosition known() {
        if (at == null) {
            throw new IllegalStateException("the position of " + partition + " is in doubt");
        }
        return at;
    }
}
