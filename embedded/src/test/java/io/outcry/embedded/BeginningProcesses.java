// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Processes that other threads begin, one after the other, until it is closed. */
final class BeginningProcesses implements AutoCloseable {

    private static final int THREADS = 4;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final List<Future<?>> begun = new ArrayList<>();
    private volatile boolean over;

    BeginningProcesses() {
        for (int i = 0; i < THREADS; i++) {
            begun.add(threads.submit(this::begin));
        }
    }

    private boolean begin() throws Exception {
        while (!over) {
            new ProcessBuilder("true").start().waitFor();
        }
        return true;
    }

    /** Fails if one could not begin. */
    @Override
    public void close() {
        over = true;
        threads.close();
        begun.forEach(Future::resultNow);
    }
}
