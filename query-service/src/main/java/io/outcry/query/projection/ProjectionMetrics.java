// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.view.ViewLog;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What the projection of one log counts, under {@code outcry.query.projection.*} with the tag {@code log}. */
final class ProjectionMetrics {

    private final Counter records;
    private final Counter duplicates;
    private final Counter gaps;
    private final Counter deadLetters;
    private final Counter resyncs;
    private final DistributionSummary batchRecords;
    private final Timer batchTime;
    private final Timer lag;

    ProjectionMetrics(MeterRegistry registry, ViewLog log) {
        String tag = log.tag();
        records = Counter.builder("outcry.query.projection.records").tag("log", tag)
                .description("Records that moved the view").register(registry);
        duplicates = Counter.builder("outcry.query.projection.duplicates").tag("log", tag)
                .description("Outcomes dropped because their command was applied before").register(registry);
        gaps = Counter.builder("outcry.query.projection.gaps").tag("log", tag)
                .description("Times a partition stopped because an outcome did not follow").register(registry);
        deadLetters = Counter.builder("outcry.query.projection.deadletters").tag("log", tag)
                .description("Records that could not be read").register(registry);
        resyncs = Counter.builder("outcry.query.projection.resyncs").tag("log", tag)
                .description("Times a partition went on from another position than expected").register(registry);
        batchRecords = DistributionSummary.builder("outcry.query.projection.batch.records").tag("log", tag)
                .description("Records applied by one script").register(registry);
        batchTime = Timer.builder("outcry.query.projection.batch.time").tag("log", tag)
                .description("From sending a script to its answer").publishPercentileHistogram().register(registry);
        lag = Timer.builder("outcry.query.projection.lag").tag("log", tag)
                .description("From the time in a record until it is in the view").publishPercentileHistogram()
                .maximumExpectedValue(Duration.ofMinutes(1)).register(registry);
    }

    /** Shows how many partitions of a log are stopped, for as long as they are. */
    static void show(MeterRegistry registry, ViewLog log, ProjectionFaults faults) {
        Gauge.builder("outcry.query.projection.stopped", faults, all -> all.count(log)).tag("log", log.tag())
                .description("Partitions whose projection has stopped").register(registry);
    }

    void duplicate() {
        duplicates.increment();
    }

    void gap() {
        gaps.increment();
    }

    void deadLetter() {
        deadLetters.increment();
    }

    void resync() {
        resyncs.increment();
    }

    /**
     * A script was applied.
     *
     * @param lagMillis age of its newest record; a negative one counts as none
     */
    void applied(int count, long nanos, long lagMillis) {
        records.increment(count);
        batchRecords.record(count);
        batchTime.record(nanos, TimeUnit.NANOSECONDS);
        lag.record(Math.max(0, lagMillis), TimeUnit.MILLISECONDS);
    }
}
