// SPDX-License-Identifier: Apache-2.0
package io.outcry.containers;

import io.outcry.containers.KeptContainers.Kept;
import io.outcry.embedded.RedisProbe;
import io.outcry.embedded.RedisServer;
import io.outcry.embedded.RedisSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Redis in a container, with the settings of the embedded one. */
final class ContainerRedis implements RedisServer {

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final long PAUSE_NANOS = 20_000_000;

    private final Kept kept;

    private ContainerRedis(Kept kept) {
        this.kept = kept;
    }

    static Kept create(int port) {
        List<String> command = new ArrayList<>(List.of("redis-server", "--protected-mode", "no"));
        command.addAll(RedisSettings.alone(port));
        return new Kept(EngineContainer.start(Images.redis(), List.of(port), Map.of(), command), port);
    }

    /** The Redis in a container that has just been started, once it answers. */
    static ContainerRedis awaited(Kept kept) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!RedisProbe.answers(kept.port())) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("Redis does not answer on port " + kept.port() + ": " + kept.container().lastWords());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return new ContainerRedis(kept);
    }

    @Override
    public int port() {
        return kept.port();
    }

    @Override
    public void freeze() {
        kept.container().pause();
    }

    @Override
    public void thaw() {
        kept.container().unpause();
    }

    @Override
    public void kill() {
        kept.container().kill();
    }

    @Override
    public void close() {
        kept.container().stop();
    }
}
