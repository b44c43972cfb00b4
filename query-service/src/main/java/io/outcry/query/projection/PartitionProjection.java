// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.trace.Tracing;
import io.outcry.query.domain.ViewOrigin;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.position.LogIds;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.record.UnreadableRecordException;
import io.outcry.query.view.StoredView;
import io.outcry.query.view.ViewBatch;
import io.outcry.query.view.ViewChange;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewUnavailableException;
import io.outcry.query.view.ViewWriter;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The projection of one assigned partition: folds records into batches and sends them with the position they start from, several at a
 * time, for each knows where the one before it ends. Their answers are looked at with the next records, so Redis works while this folds.
 * Lives on the consumer's thread.
 *
 * <p>Redis has the last word on the position. Whenever it is in doubt it is read again, and {@link #nextOffset} says where to go on.
 */
final class PartitionProjection {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionProjection.class);

    private final ViewPartition partition;
    private final RecordFold fold;
    private final Tools tools;
    private final LongSupplier beginning;
    private final ArrayDeque<InFlight> inFlight = new ArrayDeque<>();

    /** Where Redis is as far as is known; none while it is in doubt. */
    private @Nullable ViewPosition at;

    /** Where Redis will be when it has applied all that was sent. */
    private ViewPosition sent = ViewPosition.EMPTY;

    /** Offset the consumer goes on from, all records before it having been seen or been in the view; -1 when not known. */
    private long fetched = -1;

    private @Nullable String fault;

    /** Where Redis was before it came to be in doubt the last time. */
    private @Nullable ViewPosition abandoned;

    private boolean refused;

    /** Whether batches are applied in bulk now. */
    private boolean bulk;

    /** What the projections of a consumer share. */
    record Tools(
            ViewWriter writer, ViewPositions positions, LogIds ids, DeadLetters deadLetters, ProjectionMetrics metrics,
            ProjectionFaults faults, Clock clock, Tracing tracing) {}

    private record InFlight(ViewWriter.Applying applying, ViewPosition next, TracedRecords traced) {}

    /** @param beginning asks Kafka for the first offset that the log still has */
    PartitionProjection(ViewPartition partition, RecordFold fold, Tools tools, LongSupplier beginning) {
        this.partition = partition;
        this.fold = fold;
        this.tools = tools;
        this.beginning = beginning;
        tools.faults().assigned(partition, this);
    }

    ViewPartition partition() {
        return partition;
    }

    /** True while the partition is stopped, by a record that cannot follow or by what Redis holds. */
    boolean isStopped() {
        return fault != null;
    }

    /** False while it is in doubt where Redis is. */
    boolean isKnown() {
        return at != null;
    }

    /** True from a batch that was given up until one is applied, or Redis turns out to have moved all the same. */
    boolean isRefused() {
        return refused;
    }

    /**
     * Redis says where it is and of what, nothing being on its way. The id of the log must be known.
     *
     * @return true if the consumer has to seek to {@link #nextOffset}
     * @throws ViewUnavailableException if leftovers of a lost view cannot be removed
     */
    boolean adopt(StoredView found) throws ViewUnavailableException {
        StoredView kept = found.isOutdated() ? StoredView.NOTHING : found;
        String objection = tools.ids().objection(partition.log(), kept);
        if (objection == null && found.isOutdated()) {
            objection = lossOfDiscarding();
        }
        if (objection != null) {
            refuse(objection);
            return false;
        }
        if (found.isOutdated()) {
            LOG.atWarn().addKeyValue("partition", partition).log("a view of an older format is made anew");
            // What it leaves behind has to be removed, also where nothing has been applied yet.
            doubt();
            tools.writer().discard(partition, found.origin());
        }
        return goOn(kept.position());
    }

    /** Why a view that is discarded could not be filled again; nothing if it can. Of prices the last ones are enough. */
    private @Nullable String lossOfDiscarding() {
        if (partition.log() != ViewLog.ORDERS) {
            return null;
        }
        try {
            long first = beginning.getAsLong();
            return first == 0
                    ? null
                    : "Redis holds a view of an older format, and the log begins at offset " + first + ": what is gone from it is only in "
                            + "Redis; start the version that wrote the view, or flush Redis if the log has the partition's first outcome";
        } catch (KafkaException e) {
            // Without Kafka's own words: they say how long it took, which is another time each time.
            return "Redis holds a view of an older format, and Kafka does not say whether the log still has its beginning: "
                    + e.getClass().getSimpleName();
        }
    }

    /** Nothing is applied to what Redis holds, until it holds something else. */
    private void refuse(String objection) {
        if (objection.equals(fault)) {
            return;
        }
        release();
        fold.forget();
        doubt();
        fetched = -1;
        stop(objection);
    }

    private void doubt() {
        abandoned = at != null ? at : abandoned;
        at = null;
    }

    private ViewOrigin origin() {
        return ViewOrigin.of(Objects.requireNonNull(tools.ids().id(partition.log()), "Redis was asked after Kafka had said the id"));
    }

    private boolean goOn(ViewPosition stored) throws ViewUnavailableException {
        if (stored.equals(at) && stored.equals(sent)) {
            return false;
        }
        ViewPosition expected = at != null ? at : abandoned;
        // What was on its way when contact was lost may have been applied: being ahead is then no surprise.
        if (expected != null && (at != null || stored.next() < expected.next())) {
            tools.metrics().resync();
            LOG.atWarn().addKeyValue("partition", partition).addKeyValue("position", stored.next()).addKeyValue("expected", expected.next())
                    .log(stored.next() < expected.next()
                            ? "the view has lost data and is filled again"
                            : "the view is written by another instance");
        }
        fold.forget();
        at = null;
        if (stored.isEmpty()) {
            tools.writer().clear(partition);
        }
        if (fault != null) {
            fault = null;
            tools.faults().cleared(partition, this);
        }
        refused &= stored.equals(abandoned);
        at = stored;
        sent = stored;
        boolean seek = fetched != stored.next();
        fetched = stored.next();
        return seek;
    }

    /** Offset to fetch next. */
    long nextOffset() {
        return at == null ? fetched : sent.next();
    }

    /**
     * Folds {@code records} and sends them off; stops early at one that cannot follow. The position must be known.
     *
     * @param lag how many more the log holds, as far as the consumer knows
     * @return false if Redis is elsewhere than expected: the consumer has to seek to {@link #nextOffset}
     * @throws ViewUnavailableException if it is not known what Redis has applied
     */
    boolean send(List<ConsumerRecord<byte[], byte[]>> records, long lag) throws ViewUnavailableException {
        if (!reap() || !choose(records.size() + lag >= BatchLimits.BULK_FROM)) {
            return false;
        }
        int most = bulk ? BatchLimits.BULK_RECORDS : BatchLimits.RECORDS;
        for (int from = 0; from < records.size() && fault == null; from += most) {
            if (!sendSome(records.subList(from, Math.min(records.size(), from + most)))) {
                return false;
            }
        }
        return true;
    }

    /** Far behind the log batches are large and applied in bulk. Both ways do not mix: what was sent one way is answered first. */
    private boolean choose(boolean farBehind) throws ViewUnavailableException {
        boolean wanted = farBehind && tools.writer().hasBulk();
        if (wanted == bulk) {
            return true;
        }
        if (!finish()) {
            return false;
        }
        bulk = wanted;
        if (!bulk) {
            tools.writer().endBulk(partition);
        }
        return true;
    }

    private boolean isFull(ViewBatch batch) {
        return bulk
                ? batch.changes() >= BatchLimits.BULK_CHANGES || batch.bytes() >= BatchLimits.BULK_BYTES
                : batch.changes() >= BatchLimits.CHANGES || batch.bytes() >= BatchLimits.BYTES;
    }

    private boolean sendSome(List<ConsumerRecord<byte[], byte[]>> records) throws ViewUnavailableException {
        try {
            fold.open(sent, records);
        } catch (UnreadableViewException e) {
            stop(String.valueOf(e.getMessage()));
            return true;
        }
        ViewPosition to = sent;
        ViewBatch batch = new ViewBatch();
        if (sent.isEmpty()) {
            batch.begin(new ViewKeys(partition).origin(), origin().stored());
        }
        TracedRecords traced = new TracedRecords(tools.tracing());
        List<ViewChange> changes = new ArrayList<>();
        for (int i = 0; i < records.size() && fault == null; i++) {
            ConsumerRecord<byte[], byte[]> record = records.get(i);
            if (record.offset() < to.next()) {
                continue;
            }
            fetched = record.offset() + 1;
            changes.clear();
            try {
                to = fold.fold(to, i, changes);
                batch.add(changes);
                // What a view is filled with again was somebody's request long ago.
                if (!bulk) {
                    traced.add(record);
                }
            } catch (UnreadableRecordException e) {
                to = setAside(record, to, e);
                batch.add(List.of());
            } catch (OutcomeGapException e) {
                tools.metrics().gap();
                stop(String.valueOf(e.getMessage()));
            }
            if (isFull(batch)) {
                if (!dispatch(to, batch, traced)) {
                    return false;
                }
                batch = new ViewBatch();
                traced = new TracedRecords(tools.tracing());
            }
        }
        return batch.records() == 0 || dispatch(to, batch, traced);
    }

    private boolean dispatch(ViewPosition to, ViewBatch batch, TracedRecords traced) throws ViewUnavailableException {
        if (bulk) {
            // While the batch before is under way.
            batch.make();
        }
        if (inFlight.size() >= (bulk ? 1 : BatchLimits.IN_FLIGHT) && !finishOne()) {
            return false;
        }
        long start = System.nanoTime();
        int records = batch.records();
        Runnable applied = () -> {
            tools.positions().observe(partition, to);
            tools.metrics().applied(records, System.nanoTime() - start, tools.clock().millis() - to.timeMillis());
            traced.applied();
        };
        ViewWriter.Applying applying = bulk
                ? tools.writer().applyInBulk(partition, sent, to, batch, applied)
                : tools.writer().apply(partition, sent, to, batch, applied);
        inFlight.add(new InFlight(applying, to, traced));
        sent = to;
        return true;
    }

    /**
     * Looks at the answers that have come.
     *
     * @return false if Redis is elsewhere than expected: the consumer has to seek to {@link #nextOffset}
     * @throws ViewUnavailableException if it is not known what Redis has applied
     */
    private boolean reap() throws ViewUnavailableException {
        while (!inFlight.isEmpty() && inFlight.element().applying().isDone()) {
            if (!finishOne()) {
                return false;
            }
        }
        return true;
    }

    /** As {@link #reap}, and waits for the answers that have not come yet. */
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
        forgetSent("Redis did not answer");
        release();
        fold.forget();
        doubt();
        refused = true;
        fetched = -1;
    }

    /** Gives up the connection for batches in bulk. */
    void release() {
        tools.writer().endBulk(partition);
        bulk = false;
    }

    private void forgetSent(String why) {
        inFlight.forEach(batch -> batch.traced().abandoned(why));
        inFlight.clear();
    }

    private boolean finishOne() throws ViewUnavailableException {
        InFlight oldest = inFlight.element();
        if (!oldest.applying().await()) {
            forgetSent("Redis is elsewhere than expected");
            adopt(tools.writer().ask(List.of(partition)).getFirst().await());
            return false;
        }
        inFlight.remove();
        at = oldest.next();
        refused = false;
        return true;
    }

    private ViewPosition setAside(ConsumerRecord<byte[], byte[]> record, ViewPosition to, UnreadableRecordException why)
            throws KafkaException {
        tools.deadLetters().put(record, String.valueOf(why.getMessage()));
        tools.metrics().deadLetter();
        LOG.atError().addKeyValue("partition", partition).addKeyValue("offset", record.offset()).addKeyValue("reason", why.getMessage())
                .log("a record cannot be read and was put aside");
        return to.unreadable(record.offset());
    }

    /** What comes next cannot be had from the log. */
    void leaveOut(String why) {
        fetched = -1;
        stop(why);
    }

    private void stop(String why) {
        fault = why;
        tools.faults().stopped(partition, this, why);
        LOG.atError().addKeyValue("partition", partition).addKeyValue("reason", why).log("the projection of a partition has stopped");
    }
}
