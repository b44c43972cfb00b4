// SPDX-License-Identifier: Apache-2.0
package io.outcry.containers;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/** Containers by the directory that a test takes for their home: the next start there is a restart. */
final class KeptContainers {

    /** A container and the port it was made for. */
    record Kept(EngineContainer container, int port) {}

    private final Map<Path, Kept> byDirectory = new ConcurrentHashMap<>();

    /**
     * Starts the container of {@code directory} again, or a new one.
     *
     * @param wantedPort 0 for the one it had, or a free one
     * @param create makes a container for a port
     * @throws IllegalStateException if the data there belong to another port
     */
    Kept start(Path directory, int wantedPort, IntFunction<Kept> create) {
        Path home = directory.toAbsolutePath().normalize();
        Kept kept = byDirectory.get(home);
        if (kept == null) {
            kept = create.apply(wantedPort);
            byDirectory.put(home, kept);
            return kept;
        }
        if (wantedPort != 0 && wantedPort != kept.port()) {
            throw new IllegalStateException("the container of " + home + " has port " + kept.port() + ", not " + wantedPort);
        }
        kept.container().startAgain();
        return kept;
    }
}
