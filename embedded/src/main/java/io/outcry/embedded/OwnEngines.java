// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The broker of this JVM and processes of this machine. */
final class OwnEngines implements EngineSource {

    @Override
    public Broker kafka(Path directory, int port) {
        return EmbeddedKafka.start(directory, port);
    }

    @Override
    public RedisServer redis(Path directory, int port) {
        return EmbeddedRedis.start(directory, port);
    }

    @Override
    public Stoppable redisNodes(Path directory, List<Integer> ports) {
        List<Process> nodes = new ArrayList<>();
        try {
            String program = RedisProgram.ofJar().toString();
            for (int port : ports) {
                Path home = Files.createDirectories(directory.resolve("node-" + port));
                List<String> command = new ArrayList<>(List.of(program, "--bind", Loopback.HOST, "--dir", home.toString()));
                command.addAll(RedisSettings.ofNode(port));
                nodes.add(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(home.resolve("redis.log").toFile()).start());
            }
        } catch (IOException e) {
            nodes.forEach(Process::destroyForcibly);
            throw new UncheckedIOException("no Redis Cluster in " + directory, e);
        }
        return () -> nodes.forEach(Process::destroyForcibly);
    }
}
