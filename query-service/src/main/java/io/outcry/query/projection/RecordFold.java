// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.OpBatch;
import io.outcry.query.view.ViewPartition;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What one record does to the view of its partition. */
interface RecordFold {

    /**
     * Adds the record's operations to {@code batch}.
     *
     * @param at where the view is before the record
     * @return where it is after
     * @throws UnreadableRecordException if the record is not what its topic holds; the batch may then hold a part of it
     * @throws OutcomeGapException if it cannot be applied here
     */
    ViewPosition fold(ViewPartition partition, ViewPosition at, ConsumerRecord<byte[], byte[]> record, OpBatch batch)
            throws UnreadableRecordException, OutcomeGapException;
}
