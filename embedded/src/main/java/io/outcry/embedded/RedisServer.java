// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

/** A Redis that runs. */
public interface RedisServer extends AutoCloseable {

    /** The loopback port it listens on. */
    int port();

    /** {@code redis://127.0.0.1:port}. */
    default String uri() {
        return "redis://" + Loopback.HOST + ":" + port();
    }

    /** Stops its clock: connections stay open, nothing is answered. */
    void freeze();

    /** Lets a frozen one go on. */
    void thaw();

    /** Ends it without a word, as {@code kill -9} does. To be closed all the same. */
    void kill();

    /** Stops it in order and returns when it has stopped; what it has written down stays. */
    @Override
    void close();
}
