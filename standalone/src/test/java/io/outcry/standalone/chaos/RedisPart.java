// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import io.outcry.embedded.EmbeddedRedis;
import io.outcry.embedded.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Redis, which can also come back empty. */
final class RedisPart implements Part {

    private final Path directory;
    private final int port = FreePort.pick();
    private @Nullable EmbeddedRedis redis;

    RedisPart(Path directory) {
        this.directory = directory.resolve("redis");
        // A trial that is broken off leaves nothing running.
        Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public void start() {
        redis = EmbeddedRedis.start(directory, port);
    }

    @Override
    public void kill() {
        EmbeddedRedis running = redis;
        if (running != null) {
            running.kill();
            ProcessHandle.of(running.pid()).ifPresent(process -> process.onExit().join());
        }
    }

    /** Deletes what a killed Redis has left. */
    void forget() throws IOException {
        try (Stream<Path> left = Files.walk(directory)) {
            List<Path> files = left.sorted(Comparator.reverseOrder()).toList();
            for (Path file : files) {
                Files.delete(file);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void freeze() throws IOException, InterruptedException {
        Signals.freeze(redis.pid());
    }

    @Override
    public void thaw() throws IOException, InterruptedException {
        Signals.thaw(redis.pid());
    }

    /** Its start waits until it answers. */
    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public String log() {
        return directory.resolve("redis.log").toString();
    }
}
