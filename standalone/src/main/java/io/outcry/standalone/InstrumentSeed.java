// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.standalone.demo.DemoKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates, through the admin API, the instruments of {@code instruments.yaml} that do not exist yet, and waits until they can be read. */
final class InstrumentSeed {

    private static final Logger LOG = LoggerFactory.getLogger(InstrumentSeed.class);

    private static final int RETRY_MILLIS = 100;
    private static final int SHORTLY_MILLIS = 5;

    private final LocalApi api;
    private final InstrumentsProperties properties;
    private final DemoKeys keys;

    InstrumentSeed(LocalApi api, InstrumentsProperties properties, DemoKeys keys) {
        this.api = api;
        this.properties = properties;
        this.keys = keys;
    }

    /** May be called again after it has failed. */
    void create() throws IOException, InterruptedException {
        List<String> created = new ArrayList<>();
        for (InstrumentsProperties.Seed seed : properties.instruments()) {
            if (!exists(seed.symbol())) {
                api.call("PUT", "/api/v1/admin/instruments/" + seed.symbol(), keys.admin(), seed.rules()).ok();
                created.add(seed.symbol());
            }
        }
        for (String symbol : created) {
            while (!exists(symbol)) {
                TimeUnit.MILLISECONDS.sleep(SHORTLY_MILLIS);
            }
        }
        LOG.atInfo().addKeyValue("created", created.size()).addKeyValue("configured", properties.instruments().size())
                .log("instruments ready");
    }

    /** Waits until all but the generated ones have a price, for so long at most. */
    void awaitPrices(Duration limit) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (InstrumentsProperties.Seed seed : properties.configured()) {
            while (System.nanoTime() < end && api.call("GET", "/api/v1/prices/" + seed.symbol(), null, null).status() != 200) {
                TimeUnit.MILLISECONDS.sleep(SHORTLY_MILLIS);
            }
        }
    }

    private boolean exists(String symbol) throws IOException, InterruptedException {
        while (true) {
            int status = api.call("GET", "/api/v1/instruments/" + symbol, null, null).status();
            if (status == 200 || status == 404) {
                return status == 200;
            }
            // The view cannot tell now; it will.
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
        }
    }
}
