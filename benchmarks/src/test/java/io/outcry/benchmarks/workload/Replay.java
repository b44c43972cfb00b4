// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

/** Sends a whole stream to a fresh book. */
public final class Replay {

    private Replay() {}

    public static ReportLog reports(MessageStream messages, BookUnderTest.Factory books) {
        ReportLog reports = new ReportLog(messages.mostReports());
        BookDriver.send(messages, 0, messages.size(), books.open(reports), reports);
        return reports;
    }

    public static String hash(MessageStream messages, BookUnderTest.Factory books) {
        return new ReportDigest().of(reports(messages, books), messages);
    }
}
