// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.FreePort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three real Redis nodes that share the slots, on loopback. */
final class RedisClusterOnStage implements AutoCloseable {

    private static final int NODES = 3;
    private static final int SLOTS = 16_384;

    /** The port for the nodes among themselves is 10,000 above. */
    private static final int HIGHEST_PORT = 55_000;

    private final List<Integer> ports = new ArrayList<>();
    private final EngineSource.Stoppable nodes;

    static RedisClusterOnStage start(Path directory) {
        RedisClusterOnStage cluster = new RedisClusterOnStage(directory);
        cluster.join();
        return cluster;
    }

    private RedisClusterOnStage(Path directory) {
        while (ports.size() < NODES) {
            int port = FreePort.pick();
            if (port <= HIGHEST_PORT) {
                ports.add(port);
            }
        }
        nodes = EngineSource.found().redisNodes(directory, ports);
    }

    private void join() {
        for (int node = 0; node < NODES; node++) {
            int[] slots = IntStream.range(SLOTS * node / NODES, SLOTS * (node + 1) / NODES).toArray();
            int self = node;
            QueryStage.await("node " + node + " answers", () -> {
                try {
                    on(self, redis -> redis.ping());
                    return true;
                } catch (RuntimeException starting) {
                    return false;
                }
            });
            on(node, redis -> redis.clusterAddSlots(slots));
            on(node, redis -> redis.clusterMeet("127.0.0.1", ports.getFirst()));
        }
        for (int node = 0; node < NODES; node++) {
            int self = node;
            boolean[] ready = {false};
            QueryStage.await("node " + node + " sees the whole cluster", () -> {
                on(self, redis -> ready[0] = redis.clusterInfo().contains("cluster_state:ok")
                        && redis.clusterInfo().contains("cluster_known_nodes:" + NODES));
                return ready[0];
            });
        }
    }

    /** Talks to one node. */
    void on(int node, Consumer<RedisCommands<String, String>> action) {
        RedisClient client = RedisClient.create("redis://127.0.0.1:" + ports.get(node));
        try (var connection = client.connect()) {
            action.accept(connection.sync());
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    int nodes() {
        return NODES;
    }

    /** All addresses, with commas between. */
    String uri() {
        return ports.stream().map(port -> "redis://127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    /** The address of one node. */
    String seed() {
        return "redis://127.0.0.1:" + ports.getFirst();
    }

    @Override
    public void close() {
        nodes.close();
    }
}
