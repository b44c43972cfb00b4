// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

/** A server that sends prices to everybody who is connected. */
interface Broadcaster extends AutoCloseable {

    int PATIENCE_SECONDS = 5;

    /** Where clients connect, at {@code /api/v1/stream}. */
    int port();

    /** Connections that are open. */
    int connections();

    /** Sends a price, from the one thread that does so; never waits. */
    void publish(Quote quote);

    @Override
    void close();
}
