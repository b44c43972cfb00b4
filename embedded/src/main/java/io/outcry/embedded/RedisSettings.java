// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.util.List;

/** What {@code redis-server} is told on its command line, wherever it runs. */
public final class RedisSettings {

    private RedisSettings() {}

    /** Alone: it appends what it is told to a file, so that a restart goes on where it was, and frees what is flushed on another thread. */
    public static List<String> alone(int port) {
        return List.of("--port", String.valueOf(port), "--save", "", "--appendonly", "yes", "--appendfsync", "everysec",
                "--lazyfree-lazy-user-flush", "yes");
    }

    /** As a node of a cluster that forgets everything when it ends. */
    public static List<String> ofNode(int port) {
        return List.of("--port", String.valueOf(port), "--save", "", "--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf",
                "--cluster-node-timeout", "2000");
    }
}
