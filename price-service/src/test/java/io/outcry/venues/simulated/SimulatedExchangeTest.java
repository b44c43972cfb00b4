// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.venues.simulated.SimulatedExchange.Reply;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dialects, limits and data faults, without a network and under a clock of the test's. */
class SimulatedExchangeTest {

    private static final List<SimulatedListing> LISTINGS =
            List.of(SimulatedListing.everywhere("BTC-USD", "60000.00"), SimulatedListing.everywhere("SOL-USD", "150.00"));
    private static final String KRAKEN_BTC = "/0/public/Ticker?pair=XBTUSD";

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final InstantSource clock = () -> now;

    @Test
    void binanceHasItsNamesListsAndErrors() {
        SimulatedExchange binance = exchange(SimulatedVenue.BINANCE);

        assertThat(get(binance, "/api/v3/ticker/bookTicker?symbol=BTCUSDT").body()).startsWith("{\"symbol\":\"BTCUSDT\",\"bidPrice\":\"");
        assertThat(get(binance, "/api/v3/ticker/24hr?symbols=" + encoded("[\"BTCUSDT\",\"SOLUSDT\"]")).body())
                .startsWith("[{\"symbol\":\"BTCUSDT\",\"priceChange\":\"")
                .contains("\"symbol\":\"SOLUSDT\"");
        assertThat(get(binance, "/api/v3/ticker/price").body()).contains("BTCUSDT", "SOLUSDT");
        Reply unknown = get(binance, "/api/v3/ticker/price?symbols=" + encoded("[\"BTCUSDT\",\"NOPE\"]"));
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.body()).isEqualTo("{\"code\":-1121,\"msg\":\"Invalid symbol.\"}");
        Reply twice = get(binance, "/api/v3/ticker/price?symbols=" + encoded("[\"BTCUSDT\",\"BTCUSDT\"]"));
        assertThat(twice.status()).isEqualTo(400);
        assertThat(twice.body()).contains("-1151");
        assertThat(get(binance, "/api/v3/ticker/price?symbols=BTCUSDT").body()).contains("-1100");
        assertThat(get(binance, "/api/v3/ticker/price?symbol=BTCUSDT&symbols=" + encoded("[\"SOLUSDT\"]")).body()).contains("-1128");
    }

    @Test
    void coinbaseHasOneProductPerCallATimeAndWantsAUserAgent() {
        SimulatedExchange coinbase = exchange(SimulatedVenue.COINBASE);

        assertThat(get(coinbase, "/products/BTC-USD/ticker").body()).containsPattern("\"time\":\"20(25-12-31T23:59:59|26-01-01T00:00:00)");
        assertThat(get(coinbase, "/products/BTC-USD/stats").body()).contains("\"volume_30day\":\"");
        assertThat(get(coinbase, "/products/NOPE-USD/ticker").status()).isEqualTo(404);
        assertThat(coinbase.get("1.2.3.4", "/products/BTC-USD/ticker", null).status()).isEqualTo(400);
    }

    @Test
    void krakenAnswersUnderOtherNamesAndHasErrorsWithStatus200() {
        SimulatedExchange kraken = exchange(SimulatedVenue.KRAKEN);

        assertThat(get(kraken, "/0/public/Ticker?pair=XBTUSD,SOLUSD").body()).contains("{\"XXBTZUSD\":{\"a\":[\"", "\"SOLUSD\":{");
        now = now.plusSeconds(5);
        Reply unknown = get(kraken, "/0/public/Ticker?pair=XBTUSD,NOPEUSD");
        assertThat(unknown.status()).isEqualTo(200);
        assertThat(unknown.body()).isEqualTo("{\"error\":[\"EQuery:Unknown asset pair\"]}");
    }

    @Test
    void binanceWeighsRequestsByTheMinuteAndBansWhoDoesNotListen() {
        SimulatedExchange binance = exchange(SimulatedVenue.BINANCE);
        now = now.plusSeconds(20);
        Reply reply = get(binance, "/api/v3/ticker/bookTicker?symbol=BTCUSDT");
        assertThat(reply.headers()).containsEntry("X-MBX-USED-WEIGHT-1M", "2");
        for (int i = 0; i < 74; i++) {
            reply = get(binance, "/api/v3/ticker/24hr");
        }
        assertThat(reply.headers()).containsEntry("X-MBX-USED-WEIGHT-1M", "5922");

        Reply tooMany = get(binance, "/api/v3/ticker/24hr");
        assertThat(tooMany.status()).isEqualTo(429);
        assertThat(tooMany.headers()).containsEntry("Retry-After", "40");
        assertThat(get(binance, "/api/v3/ticker/bookTicker?symbol=BTCUSDT").status()).as("what still fits").isEqualTo(200);
        assertThat(binance.get("9.9.9.9", "/api/v3/ticker/24hr", "test").status()).as("another address").isEqualTo(200);
        for (int i = 0; i < 10; i++) {
            reply = get(binance, "/api/v3/ticker/24hr");
        }
        assertThat(reply.status()).isEqualTo(418);
        assertThat(reply.headers()).containsEntry("Retry-After", "120");

        now = now.plus(Duration.ofMinutes(1));
        assertThat(get(binance, "/api/v3/ping").status()).as("in the next minute, banned").isEqualTo(418);
        now = now.plus(Duration.ofMinutes(1));
        assertThat(get(binance, "/api/v3/ping").status()).isEqualTo(200);
        assertThat(binance.traffic().refused()).isEqualTo(12);
    }

    @Test
    void coinbaseTakesFifteenAtOnceAndTenASecond() {
        SimulatedExchange coinbase = exchange(SimulatedVenue.COINBASE);

        assertThat(served(coinbase, "/products/BTC-USD/ticker", 20)).isEqualTo(15);
        now = now.plusMillis(500);
        assertThat(served(coinbase, "/products/BTC-USD/ticker", 20)).isEqualTo(5);
        now = now.plusSeconds(60);
        assertThat(served(coinbase, "/products/BTC-USD/ticker", 20)).isEqualTo(15);
    }

    @Test
    void krakenTakesOneASecondAndSaysSoWithStatus200() {
        SimulatedExchange kraken = exchange(SimulatedVenue.KRAKEN);
        for (int second = 0; second < 60; second++) {
            get(kraken, KRAKEN_BTC);
            now = now.plusSeconds(1);
        }
        assertThat(kraken.traffic().refused()).isZero();

        for (int i = 0; i < 5; i++) {
            get(kraken, KRAKEN_BTC);
        }

        assertThat(kraken.traffic().refused()).isEqualTo(3);
        assertThat(get(kraken, KRAKEN_BTC).body()).contains("EGeneral:Too many requests");
    }

    @Test
    void dataFaultsShowInWhatIsAnsweredAndGoAway() {
        SimulatedExchange coinbase = exchange(SimulatedVenue.COINBASE);
        String path = "/products/BTC-USD/ticker";
        now = now.plusSeconds(1_000);
        String honest = get(coinbase, path).body();

        assertThat(with(coinbase, InjectedFault.ZERO)).contains("\"bid\":\"0.00\"", "\"ask\":\"0.00\"");
        assertThat(with(coinbase, InjectedFault.SPIKE)).contains("\"bid\":\"7");
        assertThat(with(coinbase, InjectedFault.REPLAY_PAST)).containsPattern("\"time\":\"2026-01-01T00:15:(39|40)");
        assertThat(with(coinbase, InjectedFault.CLOCK_SKEW)).contains("\"time\":\"2026-01-01T00:17:");
        assertThat(with(coinbase, InjectedFault.DELISTED)).contains("NotFound");
        coinbase.faults().set(InjectedFault.STUCK_SYMBOL);
        now = now.plusSeconds(10);
        assertThat(get(coinbase, path).body()).isEqualTo(honest);
        coinbase.faults().set(InjectedFault.STUCK_SYMBOL, FaultSetting.usual(InjectedFault.STUCK_SYMBOL).forSymbol("SOL-USD"));
        assertThat(get(coinbase, path).body()).isNotEqualTo(honest);
        coinbase.faults().clearAll();
        now = now.minusSeconds(10);
        assertThat(get(coinbase, path).body()).isEqualTo(honest);
    }

    @Test
    void aFaultWithAnEndEnds() {
        SimulatedExchange coinbase = exchange(SimulatedVenue.COINBASE);
        FaultSetting usual = FaultSetting.usual(InjectedFault.ZERO);
        coinbase.faults().set(InjectedFault.ZERO, new FaultSetting(0, usual.symbols(), usual.scope(), now.plusSeconds(5).toEpochMilli()));

        assertThat(get(coinbase, "/products/BTC-USD/ticker").body()).contains("\"bid\":\"0.00\"");
        now = now.plusSeconds(5);
        assertThat(get(coinbase, "/products/BTC-USD/ticker").body()).doesNotContain("\"bid\":\"0.00\"");
        assertThat(coinbase.faults().all()).isEmpty();
    }

    @Test
    void aSchemaDriftsInTypeAndNotInValue() {
        assertThat(SchemaDrift.of("{\"b\":\"60000.10\",\"t\":[1,2],\"o\":\"5.0\"}"))
                .isEqualTo("{\"brand_new\":{\"nested\":true},\"b\":60000.10,\"t\":[\"1\",\"2\"],\"o\":[5.0,5.0]}");
    }

    private SimulatedExchange exchange(SimulatedVenue venue) {
        return SimulatedExchange.of(venue, 1, LISTINGS, clock);
    }

    private String with(SimulatedExchange coinbase, InjectedFault fault) {
        coinbase.faults().set(fault);
        String body = get(coinbase, "/products/BTC-USD/ticker").body();
        coinbase.faults().clear(fault);
        return body;
    }

    private static long served(SimulatedExchange exchange, String uri, int times) {
        long refusedBefore = exchange.traffic().refused();
        for (int i = 0; i < times; i++) {
            get(exchange, uri);
        }
        return times - (exchange.traffic().refused() - refusedBefore);
    }

    private static Reply get(SimulatedExchange exchange, String uri) {
        return exchange.get("1.2.3.4", uri, "test");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
