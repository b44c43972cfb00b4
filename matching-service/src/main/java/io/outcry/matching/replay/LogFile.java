// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A file with the records of one partition of one topic: a head of two integers, {@value #MAGIC} and the partition; then for each record its
 * offset (8 bytes), the length of its value (4; -1: none), the value, the length of its chain header (4; -1: none) and that. All big endian.
 */
final class LogFile {

    /** The letters OUTC and a version. */
    static final long MAGIC = 0x4F55_5443_0000_0001L;

    private static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;
    private static final int NONE = -1;
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private LogFile() {}

    /** Writes entries; how many. */
    static long write(Path file, int partition, Iterator<LogEntry> entries) throws IOException {
        long count = 0;
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            out.writeLong(MAGIC);
            out.writeInt(partition);
            while (entries.hasNext()) {
                LogEntry entry = entries.next();
                out.writeLong(entry.offset());
                writeBytes(out, entry.value());
                writeBytes(out, entry.chain());
                count++;
            }
        }
        return count;
    }

    /** Reads a file; it has to be closed. */
    static Reader open(Path file) throws IOException {
        return new Reader(file);
    }

    private static void writeBytes(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
        out.writeInt(bytes == null ? NONE : bytes.length);
        if (bytes != null) {
            out.write(bytes);
        }
    }

    /** The entries of a file, one after the other. */
    static final class Reader implements Iterator<LogEntry>, AutoCloseable {

        private final Path file;
        private final DataInputStream in;
        private final int partition;
        private @Nullable LogEntry ahead;
        private boolean ended;

        Reader(Path file) throws IOException {
            this.file = file;
            in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
            ByteBuffer head = ByteBuffer.wrap(in.readNBytes(HEAD_BYTES));
            if (head.remaining() < HEAD_BYTES || head.getLong() != MAGIC) {
                in.close();
                throw new IOException(file + " is no file of log records");
            }
            partition = head.getInt();
        }

        int partition() {
            return partition;
        }

        @Override
        public boolean hasNext() {
            if (ahead == null && !ended) {
                ahead = read();
                ended = ahead == null;
            }
            return ahead != null;
        }

        @Override
        public LogEntry next() {
            LogEntry entry = hasNext() ? ahead : null;
            if (entry == null) {
                throw new NoSuchElementException("behind the end of " + file);
            }
            ahead = null;
            return entry;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }

        private @Nullable LogEntry read() {
            try {
                in.mark(1);
                if (in.read() < 0) {
                    return null;
                }
                in.reset();
                return new LogEntry(in.readLong(), readBytes(), readBytes());
            } catch (EOFException e) {
                throw new UncheckedIOException(file + " ends in the middle of a record", e);
            } catch (IOException e) {
                throw new UncheckedIOException("reading " + file + ": " + e.getMessage(), e);
            }
        }

        private byte @Nullable [] readBytes() throws IOException {
            int length = in.readInt();
            if (length == NONE) {
                return null;
            }
            if (length < 0 || length > MOST_BYTES) {
                throw new IOException("a record says that it has " + length + " bytes");
            }
            byte[] bytes = new byte[length];
            in.readFully(bytes);
            return bytes;
        }
    }
}
