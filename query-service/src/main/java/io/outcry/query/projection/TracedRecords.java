// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.trace.TracedStep;
import io.outcry.contracts.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Of the records of one batch those whose requests are traced: each is a step from its folding until Redis has applied it. */
final class TracedRecords {

    private final Tracing tracing;
    private List<TracedStep> steps = List.of();

    TracedRecords(Tracing tracing) {
        this.tracing = tracing;
    }

    /** Looks whether the record's request is traced. */
    void add(ConsumerRecord<byte[], byte[]> record) {
        TracedStep step = tracing.follow(record.headers(), "project", () -> 0);
        if (step != null) {
            steps = steps.isEmpty() ? new ArrayList<>() : steps;
            steps.add(step.withRecord(record.topic(), record.partition(), record.offset()));
        }
    }

    /** Everybody can read it. */
    void applied() {
        steps.forEach(TracedStep::end);
    }

    /** It is not known to be applied; the records come again. */
    void abandoned(String why) {
        steps.forEach(step -> step.failed(why).end());
    }
}
