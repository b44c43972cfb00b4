// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One part of a benchmark in a JVM of its own, on the same class path. It ends when it is closed, or when this JVM ends. */
public final class OwnJvm implements AutoCloseable {

    /** What the containers give matching-service: memory that is there from the start, in large pages, and smaller objects. */
    public static final List<String> AS_DEPLOYED =
            List.of("-XX:+AlwaysPreTouch", "-XX:+UseTransparentHugePages", "-XX:+UseCompactObjectHeaders");

    private static final String MAIN = "io.outcry.benchmarks.Benchmarks";
    private static final String PARENT = "io.outcry.benchmarks.parent";
    private static final int REMEMBERED_LINES = 40;
    private static final int ORDERLY_END_SECONDS = 30;

    private final String name;
    private final Process process;
    private final Thread stop;
    private final Deque<String> lines = new ArrayDeque<>();
    private boolean ended;
    /** To end a process closes its output under the one who reads it. */
    private volatile boolean endedHere;

    private OwnJvm(String name, Process process) {
        this.name = name;
        this.process = process;
        stop = new Thread(this::destroy);
        Runtime.getRuntime().addShutdownHook(stop);
        Thread.ofVirtual().start(this::read);
    }

    /**
     * The command line that runs a benchmark by its name as this JVM was started: from a jar or from a class path.
     *
     * @param flags of the JVM
     */
    public static List<String> command(List<String> flags, String name, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        command.addAll(flags);
        String classPath = System.getProperty("java.class.path");
        if (classPath.endsWith(".jar") && !classPath.contains(System.getProperty("path.separator"))) {
            command.addAll(List.of("-jar", classPath));
        } else {
            command.addAll(List.of("-cp", classPath, MAIN));
        }
        command.add(name);
        command.addAll(arguments);
        return command;
    }

    /** Starts it; its errors go to stderr of this JVM, its output is read here. */
    public static OwnJvm start(List<String> flags, String name, List<String> arguments) throws IOException {
        return new OwnJvm(
                name, new ProcessBuilder(child(flags, name, arguments)).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /**
     * Runs it to its end; what it says goes where this JVM's words go.
     *
     * @throws IOException if it cannot be started, or fails
     */
    public static void run(List<String> flags, String name, List<String> arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(child(flags, name, arguments)).inheritIO().start();
        try {
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(name + " ended with " + status);
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> child(List<String> flags, String name, List<String> arguments) {
        List<String> ofThisOne = new ArrayList<>(flags);
        ofThisOne.add("-D" + PARENT + "=" + ProcessHandle.current().pid());
        return command(ofThisOne, name, arguments);
    }

    /**
     * Ends this JVM as soon as the one that started it has ended, however that came: in order, and if that takes too long, at once. Does
     * nothing in a JVM that was started by hand.
     */
    public static void endWithParent() {
        Long parent = Long.getLong(PARENT);
        if (parent != null) {
            ProcessHandle.of(parent)
                    .map(ProcessHandle::onExit)
                    .orElseGet(() -> CompletableFuture.completedFuture(ProcessHandle.current()))
                    .thenRun(() -> {
                        CompletableFuture.delayedExecutor(ORDERLY_END_SECONDS, TimeUnit.SECONDS)
                                .execute(() -> Runtime.getRuntime().halt(1));
                        System.exit(1);
                    });
        }
    }

    /**
     * Waits for a line of its output that begins so.
     *
     * @return the rest of that line
     * @throws IOException if it does not come in time or the process ends; with the last lines of its output
     */
    public synchronized String await(String beginning, Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            String found = lines.stream().filter(line -> line.startsWith(beginning)).findFirst().orElse(null);
            if (found != null) {
                return found.substring(beginning.length()).strip();
            }
            long left = deadline - System.nanoTime();
            if (ended || left <= 0) {
                String missing = ended ? " ended before it said " : " has in " + limit + " not said ";
                throw new IOException(name + missing + beginning + "; it said " + String.join("\n", lines));
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** @throws IOException if it has ended; with the last lines of its output */
    public synchronized void requireAlive() throws IOException {
        if (ended || !process.isAlive()) {
            throw new IOException(name + " has ended; it said " + String.join("\n", lines));
        }
    }

    /** Processor time it has used so far. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Ends it at once and waits until it has. */
    @Override
    public void close() {
        try {
            end();
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As {@link #close}, while this JVM is on its way out. */
    void end() throws InterruptedException {
        destroy();
        process.waitFor();
    }

    private void destroy() {
        endedHere = true;
        process.destroyForcibly();
    }

    private void read() {
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            if (!endedHere) {
                throw new UncheckedIOException("the output of " + name + " cannot be read", e);
            }
        } finally {
            add(null);
        }
    }

    private synchronized void add(@Nullable String line) {
        if (line == null) {
            ended = true;
        } else {
            lines.add(line);
            if (lines.size() > REMEMBERED_LINES) {
                lines.removeFirst();
            }
        }
        notifyAll();
    }
}
