// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import io.outcry.matching.domain.InvalidStateException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Snapshot logs in memory, with records that a test can break. */
public final class MemorySnapshotLog implements SnapshotSink, SnapshotSource {

    private final TreeMap<Integer, TreeMap<Long, byte[]>> logs = new TreeMap<>();
    private final TreeMap<Integer, Long> ends = new TreeMap<>();
    private final Set<Long> unreadable = new HashSet<>();
    private long failAfter = Long.MAX_VALUE;
    private int failedReads;

    @Override
    public CompletableFuture<Long> append(int partition, byte[] record) {
        if (failAfter-- <= 0) {
            return CompletableFuture.failedFuture(new IllegalStateException("the log is away"));
        }
        long offset = end(partition);
        records(partition).put(offset, record);
        ends.put(partition, offset + 1);
        return CompletableFuture.completedFuture(offset);
    }

    @Override
    public void deleteBefore(int partition, long offset) {
        records(partition).headMap(offset).clear();
    }

    @Override
    public long begin(int partition) {
        return records(partition).isEmpty() ? end(partition) : records(partition).firstKey();
    }

    @Override
    public long end(int partition) {
        return ends.getOrDefault(partition, 0L);
    }

    @Override
    public void read(int partition, long from, long to, Visitor visitor) {
        if (from < begin(partition) || from > end(partition)) {
            throw new IllegalStateException("offset " + from + " is out of range, as Kafka says it");
        }
        for (var entry : records(partition).subMap(from, to).entrySet()) {
            if (unreadable.contains(entry.getKey())) {
                failedReads++;
                throw new InvalidStateException("what stands at offset " + entry.getKey() + " cannot be read");
            }
            if (!visitor.visit(entry.getKey(), entry.getValue())) {
                return;
            }
        }
    }

    /** Every record, by its offset, to be changed at will. */
    public TreeMap<Long, byte[]> records(int partition) {
        return logs.computeIfAbsent(partition, _ -> new TreeMap<>());
    }

    /** What stands at an offset, of whichever log, cannot be read any more. */
    public void damage(long offset) {
        unreadable.add(offset);
    }

    /** How often somebody tried to read what cannot be read. */
    int failedReads() {
        return failedReads;
    }

    /** Takes so many records more, and then no more. */
    public void failAfter(long records) {
        failAfter = records;
    }
}
