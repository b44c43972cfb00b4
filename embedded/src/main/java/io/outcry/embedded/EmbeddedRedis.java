// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@code redis-server} process on loopback: the one on the PATH if that is 6.2 or newer, else the one that the embedded-redis jar
 * carries (6.2 on Linux and macOS). It appends what it is told to a file in its directory, so that a restart goes on where it was; it is a
 * cache of the log all the same: a file that it cannot load is moved aside, and it starts empty.
 *
 * <p>One that is killed is started again on its port; one that was told to end stays away.
 *
 * <p>It does not end with the JVM: whoever starts it closes it. One that a killed JVM left behind in the same directory is
 * shut down by the next start there.
 */
public final class EmbeddedRedis implements RedisServer {

    private static final Duration START_LIMIT = Duration.ofSeconds(15);
    private static final String PORT_FILE = "redis.port";
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    /**
     * The status of one that was told to end, or was ended by {@code INT}, {@code KILL} or {@code TERM}. Its file is not to blame then; of one
     * that ended by itself it may be, also of one that crashed.
     */
    private static final Set<Integer> TOLD_TO_END = Set.of(0, 130, 137, 143);
    private static final Duration RESTART_PAUSE = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRedis.class);

    /** Of whoever reaches the port: all but what loads code, writes other files or takes in another server's data. */
    private static final List<String> GUARDED = List.of("--user", "default", "on", "nopass", "~*", "&*", "+@all", "-module", "-debug",
            "-config", "+config|get", "-replicaof", "-slaveof", "-migrate", "-save", "-bgsave", "-acl");

    private final RedisLaunch launch;
    private final Thread keeper = Thread.ofPlatform().name("outcry-redis-keeper").daemon().unstarted(this::keep);
    private volatile Process process;
    private volatile boolean closing;
    /** The last trouble of the keeper, which is told once. */
    private String trouble = "";

    private EmbeddedRedis(RedisLaunch launch, Process process) {
        this.launch = launch;
        this.process = process;
    }

    /**
     * Starts Redis and returns when it has loaded its data.
     *
     * @param directory its working directory and home of its log file; created if missing
     * @param port the port to listen on, 0 for a free one
     * @throws IllegalStateException if it neither answers nor loads for 15 s, or something else has the port
     * @throws UncheckedIOException if there is no program to run: none of 6.2 or newer on the PATH, and none in the jar for this machine or
     *         no room for it
     */
    public static EmbeddedRedis start(Path directory, int port) {
        return start(directory, port, List.of(), SearchPath.own());
    }

    /**
     * As {@link #start(Path, int)}, for more than a test: other users of the machine reach the port, too, and must not do with it what only the
     * one may who runs it.
     */
    public static EmbeddedRedis startGuarded(Path directory, int port) {
        return start(directory, port, GUARDED, SearchPath.own());
    }

    static EmbeddedRedis start(Path directory, int port, List<String> rights, SearchPath path) {
        Path home = directory.toAbsolutePath().normalize();
        int listenPort = port == 0 ? FreePort.pick() : port;
        try {
            endLeftover(home);
            RedisLaunch launch = RedisLaunch.of(home, listenPort, rights, path);
            EmbeddedRedis redis = new EmbeddedRedis(launch, serving(launch));
            redis.keeper.start();
            return redis;
        } catch (IOException e) {
            throw new IllegalStateException("Redis does not start on port " + listenPort + " in " + home, e);
        }
    }

    private static Process serving(RedisLaunch launch) throws IOException {
        Files.createDirectories(launch.home());
        if (RedisProbe.inUse(launch.port())) {
            throw new BindException("port " + launch.port() + " is in use by something else");
        }
        Files.writeString(launch.home().resolve(PORT_FILE), String.valueOf(launch.port()));
        Process process = launch.begin();
        boolean up = awaitAnswer(process, launch);
        if (!up && !TOLD_TO_END.contains(process.exitValue()) && AppendOnlyFile.moveAside(launch.home())) {
            process = launch.begin();
            up = awaitAnswer(process, launch);
        }
        if (!up) {
            throw new IOException("redis-server ended with status " + process.exitValue() + ", see " + launch.log());
        }
        return process;
    }

    private void keep() {
        long told = -1;
        try {
            while (!closing) {
                Process ended = process;
                int status = ended.waitFor();
                if (status == 0) {
                    // It was told to: by an operator, or by the next start in the same directory.
                    return;
                }
                if (!closing) {
                    if (ended.pid() != told) {
                        told = ended.pid();
                        LOG.atWarn().addKeyValue("port", port()).addKeyValue("status", status).log("Redis has ended, it is started again");
                    }
                    TimeUnit.MILLISECONDS.sleep(RESTART_PAUSE.toMillis());
                    restart();
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void restart() {
        try {
            Process next = serving(launch);
            trouble = "";
            synchronized (this) {
                process = next;
                if (closing) {
                    next.destroyForcibly();
                }
            }
        } catch (IOException | RuntimeException e) {
            // The ended one is still there to be found by the next look. Who closes interrupts, too.
            if (!closing && !String.valueOf(e).equals(trouble)) {
                trouble = String.valueOf(e);
                LOG.atError().addKeyValue("port", port()).setCause(e).log("Redis does not start again, it is tried each second");
            }
        }
    }

    @Override
    public int port() {
        return launch.port();
    }

    /** The process id, for trials that kill or freeze it. */
    public long pid() {
        return process.pid();
    }

    @Override
    public void freeze() {
        signal("-STOP");
    }

    @Override
    public void thaw() {
        signal("-CONT");
    }

    @Override
    public void kill() {
        leaveEnded();
        process.destroyForcibly();
    }

    private synchronized void leaveEnded() {
        closing = true;
        keeper.interrupt();
    }

    /** Ends the process: asks it first, forces it after 5 s. */
    @Override
    public void close() {
        leaveEnded();
        process.destroy();
        try {
            if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
            keeper.join();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void signal(String signal) {
        try {
            int status = new ProcessBuilder("kill", signal, String.valueOf(pid())).start().waitFor();
            if (status != 0) {
                throw new IllegalStateException("kill " + signal + " of Redis " + pid() + " ended with status " + status);
            }
        } catch (IOException e) {
            throw new IllegalStateException("no kill " + signal + " for Redis " + pid(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted at kill " + signal, e);
        }
    }

    private static void endLeftover(Path home) throws IOException {
        Path file = home.resolve(PORT_FILE);
        String port = Files.exists(file) ? Files.readString(file).strip() : "";
        // Empty or half of it, if the disk was full.
        if (port.matches("\\d{1,5}")) {
            RedisProbe.endLeftover(Integer.parseInt(port), home);
        }
    }

    /** False if the process ended before it answered. */
    private static boolean awaitAnswer(Process process, RedisLaunch launch) throws IOException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!RedisProbe.answers(launch.port())) {
            try {
                if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while Redis was starting", e);
            }
            if (RedisProbe.loads(launch.port())) {
                // A large file takes its time.
                deadline = System.nanoTime() + START_LIMIT.toNanos();
            }
            if (System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IOException("redis-server does not answer after " + START_LIMIT + ", see " + launch.log());
            }
        }
        return true;
    }
}
