// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.jvm;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * The machine's memory in a state that is the same for each product. A virtual machine gets its memory from its host when it first touches it,
 * and gives back what it no longer needs: a broker that writes gigabytes of log pays for that at one time and not at another, up to twice as
 * much for a record. So all free memory is filled beforehand with what costs nothing to drop: pages of a file that is one large hole.
 */
public final class TouchedMemory implements AutoCloseable {

    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final long LEFT_FREE = 3L << 29;
    private static final long HOLE = 1L << 36;
    private static final int STEP = 1 << 20;
    private static final int STEPS_BETWEEN_LOOKS = 128;

    private final FileChannel hole;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(STEP);
    private long position;

    /** @throws IOException if the file cannot be made */
    public TouchedMemory() throws IOException {
        Path file = Files.createTempFile("outcry-hole", "");
        hole = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        hole.write(ByteBuffer.allocate(1), HOLE - 1);
    }

    /**
     * Fills what is free now, to the last gigabyte and a half. Nothing where the system does not say how much that is.
     *
     * @param out hears it if most stayed free: on a tmpfs, a hole has no pages
     */
    public void touch(PrintStream out) throws IOException {
        long before = bytes("MemFree:");
        for (long left = bytes("MemTotal:"); left > 0 && bytes("MemFree:") > LEFT_FREE; left -= (long) STEP * STEPS_BETWEEN_LOOKS) {
            for (int i = 0; i < STEPS_BETWEEN_LOOKS; i++) {
                buffer.clear();
                hole.read(buffer, position);
                position = (position + STEP) % HOLE;
            }
        }
        long free = bytes("MemFree:");
        if (free > Math.max(LEFT_FREE, before / 2)) {
            out.printf("%d MiB stayed untouched: the directory of -Djava.io.tmpdir= is to be on a disk, not in memory%n", free >> 20);
        }
    }

    private static long bytes(String name) throws IOException {
        if (Files.notExists(MEMORY)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(MEMORY)) {
            return lines.filter(line -> line.startsWith(name))
                    .mapToLong(line -> Long.parseLong(line.substring(name.length()).replace("kB", "").strip()) << 10)
                    .findFirst()
                    .orElse(0);
        }
    }

    @Override
    public void close() throws IOException {
        hole.close();
    }
}
