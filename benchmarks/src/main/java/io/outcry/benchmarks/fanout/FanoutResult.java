// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.outcry.benchmarks.command.Words;
import java.util.Locale;

/**
 * What one side did in one measurement.
 *
 * @param offered prices a second times clients
 * @param delivered messages that clients read, a second
 * @param conflated prices a second that were replaced by newer ones, as the messages said; the other sides do not say
 * @param lost sequences that nothing accounts for
 * @param serverNanos processor time of the server for one message
 * @param clientCores cores that the clients used
 * @param heapBytes the server's heap after a collection
 */
record FanoutResult(
        FanoutSetup setup, Side side, String load, double offered, double delivered, double conflated, long lost, long p50, long p99,
        long p999, long longest, double serverNanos, double clientCores, long heapBytes) {

    static final String HEADER = String.format(
            "%-27s %-8s %-12s %12s %12s %12s %6s %6s %6s %7s %8s %9s %7s %8s",
            "", "side", "load", "offered/s", "delivered/s", "conflated/s", "lost", "p50", "p99", "p99.9", "max ms", "server us", "client",
            "heap MB");

    String toRow() {
        return String.format(
                Locale.ROOT, "%-27s %-8s %-12s %,12.0f %,12.0f %,12.0f %6d %6d %6d %7d %8d %9.2f %7.2f %8.1f",
                setup, Words.of(side), load, offered, delivered, conflated, lost, p50, p99, p999, longest, serverNanos / 1e3, clientCores,
                heapBytes / 1048576.0);
    }
}
