// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewUnavailableException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Loads the books of one partition after another on a thread of its own, so that who follows the log never waits for Redis. What cannot be
 * loaded yet is tried again, for as long as it is asked for. Confined to the thread that asks.
 */
final class BookLoads implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BookLoads.class);
    private static final long NOT_YET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long FAILED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Loader loader;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().name("outcry-query-books").daemon().factory());
    private final Map<ViewPartition, Future<Optional<BookLoader.Loaded>>> underWay = new HashMap<>();
    private final Map<ViewPartition, Long> againNanos = new HashMap<>();
    /** The newest attempt of any partition failed: an operator has been told. */
    private boolean failing;

    /** Loads a partition as {@link BookLoader#load} does. */
    @FunctionalInterface
    interface Loader {
        Optional<BookLoader.Loaded> load(ViewPartition partition, @Nullable ViewPosition stuckAt) throws ViewUnavailableException;
    }

    BookLoads(Loader loader) {
        this.loader = loader;
    }

    /**
     * What has been loaded, once; nothing while that is under way. Returns at once, and begins to load if nothing is under way.
     *
     * @param stuckAt where the log could not be followed from: nothing is loaded while Redis is still there
     */
    Optional<BookLoader.Loaded> poll(ViewPartition partition, @Nullable ViewPosition stuckAt) {
        Future<Optional<BookLoader.Loaded>> load = underWay.get(partition);
        if (load == null) {
            Long again = againNanos.get(partition);
            if (again == null || System.nanoTime() - again >= 0) {
                underWay.put(partition, thread.submit(() -> loader.load(partition, stuckAt)));
            }
            return Optional.empty();
        }
        if (!load.isDone()) {
            return Optional.empty();
        }
        underWay.remove(partition);
        if (load.state() != Future.State.SUCCESS) {
            failed(partition, load.exceptionNow());
            return Optional.empty();
        }
        failing = false;
        againNanos.put(partition, System.nanoTime() + NOT_YET_NANOS);
        return load.resultNow();
    }

    /** A view that has to be filled first is no failure, and comes as nothing. */
    private void failed(ViewPartition partition, Throwable failure) {
        LOG.atLevel(failing ? Level.DEBUG : Level.WARN).addKeyValue("partition", partition).setCause(failure)
                .log("books cannot be loaded and are tried again");
        failing = true;
        againNanos.put(partition, System.nanoTime() + FAILED_NANOS);
    }

    /** Ends what is under way. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
