// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Partitions whose projection has stopped, and why. One goes on when Redis has another position for it, or another consumer has it; the log
 * is not looked at again, so one that has been repaired takes a new start. Only who was given a partition last is believed: one that has
 * lost it may hear of it late.
 */
public final class ProjectionFaults {

    private final Map<ViewPartition, Held> partitions = new ConcurrentHashMap<>();

    /** @param fault none while the partition goes on */
    private record Held(Object owner, @Nullable String fault) {}

    /** From now on {@code owner} speaks for the partition. */
    public void assigned(ViewPartition partition, Object owner) {
        partitions.put(partition, new Held(owner, null));
    }

    public void stopped(ViewPartition partition, Object owner, String why) {
        tell(partition, owner, why);
    }

    public void cleared(ViewPartition partition, Object owner) {
        tell(partition, owner, null);
    }

    /** {@code owner} has lost the partition; whoever is given it next speaks for it. */
    public void lost(ViewPartition partition, Object owner) {
        partitions.computeIfPresent(partition, (_, held) -> held.owner() == owner ? null : held);
    }

    private void tell(ViewPartition partition, Object owner, @Nullable String fault) {
        partitions.computeIfPresent(partition, (_, held) -> held.owner() == owner ? new Held(owner, fault) : held);
    }

    /** How many partitions of a log have stopped. */
    public long count(ViewLog log) {
        return partitions.entrySet().stream().filter(entry -> entry.getKey().log() == log && entry.getValue().fault() != null).count();
    }

    /** Reasons by the partition's name. */
    public Map<String, String> all() {
        Map<String, String> all = new TreeMap<>();
        partitions.forEach((partition, held) -> {
            if (held.fault() != null) {
                all.put(partition.toString(), held.fault());
            }
        });
        return all;
    }
}
