// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.demo;

import io.outcry.standalone.client.LocalApi;
import io.outcry.standalone.client.OwnKeys;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.JsonNode;

/**
 * Two traders on every instrument in turn: one quotes both sides around the aggregated price and takes back its oldest quotes, one takes
 * a little now and then. A few commands a second in all. They hardly stop at an instrument without a fresh price, of which somebody may
 * have listed hundreds.
 */
final class DemoMarket implements SmartLifecycle, Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(DemoMarket.class);
    private static final Duration PACE = Duration.ofMillis(500);
    /** After an instrument that is passed over: each such look asks for its price. */
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
    private static final int QUOTES_KEPT = 16;
    /** Traded in one round. */
    private static final int MAX_INSTRUMENTS = 100;
    private static final double TAKE_CHANCE = 0.4;

    private final LocalApi api;
    private final OwnKeys keys;
    private final SplittableRandom random = new SplittableRandom();
    private final Map<String, Deque<String>> quotes = new HashMap<>();
    private @Nullable Thread thread;

    DemoMarket(LocalApi api, OwnKeys keys) {
        this.api = api;
        this.keys = keys;
    }

    @Override
    public void run() {
        try {
            api.awaitReady();
            LOG.atInfo().log("demo traders trade");
            while (!Thread.currentThread().isInterrupted()) {
                round();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("demo traders gave up");
        }
    }

    private void round() throws InterruptedException {
        try {
            int traded = 0;
            for (Quoting instrument : instruments()) {
                boolean priced = trade(instrument);
                TimeUnit.MILLISECONDS.sleep((priced ? PACE : LOOK).toMillis());
                if (priced && ++traded == MAX_INSTRUMENTS) {
                    return;
                }
            }
            if (traded == 0) {
                TimeUnit.MILLISECONDS.sleep(PACE.toMillis());
            }
        } catch (IOException | RuntimeException e) {
            LOG.atWarn().addKeyValue("reason", e.toString()).log("demo traders pause");
            TimeUnit.MILLISECONDS.sleep(AFTER_FAILURE.toMillis());
        }
    }

    private List<Quoting> instruments() throws IOException, InterruptedException {
        List<Quoting> found = new ArrayList<>();
        for (JsonNode instrument : api.call("GET", "/api/v1/instruments", null, null).ok()) {
            if (instrument.path("state").asString("").equals("TRADING")) {
                found.add(new Quoting(
                        instrument.path("symbol").asString(),
                        new BigDecimal(instrument.path("tickSize").asString()),
                        new BigDecimal(instrument.path("lotSize").asString())));
            }
        }
        return found;
    }

    /** False: it has no fresh price. */
    private boolean trade(Quoting instrument) throws IOException, InterruptedException {
        LocalApi.Answer read = api.call("GET", "/api/v1/prices/" + instrument.symbol(), null, null);
        if (read.status() != 200 || read.ok().path("status").asString("").equals("STALE")) {
            return false;
        }
        BigDecimal price = new BigDecimal(read.ok().path("price").asString());
        Deque<String> mine = quotes.get(instrument.symbol());
        if (mine == null) {
            mine = openQuotes(instrument.symbol());
            quotes.put(instrument.symbol(), mine);
        }
        for (boolean buy : new boolean[]{true, false}) {
            LocalApi.Answer placed = api.call("POST", "/api/v1/orders", keys.maker(), instrument.quote(buy, price, random));
            // One that is not decided yet may rest as well.
            if (placed.status() == 201 || placed.status() == 202) {
                mine.add(placed.ok().path("orderId").asString());
            }
        }
        while (mine.size() > QUOTES_KEPT) {
            api.call("DELETE", "/api/v1/orders/" + mine.remove(), keys.maker(), null);
        }
        if (random.nextDouble() < TAKE_CHANCE) {
            api.call("POST", "/api/v1/orders", keys.taker(), instrument.take(random.nextBoolean(), price, random));
        }
        return true;
    }

    /** Quotes of an earlier run, oldest first. */
    private Deque<String> openQuotes(String symbol) throws IOException, InterruptedException {
        Deque<String> open = new ArrayDeque<>();
        JsonNode body = api.call("GET", "/api/v1/orders?status=OPEN&limit=100&symbol=" + symbol, keys.maker(), null).ok();
        body.path("orders").forEach(order -> open.addFirst(order.path("orderId").asString()));
        return open;
    }

    @Override
    public void start() {
        thread = Thread.ofVirtual().name("demo-traders").start(this);
    }

    @Override
    public void stop() {
        Thread running = thread;
        if (running == null) {
            return;
        }
        running.interrupt();
        try {
            if (!running.join(STOP_LIMIT)) {
                LOG.atWarn().log("demo traders did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread = null;
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
