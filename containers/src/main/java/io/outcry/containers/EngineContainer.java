// SPDX-License-Identifier: Apache-2.0
package io.outcry.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotModifiedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.IsRunningStartupCheckStrategy;
import org.testcontainers.utility.DockerImageName;

/** One container whose ports are the same inside, on loopback, and after every restart. */
final class EngineContainer {

    private static final int STOP_SECONDS = 10;

    private static final long PAUSE_NANOS = 200_000_000;

    private final GenericContainer<?> container;
    private int starts = 1;

    private EngineContainer(GenericContainer<?> container) {
        this.container = container;
    }

    /**
     * Creates and starts it; whoever knows what runs inside waits until that serves.
     *
     * @param ports published on loopback
     * @param command what runs inside, empty for the image's own
     */
    @SuppressWarnings("resource") // closed by the reaper, at the end of the JVM: until then it can be started again
    static EngineContainer start(String image, List<Integer> ports, Map<String, String> environment, List<String> command) {
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image))
                .withExposedPorts(ports.toArray(Integer[]::new))
                .withEnv(environment)
                .withStartupCheckStrategy(new IsRunningStartupCheckStrategy())
                .waitingFor(new StartedIsEnough());
        container.setPortBindings(ports.stream().map(port -> "127.0.0.1:" + port + ":" + port).toList());
        if (!command.isEmpty()) {
            container.withCommand(command.toArray(String[]::new));
        }
        container.start();
        return new EngineContainer(container);
    }

    /** Starts a stopped one. */
    void startAgain() {
        starts++;
        docker().startContainerCmd(container.getContainerId()).exec();
    }

    /** Asks it to end, forces it after 10 s; its files stay. */
    void stop() {
        try {
            docker().stopContainerCmd(container.getContainerId()).withTimeout(STOP_SECONDS).exec();
        } catch (NotModifiedException stopped) {
            // It was killed before.
            assert stopped.getMessage() != null;
        }
    }

    void kill() {
        docker().killContainerCmd(container.getContainerId()).exec();
    }

    void pause() {
        docker().pauseContainerCmd(container.getContainerId()).exec();
    }

    void unpause() {
        docker().unpauseContainerCmd(container.getContainerId()).exec();
    }

    /**
     * Waits until it has said this after its last start, too.
     *
     * @param words what it says once each time it is started
     * @throws IllegalStateException if it does not in time
     */
    void awaitSaid(String words, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (container.getLogs().split(Pattern.quote(words), -1).length <= starts) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("not within " + limit + ": " + words + "; but\n" + lastWords());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** The last of what it said. */
    String lastWords() {
        List<String> lines = container.getLogs().lines().toList();
        return String.join("\n", IntStream.range(Math.max(0, lines.size() - 20), lines.size()).mapToObj(lines::get).toList());
    }

    private DockerClient docker() {
        return container.getDockerClient();
    }
}
