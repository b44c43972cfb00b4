// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.v1.Outcome;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.record.OutcomeRecords;
import io.outcry.query.record.UnreadableRecordException;
import io.outcry.query.view.ViewChange;
import io.outcry.query.view.ViewUnavailableException;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A bug planted for a trial: a fold that applies an outcome again which it has applied before. */
final class Forgetful implements RecordFold {

    private final RecordFold sound;
    private List<ConsumerRecord<byte[], byte[]>> opened = List.of();

    Forgetful(RecordFold sound) {
        this.sound = sound;
    }

    @Override
    public void open(ViewPosition at, List<ConsumerRecord<byte[], byte[]>> records)
            throws ViewUnavailableException, UnreadableViewException {
        opened = records;
        sound.open(at, records);
    }

    /** As if the view were where it has to be for the record to come next. */
    @Override
    public ViewPosition fold(ViewPosition at, int index, List<ViewChange> changes) throws UnreadableRecordException, OutcomeGapException {
        Outcome outcome = OutcomeRecords.parse(opened.get(index).value());
        ViewPosition forgotten = outcome.getInputOffset() > at.inputOffset()
                ? at
                : new ViewPosition(at.next(), outcome.getInputOffset() - 1, outcome.getSequence() - 1, 0, at.lost(), at.timeMillis());
        return sound.fold(forgotten, index, changes);
    }

    @Override
    public void forget() {
        sound.forget();
    }
}
