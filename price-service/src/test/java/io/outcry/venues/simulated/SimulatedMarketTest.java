// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SimulatedMarketTest {

    private static final SimulatedListing BTC = SimulatedListing.everywhere("BTC-USD", "60000.00");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void the_same_seed_is_the_same_market() {
        assertThat(tickers(7)).isEqualTo(tickers(7)).isNotEqualTo(tickers(8));
    }

    @Test
    void venues_differ_a_little_and_are_never_crossed() {
        for (SimulatedTicker ticker : tickers(7)) {
            assertThat(ticker.bid()).isPositive().isLessThan(ticker.ask());
            assertThat(ticker.bid()).isBetween(new BigDecimal("50000"), new BigDecimal("70000"));
            assertThat(ticker.ask().subtract(ticker.bid())).isLessThan(new BigDecimal("60"));
        }
        assertThat(tickers(7).stream().map(SimulatedTicker::bid).distinct().count()).isGreaterThan(100);
    }

    @Test
    void dialects_have_their_own_names_errors_and_gaps() {
        SimulatedMarket market = new SimulatedMarket(1, List.of(BTC, SimulatedListing.everywhere("SOL-USD", "150.00")), () -> START);
        VenueDialect binance = new BinanceDialect(market);
        VenueDialect coinbase = new CoinbaseDialect(market);
        VenueDialect kraken = new KrakenDialect(market);

        assertThat(get(binance, "/api/v3/ticker/bookTicker", "symbol", "BTCUSDT").body())
                .startsWith("{\"symbol\":\"BTCUSDT\",\"bidPrice\":\"");
        assertThat(get(binance, "/api/v3/ticker/24hr", "symbols", "[\"BTCUSDT\",\"SOLUSDT\"]").body())
                .startsWith("[{\"symbol\":\"BTCUSDT\",\"priceChange\":\"")
                .contains("\"symbol\":\"SOLUSDT\"");
        assertThat(get(binance, "/api/v3/ticker/price", "none", "").body()).contains("BTCUSDT", "SOLUSDT");
        assertThat(get(binance, "/api/v3/ticker/price", "symbols", "[\"BTCUSDT\",\"NOPE\"]"))
                .isEqualTo(new VenueDialect.Answer(400, "{\"code\":-1121,\"msg\":\"Invalid symbol.\"}"));
        assertThat(get(binance, "/api/v3/ticker/price", "symbols", "BTCUSDT").body()).contains("-1100");
        assertThat(get(coinbase, "/products/BTC-USD/ticker", "none", "").body()).contains("\"time\":\"2026-01-01T00:00:00Z\"");
        assertThat(get(coinbase, "/products/NOPE-USD/ticker", "none", ""))
                .isEqualTo(new VenueDialect.Answer(404, "{\"message\":\"NotFound\"}"));
        assertThat(coinbase.answer(new VenueDialect.Request("/products/BTC-USD/ticker", Map.of(), null)).status()).isEqualTo(400);
        assertThat(get(kraken, "/0/public/Ticker", "pair", "XBTUSD,SOLUSD").body()).contains("{\"XXBTZUSD\":{\"a\":[\"", "\"SOLUSD\":{");
        assertThat(get(kraken, "/0/public/Ticker", "pair", "XBTUSD,NOPEUSD"))
                .isEqualTo(new VenueDialect.Answer(200, "{\"error\":[\"EQuery:Unknown asset pair\"]}"));
    }

    @Test
    void arguments_that_make_no_sense_are_refused_with_their_text() {
        assertThat(SimulatedVenuesApplication.options("--kraken-port=0", "--symbols=A-USD:10.00").ports())
                .containsEntry(SimulatedVenue.KRAKEN, 0)
                .containsEntry(SimulatedVenue.BINANCE, 8091);
        assertThatIllegalArgumentException().isThrownBy(() -> SimulatedVenuesApplication.options("--what")).withMessageContaining("--what");
        assertThatIllegalArgumentException().isThrownBy(() -> SimulatedListing.everywhere("BTCUSD", "1.000"))
                .withMessageContaining("BTCUSD");
        assertThatIllegalArgumentException().isThrownBy(() -> SimulatedListing.everywhere("BTC-USD", "0.00")).withMessageContaining("0.00");
    }

    private static List<SimulatedTicker> tickers(long seed) {
        AtomicReference<Instant> now = new AtomicReference<>(START);
        SimulatedMarket market = new SimulatedMarket(seed, List.of(BTC), now::get);
        List<SimulatedTicker> tickers = new ArrayList<>();
        for (int minute = 0; minute < 240; minute++) {
            now.set(START.plusSeconds(60L * minute));
            for (SimulatedVenue venue : SimulatedVenue.values()) {
                tickers.add(market.ticker(venue, BTC));
            }
        }
        return tickers;
    }

    private static VenueDialect.Answer get(VenueDialect dialect, String path, String parameter, String value) {
        return dialect.answer(new VenueDialect.Request(path, Map.of(parameter, List.of(value)), "test"));
    }
}
