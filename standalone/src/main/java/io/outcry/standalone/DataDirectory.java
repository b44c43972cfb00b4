// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The directory with all data, which one process at a time may use. The lock goes with the process, however that ends. */
final class DataDirectory implements AutoCloseable {

    private final Path path;
    private final FileChannel lock;

    private DataDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Takes the directory, and makes it where there is none.
     *
     * @throws IllegalStateException if another process has it
     */
    static DataDirectory take(Path path) {
        try {
            Files.createDirectories(path);
            FileChannel lock = FileChannel.open(path.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isTaken(lock)) {
                lock.close();
                throw new IllegalStateException(
                        "another process uses " + path + ": end it, or name another directory in outcry.standalone.data-dir");
            }
            return new DataDirectory(path, lock);
        } catch (IOException e) {
            throw new UncheckedIOException("the data directory " + path + " cannot be used", e);
        }
    }

    private static boolean isTaken(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException here) {
            return false;
        }
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    @Override
    public String toString() {
        return path.toString();
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the lock of " + path + " cannot be released", e);
        }
    }
}
