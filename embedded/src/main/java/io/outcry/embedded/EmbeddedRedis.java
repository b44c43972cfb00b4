// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@code redis-server} process on loopback: the one on the PATH, else the one that the embedded-redis jar carries (6.2 on Linux and
 * macOS). It appends what it is told to a file in its directory, so that a restart goes on where it was; it is a cache of the log all
 * the same: a file that it cannot load is moved aside, and it starts empty.
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

    /** The status of a process that a signal has ended is above this; then its file is not to blame. */
    private static final int KILLED = 128;
    private static final Duration RESTART_PAUSE = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRedis.class);

    /** Of whoever reaches the port: all but what loads code, writes other files or takes in another server's data. */
    private static final List<String> GUARDED = List.of("--user", "default", "on", "nopass", "~*", "&*", "+@all", "-module", "-debug",
            "-config", "+config|get", "-replicaof", "-slaveof", "-migrate", "-save", "-bgsave", "-acl");

    private final Path home;
    private final int port;
    private final List<String> rights;
    private final Thread keeper = Thread.ofPlatform().name("outcry-redis-keeper").daemon().unstarted(this::keep);
    private volatile Process process;
    private volatile boolean closing;
    /** The last trouble of the keeper, which is told once. */
    private String trouble = "";

    private EmbeddedRedis(Path home, Process process, int port, List<String> rights) {
        this.home = home;
        this.process = process;
        this.port = port;
        this.rights = rights;
    }

    /**
     * Starts Redis and returns when it has loaded its data.
     *
     * @param directory its working directory and home of its log file; created if missing
     * @param port the port to listen on, 0 for a free one
     * @throws IllegalStateException if it neither answers nor loads for 15 s, or something else has the port
     * @throws UncheckedIOException if there is no program to run: none on the PATH, and none in the jar for this machine or no room for it
     */
    public static EmbeddedRedis start(Path directory, int port) {
        return start(directory, port, List.of());
    }

    /**
     * As {@link #start(Path, int)}, for more than a test: other users of the machine reach the port, too, and must not do with it what only the
     * one may who runs it.
     */
    public static EmbeddedRedis startGuarded(Path directory, int port) {
        return start(directory, port, GUARDED);
    }

    private static EmbeddedRedis start(Path directory, int port, List<String> rights) {
        Path home = directory.toAbsolutePath().normalize();
        int listenPort = port == 0 ? FreePort.pick() : port;
        try {
            endLeftover(home);
            EmbeddedRedis redis = new EmbeddedRedis(home, serving(home, listenPort, rights), listenPort, rights);
            redis.keeper.start();
            return redis;
        } catch (IOException e) {
            throw new IllegalStateException("Redis does not start on port " + listenPort + " in " + home, e);
        }
    }

    private static Process serving(Path home, int port, List<String> rights) throws IOException {
        Files.createDirectories(home);
        if (RedisProbe.inUse(port)) {
            throw new IOException("port " + port + " is in use by something else");
        }
        Files.writeString(home.resolve(PORT_FILE), String.valueOf(port));
        Process process = launch(home, port, rights);
        boolean up = awaitAnswer(process, port, home);
        if (!up && process.exitValue() < KILLED && AppendOnlyFile.moveAside(home)) {
            process = launch(home, port, rights);
            up = awaitAnswer(process, port, home);
        }
        if (!up) {
            throw new IOException("redis-server ended with status " + process.exitValue() + ", see " + home.resolve("redis.log"));
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
                        LOG.atWarn().addKeyValue("port", port).addKeyValue("status", status).log("Redis has ended, it is started again");
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
            Process next = serving(home, port, rights);
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
                LOG.atError().addKeyValue("port", port).setCause(e).log("Redis does not start again, it is tried each second");
            }
        }
    }

    @Override
    public int port() {
        return port;
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

    private static Process launch(Path home, int port, List<String> rights) throws IOException {
        return new ProcessBuilder(command(home, port, rights))
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("redis.log").toFile()))
                .start();
    }

    private static List<String> command(Path home, int port, List<String> rights) {
        List<String> command = new ArrayList<>();
        // A session of its own where that can be had: Ctrl-C in a terminal must not end Redis before those who use it.
        onPath("setsid").map(Path::toString).ifPresent(command::add);
        command.add(onPath("redis-server").map(Path::toString).orElseGet(EmbeddedRedis::fromJar));
        command.addAll(List.of("--bind", "127.0.0.1", "--dir", home.toString(), "--daemonize", "no"));
        command.addAll(RedisSettings.alone(port));
        command.addAll(rights);
        return command;
    }

    private static Optional<Path> onPath(String program) {
        return Optional.ofNullable(System.getenv("PATH")).stream()
                .flatMap(path -> List.of(path.split(File.pathSeparator)).stream())
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static String fromJar() {
        try {
            return RedisProgram.ofJar().toString();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "no redis-server on the PATH, and that of embedded-redis cannot be had in " + System.getProperty("java.io.tmpdir"), e);
        }
    }

    /** False if the process ended before it answered. */
    private static boolean awaitAnswer(Process process, int port, Path home) throws IOException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!RedisProbe.answers(port)) {
            try {
                if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while Redis was starting", e);
            }
            if (RedisProbe.loads(port)) {
                // A large file takes its time.
                deadline = System.nanoTime() + START_LIMIT.toNanos();
            }
            if (System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IOException("redis-server does not answer after " + START_LIMIT + ", see " + home.resolve("redis.log"));
            }
        }
        return true;
    }
}
