// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import io.outcry.query.view.ViewReader;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A {@link ViewWatch} without its thread. */
public final class WatchSteps {

    private final ViewWatch watch;

    /** @param nanoTime as {@link System#nanoTime} says */
    public WatchSteps(
            ViewReader reader, Supplier<CompletionStage<LogEnds.Ends>> ends, LogIds ids, ViewPositions positions, ViewAges ages,
            LongSupplier nanoTime) {
        watch = new ViewWatch(reader, ends, ids, positions, ages, nanoTime);
    }

    /** Compares the view with the log once. */
    public void run() {
        watch.round();
    }
}
