// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A new directory and what was started to write to it. When it is closed, and when this JVM is told to end, what was started last is ended
 * first, and then the directory is gone with all that is in it.
 */
public final class TemporaryDirectory implements AutoCloseable {

    private final Path path;
    private final Deque<Runnable> ends = new ArrayDeque<>();
    private final Thread stop = new Thread(this::remove, "temporary-directory-end");
    private boolean gone;

    public TemporaryDirectory(String prefix) throws IOException {
        path = Files.createTempDirectory(prefix);
        Runtime.getRuntime().addShutdownHook(stop);
    }

    /** Starts something that writes to a directory. */
    @FunctionalInterface
    public interface Start<T, E extends Exception> {
        T in(Path directory) throws E;
    }

    /**
     * Starts something that does not end with this JVM, or must have ended before its files go.
     *
     * @throws IllegalStateException if the directory is gone
     */
    public synchronized <T, E extends Exception> T start(Start<T, E> start, Consumer<T> end) throws E {
        if (gone) {
            throw new IllegalStateException(path + " is gone");
        }
        T started = start.in(path);
        ends.push(() -> end.accept(started));
        return started;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException ending) {
            // The hook does it.
            return;
        }
        remove();
    }

    private synchronized void remove() {
        gone = true;
        while (!ends.isEmpty()) {
            ends.pop().run();
        }
        try {
            delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be deleted", e);
        }
    }

    /** Deletes a directory with all that is in it, if there is one. */
    static void delete(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        }
    }
}
