// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.util.List;

/** What {@code redis-server} is told on its command line, wherever it runs. */
public final class RedisSettings {

    private RedisSettings() {}

    /**
     * Alone: it appends what it is told to a file, so that a restart goes on where it was, and frees what is flushed on another thread. The
     * file is left to the system, as Kafka's are: to force one to the disk each second holds up whoever writes to another meanwhile. A Redis
     * that lost its newest data with the machine is behind the log, which is noticed and made good. The file is written anew, which takes a
     * core for seconds, only when it is large, and without being compressed.
     */
    public static List<String> alone(int port) {
        return List.of("--port", String.valueOf(port), "--save", "", "--appendonly", "yes", "--appendfsync", "no",
                "--auto-aof-rewrite-min-size", "512mb", "--rdbcompression", "no", "--lazyfree-lazy-user-flush", "yes");
    }

    /** As a node of a cluster that forgets everything when it ends. */
    public static List<String> ofNode(int port) {
        return List.of("--port", String.valueOf(port), "--save", "", "--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf",
                "--cluster-node-timeout", "2000");
    }
}
