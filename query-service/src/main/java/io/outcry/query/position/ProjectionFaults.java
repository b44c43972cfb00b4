// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Partitions whose projection has stopped, and why. One goes on when Redis has another position for it, or another consumer has it; the log
 * is not looked at again, so one that has been repaired takes a new start.
 */
public final class ProjectionFaults {

    private final Map<ViewPartition, String> faults = new ConcurrentHashMap<>();

    public void stopped(ViewPartition partition, String why) {
        faults.put(partition, why);
    }

    public void cleared(ViewPartition partition) {
        faults.remove(partition);
    }

    /** How many partitions of a log have stopped. */
    public long count(ViewLog log) {
        return faults.keySet().stream().filter(partition -> partition.log() == log).count();
    }

    /** Reasons by the partition's name. */
    public Map<String, String> all() {
        Map<String, String> all = new TreeMap<>();
        faults.forEach((partition, why) -> all.put(partition.toString(), why));
        return all;
    }
}
