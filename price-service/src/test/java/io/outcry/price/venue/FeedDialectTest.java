// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static io.outcry.price.venue.VenueAnswers.DOGE_USD;
import static io.outcry.price.venue.VenueAnswers.ETH_BTC;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.contracts.time.Micros;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The messages of each venue's socket, from files typed after their documentation: one message a line. */
class FeedDialectTest {

    @Test
    void binanceTickersComeWrappedOrNotWithNumbersOrStrings() throws IOException {
        List<String> lines = lines("binance-socket.jsonl");
        FeedDialect dialect = new BinanceFeed();

        FeedEvent.Ticker wrapped = ticker(dialect, lines.get(0));
        assertThat(wrapped.venueSymbol()).isEqualTo("BTCUSDT");
        assertThat(wrapped.exchangeMicros()).isEqualTo(1_774_000_977_123_000L);
        assertThat(ExactPrice.bid(wrapped.bid(), 4)).isEqualTo(600_000_100);
        assertThat(ExactPrice.ask(wrapped.ask(), 4)).isEqualTo(600_000_200);
        FeedEvent.Ticker drifted = ticker(dialect, lines.get(1));
        assertThat(drifted.exchangeMicros()).isEqualTo(1_774_000_977_124_000L);
        assertThat(ExactPrice.ask(drifted.ask(), 8)).isEqualTo(5_123_457);
        assertThat(read(dialect, lines.get(2))).isEmpty();
        assertThat(read(dialect, lines.get(3))).containsExactly(new FeedEvent.Leaving());
        assertThat(read(dialect, lines.get(4))).containsExactly(new FeedEvent.Complaint("Invalid request: unknown method"));
        assertThatExceptionOfType(VenueException.class).isThrownBy(() -> read(dialect, lines.get(5))).withMessageContaining("time");
    }

    @Test
    void coinbaseHeartbeatsNameTheLastTradeAndErrorsNameTheProduct() throws IOException {
        List<String> lines = lines("coinbase-socket.jsonl");
        FeedDialect dialect = new CoinbaseFeed();

        FeedEvent.Ticker ticker = ticker(dialect, lines.get(0));
        assertThat(ticker.tradeId()).isEqualTo(370_843_401);
        assertThat(ExactPrice.last(ticker.last(), 4)).isEqualTo(600_012_200);
        long beat = Micros.of(Instant.parse("2026-03-20T10:02:58.464459Z"));
        assertThat(read(dialect, lines.get(1))).containsExactly(new FeedEvent.SymbolAlive("BTC-USD", 370_843_401, beat));
        assertThat(read(dialect, lines.get(2))).isEmpty();
        assertThat(read(dialect, lines.get(3))).containsExactly(new FeedEvent.NotListed("NOPE-USD"));
        assertThat(read(dialect, lines.get(4))).containsExactly(new FeedEvent.Complaint("Too many subscriptions "));
        assertThatExceptionOfType(VenueException.class).isThrownBy(() -> read(dialect, lines.get(5))).withMessageContaining("time");
        assertThatExceptionOfType(VenueException.class).isThrownBy(() -> read(dialect, lines.get(6))).withMessageContaining("type");
    }

    @Test
    void krakenSaysBtcHereWritesNumbersAndBeatsForAll() throws IOException {
        List<String> lines = lines("kraken-socket.jsonl");
        FeedDialect dialect = new KrakenFeed();

        FeedEvent.Ticker snapshot = ticker(dialect, lines.get(0));
        assertThat(snapshot.venueSymbol()).isEqualTo(dialect.venueSymbol(BTC_USD)).isEqualTo("BTC/USD");
        assertThat(snapshot.exchangeMicros()).isEqualTo(Micros.of(Instant.parse("2026-03-20T10:02:57.742648Z")));
        assertThat(ExactPrice.bid(snapshot.bid(), 4)).isEqualTo(600_001_000);
        FeedEvent.Ticker withoutTime = ticker(dialect, lines.get(1));
        assertThat(withoutTime.exchangeMicros()).isZero();
        assertThat(ExactPrice.ask(withoutTime.ask(), 7)).isEqualTo(512_400);
        assertThat(read(dialect, lines.get(2))).containsExactly(new FeedEvent.Alive());
        assertThat(read(dialect, lines.get(3))).isEmpty();
        assertThat(read(dialect, lines.get(4))).containsExactly(new FeedEvent.NotListed("NOPE/USD"));
        assertThat(read(dialect, lines.get(5))).isEmpty();
        assertThat(read(dialect, lines.get(6))).containsExactly(new FeedEvent.Leaving());
        assertThat(read(dialect, lines.get(7))).containsExactly(new FeedEvent.Complaint("Exceeded msg rate"));
        assertThatExceptionOfType(VenueException.class).isThrownBy(() -> read(dialect, lines.get(8))).withMessageContaining("time");
    }

    @Test
    void subscriptionsAreSpeltAsEachVenueWantsThem() {
        assertThat(new BinanceFeed().subscribe(List.of(BTC_USD, ETH_BTC), 7))
                .containsExactly("{\"method\":\"SUBSCRIBE\",\"params\":[\"btcusdt@ticker\",\"ethbtc@ticker\"],\"id\":7}");
        assertThat(new CoinbaseFeed().subscribe(List.of(BTC_USD, DOGE_USD), 7)).containsExactly(
                "{\"type\":\"subscribe\",\"product_ids\":[\"BTC-USD\"],\"channels\":[\"ticker\",\"heartbeat\"]}",
                "{\"type\":\"subscribe\",\"product_ids\":[\"DOGE-USD\"],\"channels\":[\"ticker_batch\"]}");
        assertThat(new KrakenFeed().subscribe(List.of(BTC_USD), 7)).containsExactly("{\"method\":\"subscribe\",\"params\":"
                + "{\"channel\":\"ticker\",\"symbol\":[\"BTC/USD\"],\"event_trigger\":\"bbo\",\"snapshot\":true},\"req_id\":7}");
        assertThat(new KrakenFeed().unsubscribe(List.of(BTC_USD), 8)).first().asString().contains("\"unsubscribe\"");
    }

    @Test
    void tetherInDollarsIsNothingThatBinanceCouldHave() {
        PricedInstrument tether = new PricedInstrument("USDT-USD", "USDT", "USD", 7, RefreshTier.HOT);

        assertThat(new BinanceFeed().carries(tether)).isFalse();
        assertThat(new Binance().couldList(tether)).isFalse();
        assertThat(new Coinbase().couldList(tether)).isTrue();
        assertThat(new BinanceFeed().currency(BTC_USD)).isEqualTo("USDT");
    }

    private static FeedEvent.Ticker ticker(FeedDialect dialect, String line) throws VenueException {
        return (FeedEvent.Ticker) read(dialect, line).getFirst();
    }

    private static List<FeedEvent> read(FeedDialect dialect, String line) throws VenueException {
        return dialect.read(VenueJson.read(line, "a message"));
    }

    private static List<String> lines(String file) throws IOException {
        try (InputStream in = FeedDialectTest.class.getResourceAsStream("/venues/" + file)) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }
}
