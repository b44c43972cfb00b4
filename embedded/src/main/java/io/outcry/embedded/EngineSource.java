// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Where an integration test gets its engines from: this machine's own, or another source that is on the class path (the build's profile
 * {@code docker} puts containers there). A test that asks here runs on either without knowing which.
 *
 * <p>The same directory means the same data: an engine that is started again where one was closed finds what that one has written.
 */
public interface EngineSource {

    /** The one on the class path, else {@link EmbeddedKafka} and {@link EmbeddedRedis}. */
    static EngineSource found() {
        return ServiceLoader.load(EngineSource.class).findFirst().orElseGet(OwnEngines::new);
    }

    /**
     * Starts a broker and returns when it serves.
     *
     * @param directory its home
     * @param port the loopback port to listen on, 0 for a free one
     * @throws IllegalStateException if it does not start
     */
    Broker kafka(Path directory, int port);

    /**
     * Starts Redis and returns when it answers.
     *
     * @param directory its home
     * @param port the loopback port to listen on, 0 for a free one
     * @throws IllegalStateException if it does not start
     */
    RedisServer redis(Path directory, int port);

    /**
     * Starts nodes of a Redis Cluster that do not know each other yet, one for each port.
     *
     * @param ports loopback ports; each node takes the one 10,000 above, too
     * @return what stops all of them
     * @throws IllegalStateException if they do not start
     */
    Stoppable redisNodes(Path directory, List<Integer> ports);

    /** What can be stopped. */
    @FunctionalInterface
    interface Stoppable extends AutoCloseable {

        @Override
        void close();
    }
}
