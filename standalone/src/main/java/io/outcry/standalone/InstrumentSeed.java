// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.standalone.client.LocalApi;
import io.outcry.standalone.client.OwnKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Creates, through the admin API, the instruments of {@code instruments.yaml} that do not exist yet, and waits until they can be read. */
final class InstrumentSeed {

    private static final Logger LOG = LoggerFactory.getLogger(InstrumentSeed.class);

    private static final int AT_ONCE = 16;

    /** What an instrument tells beside its rules. */
    private static final List<String> NO_RULES = List.of("symbol", "state");

    private static final int FOUND = 200;
    private static final int NOT_FOUND = 404;

    /** The view cannot tell now; it will. */
    private static final int UNAVAILABLE = 503;

    private static final int RETRY_MILLIS = 100;
    private static final int SHORTLY_MILLIS = 5;

    private final LocalApi api;
    private final InstrumentsProperties properties;
    private final OwnKeys keys;
    private final AtomicInteger ready = new AtomicInteger();
    private final AtomicInteger created = new AtomicInteger();

    InstrumentSeed(LocalApi api, InstrumentsProperties properties, OwnKeys keys) {
        this.api = api;
        this.properties = properties;
        this.keys = keys;
    }

    /** May be called again after it has failed. Several at a time: each waits for the engine's answer. */
    void create() throws IOException, InterruptedException {
        ready.set(0);
        List<Callable<Integer>> tasks = properties.instruments().stream().map(seed -> (Callable<Integer>) () -> create(seed)).toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            for (Future<Integer> task : threads.invokeAll(tasks)) {
                task.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("an instrument could not be created", e.getCause());
        }
        LOG.atInfo().addKeyValue("created", created).addKeyValue("configured", configured()).log("instruments ready");
    }

    /** How many there are to be. */
    int configured() {
        return properties.instruments().size();
    }

    /** How many of them are known to be there, since the last attempt began. */
    int ready() {
        return ready.get();
    }

    /** How many of them this process has created. */
    int created() {
        return created.get();
    }

    /** Returns when it can be read. */
    private int create(InstrumentsProperties.Seed seed) throws IOException, InterruptedException {
        LocalApi.Answer known = read(seed.symbol());
        if (known.status() == FOUND) {
            register(seed.symbol(), known.ok());
            return ready.incrementAndGet();
        }
        api.call("PUT", "/api/v1/admin/instruments/" + seed.symbol(), keys.admin(), seed.rules()).ok();
        while (read(seed.symbol()).status() != FOUND) {
            TimeUnit.MILLISECONDS.sleep(SHORTLY_MILLIS);
        }
        created.incrementAndGet();
        return ready.incrementAndGet();
    }

    /**
     * Where the engine knows it and the registry does not, because a start ended in between, nobody would ask for its price: it is written there
     * with the rules that it has.
     */
    private void register(String symbol, JsonNode instrument) throws IOException, InterruptedException {
        if (api.call("POST", "/api/v1/prices/" + symbol + "/refresh", null, null).status() == NOT_FOUND) {
            ObjectNode rules = instrument.asObject().deepCopy().remove(NO_RULES);
            api.call("PUT", "/api/v1/admin/instruments/" + symbol, keys.admin(), rules).ok();
            LOG.atInfo().addKeyValue("symbol", symbol).log("an instrument of an earlier start was registered");
        }
    }

    /** Waits until all but the generated ones have a price, for so long at most. */
    void awaitPrices(Duration limit) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (InstrumentsProperties.Seed seed : properties.configured()) {
            while (System.nanoTime() < end && api.call("GET", "/api/v1/prices/" + seed.symbol(), null, null).status() != FOUND) {
                TimeUnit.MILLISECONDS.sleep(SHORTLY_MILLIS);
            }
        }
    }

    /** Found or not found, however long it takes until that can be told. */
    private LocalApi.Answer read(String symbol) throws IOException, InterruptedException {
        LocalApi.Answer answer = ask(symbol);
        while (answer.status() == UNAVAILABLE) {
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            answer = ask(symbol);
        }
        if (answer.status() != FOUND && answer.status() != NOT_FOUND) {
            throw new IOException("whether " + symbol + " exists was answered with status " + answer.status());
        }
        return answer;
    }

    private LocalApi.Answer ask(String symbol) throws IOException, InterruptedException {
        return api.call("GET", "/api/v1/instruments/" + symbol, null, null);
    }
}
