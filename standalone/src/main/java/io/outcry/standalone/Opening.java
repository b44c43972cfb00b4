// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Opens the market once every service is ready: creates the instruments, then says hello. On a thread of its own, since Spring calls the
 * application ready only when nothing holds up its start.
 */
final class Opening implements SmartLifecycle, Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    private final LocalApi api;
    private final InstrumentSeed instruments;
    private final Welcome welcome;
    private @Nullable Thread thread;

    Opening(LocalApi api, InstrumentSeed instruments, Welcome welcome) {
        this.api = api;
        this.instruments = instruments;
        this.welcome = welcome;
    }

    @Override
    public void run() {
        try {
            api.awaitReady();
            instruments.create();
            welcome.print();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            LOG.atError().setCause(e).log("the instruments could not be created; start again, or create them through the admin API");
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
