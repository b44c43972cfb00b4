// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.outcry.price.domain.RefreshRequest;
import io.outcry.price.domain.RefreshRequest.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers refresh commands into batches that fill a call to a venue, and has a few batches served at once, so that a venue that is slow
 * with one does not hold up the next. What a schedule asks for waits a moment for company; what somebody waits for does not.
 *
 * <p>Limits: {@value #QUEUE} commands wait, then the reader of the log waits; {@value #ROUNDS} batches are under way, then they grow.
 */
public final class RefreshRounds implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RefreshRounds.class);
    private static final int QUEUE = 10_000;
    private static final int ROUNDS = 8;
    private static final int MAX_BATCH = 500;
    private static final Duration COMPANY = Duration.ofMillis(40);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final PriceRefresher refresher;
    private final int enough;
    private final BlockingQueue<RefreshRequest> waiting = new ArrayBlockingQueue<>(QUEUE);
    private final Semaphore rounds = new Semaphore(ROUNDS);
    private final ExecutorService executor = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("refresh-", 0).factory());
    private final Thread gatherer = Thread.ofPlatform().name("outcry-price-rounds").daemon().unstarted(this::gather);

    /** @param enough so many commands fill a call: nothing more is waited for */
    public RefreshRounds(PriceRefresher refresher, int enough) {
        this.refresher = refresher;
        this.enough = enough;
    }

    public void start() {
        gatherer.start();
    }

    /**
     * Takes commands; waits while too many are waiting. When the rounds are closed the rest is not taken.
     *
     * @throws InterruptedException if the service stops; the rest is not taken
     */
    public void offer(List<RefreshRequest> requests) throws InterruptedException {
        for (RefreshRequest request : requests) {
            if (executor.isShutdown()) {
                return;
            }
            waiting.put(request);
        }
    }

    private void gather() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                List<RefreshRequest> batch = nextBatch();
                rounds.acquire();
                waiting.drainTo(batch, MAX_BATCH - batch.size());
                executor.execute(() -> serve(batch));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<RefreshRequest> nextBatch() throws InterruptedException {
        List<RefreshRequest> batch = new ArrayList<>();
        batch.add(waiting.take());
        long deadline = System.nanoTime() + COMPANY.toNanos();
        while (batch.size() < enough && batch.getLast().origin() == Origin.TIER) {
            RefreshRequest next = waiting.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                break;
            }
            batch.add(next);
        }
        return batch;
    }

    private void serve(List<RefreshRequest> batch) {
        try {
            refresher.refresh(batch);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // The next commands for these symbols are on their way; this is for whoever has to find out why.
            LOG.atError().addKeyValue("commands", batch.size()).setCause(e)
                    .log("a round of refreshing prices failed, its commands are dropped");
        } finally {
            rounds.release();
        }
    }

    /** Cuts what is under way and drops what waits, which lets go whoever waits to offer more. */
    @Override
    public void close() {
        gatherer.interrupt();
        executor.shutdownNow();
        try {
            gatherer.join(STOP);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        waiting.clear();
    }
}
