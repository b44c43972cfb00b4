// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Outcomes of one poll of one partition, in order. */
final class OutcomeBatch {

    private final List<ProducerRecord<byte[], byte[]>> records;
    private final List<@Nullable Callback> told;
    private final long[] offsets;
    private long bytes;

    /** @param most outcomes there is room for */
    OutcomeBatch(int most) {
        records = new ArrayList<>(most);
        told = new ArrayList<>(most);
        offsets = new long[most];
    }

    /**
     * Adds the next one.
     *
     * @param offset of its command
     * @param also told what became of it; null for nobody
     */
    void add(long offset, ProducerRecord<byte[], byte[]> outcome, @Nullable Callback also) {
        offsets[records.size()] = offset;
        records.add(outcome);
        told.add(also);
        bytes += outcome.value().length + outcome.key().length;
    }

    int size() {
        return records.size();
    }

    /** Whose outcomes they are; there must be one. */
    int partition() {
        return records.getFirst().partition();
    }

    /** Of all outcomes, with their keys. */
    long bytes() {
        return bytes;
    }

    /** Offset of the first one's command. */
    long firstOffset() {
        return offset(0);
    }

    /** Offset of an outcome's command. */
    long offset(int index) {
        return offsets[index];
    }

    ProducerRecord<byte[], byte[]> outcome(int index) {
        return records.get(index);
    }

    @Nullable
    Callback told(int index) {
        return told.get(index);
    }
}
