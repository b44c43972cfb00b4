// SPDX-License-Identifier: Apache-2.0
package io.outcry.containers;

import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.FreePort;
import io.outcry.embedded.RedisServer;
import io.outcry.embedded.RedisSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Starts engines as containers; every instance knows all containers of this JVM. */
public final class ContainerEngines implements EngineSource {

    private static final KeptContainers BROKERS = new KeptContainers();
    private static final KeptContainers REDIS = new KeptContainers();
    private static final int TO_BUS_PORT = 10_000;

    @Override
    public Broker kafka(Path directory, int port) {
        return ContainerBroker.awaited(BROKERS.start(directory, port, wanted -> ContainerBroker.create(portOr(wanted))));
    }

    @Override
    public RedisServer redis(Path directory, int port) {
        return ContainerRedis.awaited(REDIS.start(directory, port, wanted -> ContainerRedis.create(portOr(wanted))));
    }

    /** All nodes are in one container: what they tell clients of each other, 127.0.0.1 and a port, holds inside and outside. */
    @Override
    public Stoppable redisNodes(Path directory, List<Integer> ports) {
        List<String> nodes = new ArrayList<>();
        for (int port : ports) {
            String settings = String.join(" ", RedisSettings.ofNode(port).stream().map(word -> "'" + word + "'").toList());
            nodes.add("mkdir -p /data/" + port + " && cd /data/" + port + " && redis-server --protected-mode no " + settings);
        }
        String all = String.join(" & ", nodes.stream().map(node -> "(" + node + ")").toList()) + " & wait";
        List<Integer> published = ports.stream().flatMap(port -> Stream.of(port, port + TO_BUS_PORT)).toList();
        return EngineContainer.start(Images.redis(), published, Map.of(), List.of("sh", "-c", all))::kill;
    }

    private static int portOr(int wanted) {
        return wanted == 0 ? FreePort.pick() : wanted;
    }
}
