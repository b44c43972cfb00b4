// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.trace.TracedSpan;
import io.outcry.contracts.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Of the records of one batch those whose requests are traced: each is a span from its folding until Redis has applied it. */
final class TracedRecords {

    private final Tracing tracing;
    private List<TracedSpan> spans = List.of();

    TracedRecords(Tracing tracing) {
        this.tracing = tracing;
    }

    /** Looks whether the record's request is traced. */
    void add(ConsumerRecord<byte[], byte[]> record) {
        TracedSpan span = tracing.follow(record.headers(), "project", () -> 0);
        if (span != null) {
            spans = spans.isEmpty() ? new ArrayList<>() : spans;
            spans.add(span.withRecord(record.topic(), record.partition(), record.offset()));
        }
    }

    /** Everybody can read it. */
    void applied() {
        spans.forEach(TracedSpan::end);
    }

    /** It is not known to be applied; the records come again. */
    void abandoned(String why) {
        spans.forEach(span -> span.failed(why).end());
    }
}
