// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.standalone.client.LocalApi;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.context.SmartLifecycle;

/**
 * Opens the market once every service is ready: creates the instruments, waits a little for their first prices, then says hello. On a thread
 * of its own, since Spring calls the application ready only when nothing holds up its start. What fails is tried again: until the
 * instruments are there, standalone is not ready.
 */
final class Opening implements SmartLifecycle, Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);
    private static final long RETRY_MILLIS = 1_000;

    /** Venues may be told to fail, so a market may have to open without prices. */
    private static final Duration FIRST_PRICES_LIMIT = Duration.ofSeconds(5);

    private final LocalApi api;
    private final InstrumentSeed instruments;
    private final boolean venues;
    private final Runnable welcome;
    private volatile boolean open;
    private @Nullable Thread thread;

    /**
     * @param venues whether prices will come
     * @param welcome is said in the end
     */
    Opening(LocalApi api, InstrumentSeed instruments, boolean venues, Runnable welcome) {
        this.api = api;
        this.instruments = instruments;
        this.venues = venues;
        this.welcome = welcome;
    }

    /** Whether everything is there that a trader asks for first. */
    boolean isOpen() {
        return open;
    }

    /** Up when it is open; before that, how far it is: what exists already is only checked. */
    Health health() {
        if (open) {
            return Health.up().build();
        }
        return Health.down()
                .withDetail("state", "instruments are being " + (instruments.created() > 0 ? "created" : "checked"))
                .withDetail("ready", instruments.ready())
                .withDetail("created", instruments.created())
                .withDetail("configured", instruments.configured())
                .build();
    }

    @Override
    public void run() {
        try {
            api.awaitServices();
            while (!prepared()) {
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
            open = true;
            welcome.run();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean prepared() throws InterruptedException {
        try {
            instruments.create();
            if (venues) {
                instruments.awaitPrices(FIRST_PRICES_LIMIT);
            }
            return true;
        } catch (IOException | RuntimeException e) {
            LOG.atWarn().setCause(e).log("the market cannot be opened yet, will try again");
            return false;
        }
    }

    @Override
    public void start() {
        thread = Thread.ofVirtual().name("opening").start(this);
    }

    @Override
    public void stop() {
        Thread opening = thread;
        if (opening != null) {
            opening.interrupt();
            thread = null;
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    /** Starts last and stops first. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
