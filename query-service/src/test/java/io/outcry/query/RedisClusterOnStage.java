// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.FreePort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three real Redis nodes that share the slots, on loopback; behind them as many replicas if wanted. */
final class RedisClusterOnStage implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;

    /** Longer than a trial may take; the node is killed at its end. */
    private static final int STILL_SECONDS = 300;

    private static final String BUSY =
            "local from = redis.call('TIME')[1]; while redis.call('TIME')[1] - from < " + STILL_SECONDS + " do end";

    private final List<Integer> ports = new ArrayList<>();
    private final List<RedisClient> busy = new ArrayList<>();
    private final EngineSource.Stoppable nodes;

    static RedisClusterOnStage start(Path directory) {
        RedisClusterOnStage cluster = new RedisClusterOnStage(directory, MASTERS);
        cluster.join();
        return cluster;
    }

    /** Each master has a replica, which takes over a second after it has gone. */
    static RedisClusterOnStage startWithReplicas(Path directory) {
        RedisClusterOnStage cluster = new RedisClusterOnStage(directory, 2 * MASTERS);
        cluster.join();
        cluster.replicate();
        return cluster;
    }

    private RedisClusterOnStage(Path directory, int count) {
        while (ports.size() < count) {
            ports.add(FreePort.pick());
        }
        nodes = EngineSource.found().redisNodes(directory, ports);
    }

    private void join() {
        for (int node = 0; node < ports.size(); node++) {
            int self = node;
            QueryStage.await("node " + node + " answers", () -> {
                try {
                    on(self, redis -> redis.ping());
                    return true;
                } catch (RuntimeException starting) {
                    return false;
                }
            });
            if (node < MASTERS) {
                int[] slots = IntStream.range(SLOTS * node / MASTERS, SLOTS * (node + 1) / MASTERS).toArray();
                on(node, redis -> redis.clusterAddSlots(slots));
            }
            on(node, redis -> redis.clusterMeet("127.0.0.1", ports.getFirst()));
        }
        for (int node = 0; node < ports.size(); node++) {
            awaitOn(node, "it sees the whole cluster", redis -> redis.clusterInfo().contains("cluster_state:ok")
                    && redis.clusterInfo().contains("cluster_known_nodes:" + ports.size()));
        }
    }

    private void replicate() {
        for (int master = 0; master < MASTERS; master++) {
            String[] id = {""};
            on(master, redis -> id[0] = redis.clusterMyId());
            on(replicaOf(master), redis -> redis.clusterReplicate(id[0]));
            awaitOn(replicaOf(master), "it follows its master", redis -> redis.info("replication").contains("master_link_status:up"));
        }
        for (int node = 0; node < ports.size(); node++) {
            on(node, redis -> redis.configSet("cluster-node-timeout", "1000"));
        }
    }

    private static int replicaOf(int master) {
        return master + MASTERS;
    }

    /** From now on what is on some nodes can be read though another is away. */
    void needNoFullCoverage() {
        for (int node = 0; node < ports.size(); node++) {
            on(node, redis -> redis.configSet("cluster-require-full-coverage", "no"));
        }
    }

    /** The master that has the slot of a key. */
    static int masterOf(String key) {
        int slot = SlotHash.getSlot(key);
        return (int) IntStream.range(1, MASTERS).filter(master -> slot >= SLOTS * master / MASTERS).count();
    }

    /** Ends a master for good. */
    void end(int master) {
        on(master, redis -> redis.shutdown(false));
    }

    /** Makes a master stand still, connections and all. */
    void freeze(int master) {
        on(master, redis -> redis.configSet("lua-time-limit", String.valueOf(1_000 * STILL_SECONDS)));
        RedisClient client = client(master);
        busy.add(client);
        var unused = client.connect().async().eval(BUSY, ScriptOutputType.INTEGER);
    }

    /** Waits until the replica of a master that is gone or stands still has taken over. */
    void awaitTakeover(int master) {
        awaitOn(replicaOf(master), "it takes over", redis -> redis.info("replication").contains("role:master")
                && redis.clusterInfo().contains("cluster_state:ok"));
    }

    private void awaitOn(int node, String what, Predicate<RedisCommands<String, String>> condition) {
        QueryStage.await("node " + node + ": " + what, () -> {
            boolean[] met = {false};
            on(node, redis -> met[0] = condition.test(redis));
            return met[0];
        });
    }

    /** Talks to one node. */
    void on(int node, Consumer<RedisCommands<String, String>> action) {
        RedisClient client = client(node);
        try (var connection = client.connect()) {
            action.accept(connection.sync());
        } finally {
            end(client);
        }
    }

    private RedisClient client(int node) {
        return RedisClient.create("redis://127.0.0.1:" + ports.get(node));
    }

    /** Not waited for: Lettuce's own wait has no end, and now and then its client's end has none either. */
    private static void end(RedisClient client) {
        var unused = client.shutdownAsync(0, 1, TimeUnit.SECONDS);
    }

    int masters() {
        return MASTERS;
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
        busy.forEach(RedisClusterOnStage::end);
    }
}
