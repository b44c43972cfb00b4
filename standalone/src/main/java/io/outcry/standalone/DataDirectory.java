// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.contracts.setting.UnusableSetupException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The directory with all data, which one process at a time may use. The lock goes with the process, however that ends. */
final class DataDirectory implements AutoCloseable {

    private static final String NAME_ANOTHER = "name another directory in outcry.standalone.data-dir";
    private static final long MIB = 1_024 * 1_024;
    /** With less Kafka and Redis end soon after the start, or in its middle. */
    private static final long LEAST_BYTES = 64 * MIB;

    private final Path path;
    private final FileChannel lock;

    private DataDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Takes the directory, and makes it where there is none.
     *
     * @throws UnusableSetupException if another process has it, it cannot be written to, its disk is full, or its path is none to Kafka
     */
    static DataDirectory take(Path path) {
        return take(path, LEAST_BYTES);
    }

    static DataDirectory take(Path path, long leastBytes) {
        if (path.toString().contains(",")) {
            throw new UnusableSetupException(
                    "Kafka cannot use the data directory " + path + ", since to it a comma separates two directories", NAME_ANOTHER, null);
        }
        try {
            Files.createDirectories(path);
            long usableBytes = path.toFile().getUsableSpace();
            if (usableBytes < leastBytes) {
                throw new UnusableSetupException(
                        "only " + usableBytes / MIB + " MiB are free at " + path + ", at least " + leastBytes / MIB + " MiB are needed",
                        "make room, or " + NAME_ANOTHER, null);
            }
            FileChannel lock = FileChannel.open(path.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isTaken(lock)) {
                lock.close();
                throw new UnusableSetupException("another process uses " + path, "end it, or " + NAME_ANOTHER, null);
            }
            return new DataDirectory(path, lock);
        } catch (IOException e) {
            throw new UnusableSetupException("the data directory " + path + " cannot be used (" + e + ")",
                    "let this user make it and write to it, or " + NAME_ANOTHER, e);
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
