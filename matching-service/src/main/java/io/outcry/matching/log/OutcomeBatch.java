// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Outcomes of one poll of one partition, in order. Filled by one thread, then sent by one. */
final class OutcomeBatch {

    private final List<OutcomeRecord> records;
    private final List<@Nullable Callback> told;
    private long bytes;

    /** @param most outcomes there is room for */
    OutcomeBatch(int most) {
        records = new ArrayList<>(most);
        told = new ArrayList<>(most);
    }

    /**
     * Adds the next one.
     *
     * @param also told what became of it; null for nobody
     */
    void add(OutcomeRecord outcome, @Nullable Callback also) {
        records.add(outcome);
        told.add(also);
        bytes += outcome.value().length;
    }

    int size() {
        return records.size();
    }

    /** Of all outcomes. */
    long bytes() {
        return bytes;
    }

    /** Offset of the first one's command. */
    long firstOffset() {
        return records.getFirst().offset();
    }

    /** The record for the log, made anew. */
    ProducerRecord<byte[], byte[]> outcome(int index) {
        return records.get(index).toPublish();
    }

    @Nullable
    Callback told(int index) {
        return told.get(index);
    }
}
