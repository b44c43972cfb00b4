// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

/** A Kafka broker that runs. */
public interface Broker extends AutoCloseable {

    /** The address clients connect to, {@code host:port}. */
    String bootstrapServers();

    /** Stops it in order and returns when it has stopped; its data stay. */
    @Override
    void close();
}
