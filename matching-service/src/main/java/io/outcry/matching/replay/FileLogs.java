// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A partition's logs in files that {@link LogFile} wrote. */
final class FileLogs implements Logs {

    private final Path commands;
    private final @Nullable Path outcomes;
    private final int partition;
    private final List<LogFile.Reader> open = new ArrayList<>();

    /** @param outcomes null: there is nothing to compare with */
    FileLogs(Path commands, @Nullable Path outcomes) throws IOException {
        this.commands = commands;
        this.outcomes = outcomes;
        try (LogFile.Reader file = LogFile.open(commands)) {
            partition = file.partition();
        }
    }

    @Override
    public int partition() {
        return partition;
    }

    @Override
    public Iterator<LogEntry> commands(long from) throws IOException {
        return open(commands, from);
    }

    @Override
    public Iterator<LogEntry> outcomes(long from) throws IOException {
        return outcomes == null ? Collections.emptyIterator() : open(outcomes, from);
    }

    @Override
    public void close() throws IOException {
        for (LogFile.Reader reader : open) {
            reader.close();
        }
    }

    private Iterator<LogEntry> open(Path file, long from) throws IOException {
        LogFile.Reader reader = LogFile.open(file);
        open.add(reader);
        if (reader.partition() != partition) {
            throw new IOException(file + " is of partition " + reader.partition() + ", not of " + partition);
        }
        return new Iterator<>() {

            private @Nullable LogEntry first = skipped();

            private @Nullable LogEntry skipped() {
                while (reader.hasNext()) {
                    LogEntry entry = reader.next();
                    if (entry.offset() >= from) {
                        return entry;
                    }
                }
                return null;
            }

            @Override
            public boolean hasNext() {
                return first != null || reader.hasNext();
            }

            @Override
            public LogEntry next() {
                LogEntry entry = first == null ? reader.next() : first;
                first = null;
                return entry;
            }
        };
    }
}
