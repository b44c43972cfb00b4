// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.v1.Outcome;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.OpBatch;
import io.outcry.query.view.ViewPartition;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Checks that an outcome is the next one, and leaves what it means for the view to {@link OutcomeOps}. */
final class OutcomeFold implements RecordFold {

    /** Times become scores in Redis, which are exact up to here: some day in the year 2255. */
    private static final long TIME_LIMIT = 1L << 53;

    private final OutcomeOps ops;
    private final ProjectionMetrics metrics;

    OutcomeFold(OutcomeOps ops, ProjectionMetrics metrics) {
        this.ops = ops;
        this.metrics = metrics;
    }

    @Override
    public ViewPosition fold(ViewPartition partition, ViewPosition at, ConsumerRecord<byte[], byte[]> record, OpBatch batch)
            throws UnreadableRecordException, OutcomeGapException {
        Outcome outcome = parse(record.value());
        return switch (at.judge(outcome.getInputOffset(), outcome.getSequence())) {
            case DUPLICATE -> {
                metrics.duplicate();
                yield at.passed(record.offset());
            }
            case GAP -> throw new OutcomeGapException("offset " + record.offset() + " holds outcome " + outcome.getSequence()
                    + " of command " + outcome.getInputOffset() + ", but the view is at outcome " + at.sequence() + " of command "
                    + at.inputOffset());
            case NEXT -> {
                if (outcome.getRepeatOfSequence() == 0) {
                    add(partition, outcome, batch);
                }
                yield at.applied(record.offset(), outcome.getInputOffset(), outcome.getSequence(), outcome.getTimeUs() / 1_000);
            }
        };
    }

    private void add(ViewPartition partition, Outcome outcome, OpBatch batch) throws UnreadableRecordException {
        try {
            ops.add(partition, outcome, batch);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new UnreadableRecordException("not a valid outcome: " + e.getMessage(), e);
        }
    }

    private static Outcome parse(byte[] value) throws UnreadableRecordException {
        if (value == null) {
            throw new UnreadableRecordException("a record without a value is no outcome");
        }
        try {
            Outcome outcome = Outcome.parseFrom(value);
            if (outcome.getSequence() < 1 || outcome.getInputOffset() < 0 || outcome.getTimeUs() < 0 || outcome.getTimeUs() >= TIME_LIMIT) {
                throw new UnreadableRecordException("an outcome has a sequence from 1 on, an input offset and a time");
            }
            return outcome;
        } catch (InvalidProtocolBufferException e) {
            throw new UnreadableRecordException("not an outcome: " + e.getMessage(), e);
        }
    }
}
