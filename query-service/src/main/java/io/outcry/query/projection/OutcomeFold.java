// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.v1.Outcome;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.record.OutcomeRecords;
import io.outcry.query.record.UnreadableRecordException;
import io.outcry.query.view.ViewChange;
import io.outcry.query.view.ViewUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Checks that an outcome is the next one, and leaves what it means for the view to {@link OutcomeChanges}. */
final class OutcomeFold implements RecordFold {

    private final OutcomeChanges meaning;
    private final RunningTotals totals;
    private final ProjectionMetrics metrics;
    private final List<Opened> opened = new ArrayList<>();

    /** A parsed record: an outcome, or why it is none. */
    private record Opened(long offset, @Nullable Outcome outcome, @Nullable UnreadableRecordException fault) {}

    OutcomeFold(OutcomeChanges meaning, RunningTotals totals, ProjectionMetrics metrics) {
        this.meaning = meaning;
        this.totals = totals;
        this.metrics = metrics;
    }

    @Override
    public void open(ViewPosition at, List<ConsumerRecord<byte[], byte[]>> records)
            throws ViewUnavailableException, UnreadableViewException {
        opened.clear();
        List<Outcome> trading = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                Outcome outcome = OutcomeRecords.parse(record.value());
                opened.add(new Opened(record.offset(), outcome, null));
                if (outcome.getTradesCount() > 0 && outcome.getRepeatOfSequence() == 0) {
                    trading.add(outcome);
                }
            } catch (UnreadableRecordException e) {
                opened.add(new Opened(record.offset(), null, e));
            }
        }
        totals.open(at, trading);
    }

    @Override
    public ViewPosition fold(ViewPosition at, int index, List<ViewChange> changes) throws UnreadableRecordException, OutcomeGapException {
        Opened record = opened.get(index);
        Outcome outcome = record.outcome();
        if (outcome == null) {
            throw record.fault() == null ? new UnreadableRecordException("nothing") : record.fault();
        }
        return switch (at.judge(outcome.getInputOffset(), outcome.getSequence())) {
            case DUPLICATE -> {
                metrics.duplicate();
                yield at.passed(record.offset());
            }
            case GAP -> throw new OutcomeGapException("offset " + record.offset() + " holds outcome " + outcome.getSequence()
                    + " of command " + outcome.getInputOffset() + ", but the view is at outcome " + at.sequence() + " of command "
                    + at.inputOffset());
            case NEXT -> {
                add(outcome, changes);
                yield at.applied(record.offset(), outcome.getInputOffset(), outcome.getSequence(), outcome.getTimeUs() / 1_000);
            }
        };
    }

    private void add(Outcome outcome, List<ViewChange> changes) throws UnreadableRecordException {
        try {
            meaning.add(outcome, changes);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new UnreadableRecordException("not a valid outcome: " + e.getMessage(), e);
        }
    }

    @Override
    public void forget() {
        totals.forget();
    }
}
