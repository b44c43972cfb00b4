// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.record.UnreadableRecordException;
import io.outcry.query.view.ViewChange;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewUnavailableException;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the records of one partition do to its view. Lives on the consumer's thread. */
interface RecordFold {

    /** Makes one for each partition. */
    interface Factory {
        RecordFold of(ViewPartition partition);
    }

    /**
     * Takes the records that are folded next, and reads what the view must say before that is possible.
     *
     * @param at where the view will be when all that was sent is applied
     * @throws ViewUnavailableException if Redis does not say it, or is elsewhere
     * @throws UnreadableViewException if what Redis says cannot be read
     */
    void open(ViewPosition at, List<ConsumerRecord<byte[], byte[]>> records) throws ViewUnavailableException, UnreadableViewException;

    /**
     * Adds the changes that one of the opened records makes.
     *
     * @param at where the view is before the record
     * @param index of the record, each once and in order
     * @return where the view is after it
     * @throws UnreadableRecordException if the record is not what its topic holds; {@code changes} may then hold a part of it
     * @throws OutcomeGapException if it cannot be applied here
     */
    ViewPosition fold(ViewPosition at, int index, List<ViewChange> changes) throws UnreadableRecordException, OutcomeGapException;

    /** The view may be elsewhere than was thought: nothing that was read from it holds any more. */
    void forget();
}
