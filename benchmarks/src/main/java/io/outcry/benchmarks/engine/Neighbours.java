// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.engine;

/** Threads that want the caches for themselves, as Kafka's clients do beside the engine of a service: each reads all over its own memory. */
final class Neighbours {

    /** More than a core's own cache holds by far. */
    private static final int BYTES_EACH = 64 * 1024 * 1024;

    private static final int FACTOR = 0x9E37_79B1;

    /** Of no meaning; that it is written keeps the compiler from leaving the reading out. */
    private static volatile long seen;

    private Neighbours() {}

    /** Starts so many, for as long as this JVM runs. */
    static void moveIn(int count) {
        for (int i = 0; i < count; i++) {
            Thread.ofPlatform().daemon().name("neighbour-" + i).start(Neighbours::read);
        }
    }

    private static void read() {
        long[] memory = new long[BYTES_EACH / Long.BYTES];
        int at = 1;
        while (true) {
            long sum = 0;
            for (int i = 0; i < memory.length; i++) {
                at = at * FACTOR + 1;
                sum += memory[at & memory.length - 1];
            }
            seen += sum;
        }
    }
}
