// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import com.sun.management.ThreadMXBean;
import io.outcry.benchmarks.command.Median;
import io.outcry.benchmarks.workload.BookDriver;
import io.outcry.benchmarks.workload.BookUnderTest;
import io.outcry.benchmarks.workload.MessageStream;
import io.outcry.benchmarks.workload.PublishedHashes;
import io.outcry.benchmarks.workload.ReportDigest;
import io.outcry.benchmarks.workload.ReportLog;
import io.outcry.benchmarks.workload.Scenario;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One engine on one scenario in this JVM: every pass has a fresh book and the same stream, and must end in the same hash. */
final class ScenarioRun {

    private final MatchingLoad load;
    private final Scenario scenario;
    private final BookUnderTest.Factory books;
    private final MessageStream messages;
    private final ReportLog reports;
    private final ReportDigest digest = new ReportDigest();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private @Nullable String hash;

    ScenarioRun(MatchingLoad load, Scenario scenario, BookUnderTest.Factory books) {
        this.load = load;
        this.scenario = scenario;
        this.books = books;
        this.messages = load.messages(scenario);
        this.reports = new ReportLog(messages.mostReports());
        this.hash = PublishedHashes.of(scenario, load.seed(), load.count()).orElse(null);
    }

    /** One untimed pass. */
    String hashOnly() {
        BookUnderTest book = freshBook();
        BookDriver.send(messages, messages.timedFrom(), messages.size(), book, reports);
        return checkedHash();
    }

    /** All warm-up and timed passes, then the pass that times each message. */
    ScenarioResult measure() {
        for (int i = 0; i < load.warmups(); i++) {
            pass();
        }
        double[] rates = new double[load.passes()];
        for (int i = 0; i < load.passes(); i++) {
            rates[i] = messages.timedSize() * 1e9 / pass();
        }
        // Once for the compiler: its loop is another one.
        latencyPass();
        Histogram latency = latencyPass();
        return new ScenarioResult(
                scenario,
                Median.of(rates),
                bytesOnceGrown(),
                latency.getValueAtPercentile(50),
                latency.getValueAtPercentile(99),
                latency.getValueAtPercentile(99.9),
                latency.getValueAtPercentile(99.99),
                latency.getMaxValue(),
                Objects.requireNonNull(hash));
    }

    /** Nanoseconds of a pass. */
    long pass() {
        BookUnderTest book = freshBook();
        long start = System.nanoTime();
        BookDriver.send(messages, messages.timedFrom(), messages.size(), book, reports);
        long nanos = System.nanoTime() - start;
        checkedHash();
        return nanos;
    }

    /** Bytes allocated a message in a second pass over the same book, which was emptied in between: it has been as full before. */
    private double bytesOnceGrown() {
        BookUnderTest book = freshBook();
        BookDriver.send(messages, messages.timedFrom(), messages.size(), book, reports);
        reports.clear();
        int cancels = BookDriver.cancelAll(messages, book, reports);
        reports.clear();
        MessageStream again = messages.after(messages.size() + cancels);
        BookDriver.send(again, 0, again.timedFrom(), book, reports);
        long bytes = threads.getCurrentThreadAllocatedBytes();
        BookDriver.send(again, again.timedFrom(), again.size(), book, reports);
        return (double) (threads.getCurrentThreadAllocatedBytes() - bytes) / messages.timedSize();
    }

    /** Each message from the end of the one before to its own end, with one reading of the clock. */
    private Histogram latencyPass() {
        BookUnderTest book = freshBook();
        int[] nanos = new int[messages.timedSize()];
        long before = System.nanoTime();
        for (int i = messages.timedFrom(), at = 0; i < messages.size(); i++, at++) {
            BookDriver.sendOne(messages, i, book, reports);
            long after = System.nanoTime();
            nanos[at] = (int) Math.min(Integer.MAX_VALUE, after - before);
            before = after;
        }
        checkedHash();
        Histogram histogram = new Histogram(3);
        for (int value : nanos) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    private BookUnderTest freshBook() {
        reports.clear();
        BookUnderTest book = books.open(reports);
        if (messages.timedFrom() > 0) {
            BookDriver.send(messages, 0, messages.timedFrom(), book, reports);
            // What it took to build the book up is no part of what is timed.
            System.gc();
        }
        return book;
    }

    private String checkedHash() {
        String found = digest.of(reports, messages);
        if (hash != null && !hash.equals(found)) {
            throw new WrongReportsException("scenario " + scenario.label() + ": reports hash to " + found + ", not to " + hash);
        }
        hash = found;
        return found;
    }
}
