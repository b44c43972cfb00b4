// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.standalone.demo.DemoKeys;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates, through the admin API, the instruments of {@code instruments.yaml} that do not exist yet. */
final class InstrumentSeed {

    private static final Logger LOG = LoggerFactory.getLogger(InstrumentSeed.class);

    private static final int RETRY_MILLIS = 100;

    private final LocalApi api;
    private final InstrumentsProperties properties;
    private final DemoKeys keys;

    InstrumentSeed(LocalApi api, InstrumentsProperties properties, DemoKeys keys) {
        this.api = api;
        this.properties = properties;
        this.keys = keys;
    }

    void create() throws IOException, InterruptedException {
        int created = 0;
        for (InstrumentsProperties.Seed seed : properties.instruments()) {
            if (!exists(seed.symbol())) {
                api.call("PUT", "/api/v1/admin/instruments/" + seed.symbol(), keys.admin(), seed.rules()).ok();
                created++;
            }
        }
        LOG.atInfo().addKeyValue("created", created).addKeyValue("configured", properties.instruments().size()).log("instruments ready");
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
