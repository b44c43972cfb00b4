// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.standalone.client.LocalApi;

/** Tells a newcomer where everything is and what to try first. */
final class Welcome {

    private final LocalApi api;
    private final Engines engines;

    Welcome(LocalApi api, Engines engines) {
        this.api = api;
        this.engines = engines;
    }

    void print() {
        System.out.println(text(api.baseUrl(), engines.kafka().bootstrapServers(), engines.redis().uri()));
    }

    static String text(String url, String kafka, String redis) {
        return """

                Outcry is up: %1$s   (Kafka %2$s, Redis %3$s)

                Demo keys: demo-alice and demo-bob trade, demo-admin administers. One broker, one replica: made for trying out.

                  curl -s %1$s/api/v1/prices/BTC-USD

                  curl -s %1$s/api/v1/orders -H 'Authorization: Bearer demo-alice' -H 'Content-Type: application/json' \\
                    -d '{"symbol":"BTC-USD","side":"SELL","type":"LIMIT","quantity":"1.00","price":"60000.00"}'

                  curl -s %1$s/api/v1/orders -H 'Authorization: Bearer demo-bob' -H 'Content-Type: application/json' \\
                    -d '{"symbol":"BTC-USD","side":"BUY","type":"MARKET","quantity":"0.40"}'
                """.formatted(url, kafka, redis);
    }
}
