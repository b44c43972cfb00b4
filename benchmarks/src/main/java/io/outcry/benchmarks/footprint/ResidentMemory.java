// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.footprint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a process holds of the machine's memory, as Linux says. */
final class ResidentMemory {

    private static final String LINE = "VmRSS:";
    private static final long KIBIBYTE = 1_024;

    private ResidentMemory() {}

    /**
     * Bytes in memory now; pages that it shares with others count in full.
     *
     * @throws IOException if the process is gone, or this is no Linux
     */
    static long bytes(long pid) throws IOException {
        return parse(Files.readString(Path.of("/proc", String.valueOf(pid), "status")));
    }

    static long parse(String status) throws IOException {
        String line = status.lines().filter(each -> each.startsWith(LINE)).findFirst()
                .orElseThrow(() -> new IOException("no " + LINE + " in what /proc says of a process"));
        return Long.parseLong(line.substring(LINE.length()).replace("kB", "").strip()) * KIBIBYTE;
    }
}
