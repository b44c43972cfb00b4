// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static io.outcry.price.venue.VenueAnswers.DOGE_USD;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.venue.LatestQuotes.Fate;
import org.junit.jupiter.api.Test;

class LatestQuotesTest {

    private static final long NOW = 1_774_000_000_000_000L;
    private static final long SECOND = 1_000_000;

    private final LatestQuotes coinbase = new LatestQuotes(new CoinbaseFeed());
    private final LatestQuotes kraken = new LatestQuotes(new KrakenFeed());

    @Test
    void aQuoteIsCertainForAMomentAndAfterThatOnlyTheLastWord() throws VenueException {
        assertThat(coinbase.certain(BTC_USD, NOW, NOW, NOW)).isEmpty();
        assertThat(coinbase.last(BTC_USD)).isEmpty();
        assertThat(ticker(coinbase, BTC_USD, "60000.10", NOW, 1, NOW)).isEqualTo(Fate.ACCEPTED);

        assertThat(coinbase.certain(BTC_USD, NOW, NOW, NOW + 3 * SECOND)).get().extracting(Quote::bid).isEqualTo(600_001_000L);
        long late = NOW + 3 * SECOND + 1;
        assertThat(coinbase.certain(BTC_USD, NOW, late, late)).as("others are told of, which proves nothing of this one").isEmpty();
        assertThat(coinbase.last(BTC_USD)).get().extracting(Quote::asOfMicros).isEqualTo(NOW);
    }

    @Test
    void finerDigitsThanTheInstrumentsAreRoundedOutwards() throws VenueException {
        ticker(coinbase, BTC_USD, "60000.10009", "60100.00001", NOW, 1, NOW);
        assertThat(coinbase.last(BTC_USD)).get().extracting(Quote::bid, Quote::ask).containsExactly(600_001_000L, 601_000_001L);
    }

    @Test
    void whatWasMadeBeforeTheLastOneArrivedIsNoStepBackInTime() throws VenueException {
        ticker(coinbase, BTC_USD, "60000.10", NOW, 1, NOW + SECOND);
        assertThat(ticker(coinbase, BTC_USD, "60000.20", NOW + 1_000, 2, NOW + SECOND + 1_000)).isEqualTo(Fate.ACCEPTED);
    }

    @Test
    void whatWasForgottenIsGoneAndMayBeginAnew() throws VenueException {
        ticker(coinbase, BTC_USD, "60000.10", NOW, 1, NOW);
        coinbase.forget("BTC-USD");
        assertThat(coinbase.last(BTC_USD)).isEmpty();
        assertThat(ticker(coinbase, BTC_USD, "60000.10", NOW - SECOND, 1, NOW)).isEqualTo(Fate.ACCEPTED);
    }

    @Test
    void aHeartbeatAboutTheSameTradeRenewsAndOneAboutAnotherDoesNot() throws VenueException {
        ticker(coinbase, BTC_USD, "60000.10", NOW, 41, NOW);
        long later = NOW + 2 * SECOND;

        assertThat(coinbase.alive(BTC_USD, new FeedEvent.SymbolAlive("BTC-USD", 41, later), later)).isEqualTo(Fate.RENEWED);
        assertThat(coinbase.certain(BTC_USD, NOW, later, later + 2 * SECOND)).get().satisfies(quote -> {
            assertThat(quote.asOfMicros()).isEqualTo(later);
            assertThat(quote.exchangeMicros()).isEqualTo(NOW);
        });
        assertThat(coinbase.alive(BTC_USD, new FeedEvent.SymbolAlive("BTC-USD", 42, later + SECOND), later + SECOND))
                .isEqualTo(Fate.MISSED_TRADE);
        assertThat(coinbase.certain(BTC_USD, NOW, later, later + 4 * SECOND)).isEmpty();
        assertThat(coinbase.alive(BTC_USD, new FeedEvent.SymbolAlive("BTC-USD", 41, later - 1), later + 4 * SECOND))
                .isEqualTo(Fate.TIME_REVERSAL);
        assertThat(coinbase.alive(BTC_USD, new FeedEvent.SymbolAlive("BTC-USD", 41, later + 5 * SECOND + 1), later + 4 * SECOND))
                .isEqualTo(Fate.FROM_THE_FUTURE);
        assertThat(coinbase.certain(BTC_USD, NOW, later, later + 4 * SECOND)).as("neither proves it").isEmpty();
        assertThat(coinbase.alive(DOGE_USD, new FeedEvent.SymbolAlive("DOGE-USD", 1, later), later)).isEqualTo(Fate.MISSED_TRADE);
    }

    @Test
    void aHeartbeatForAllRenewsForAMinuteAndNoLonger() throws VenueException {
        ticker(kraken, BTC_USD, "60000.1", NOW, 0, NOW);

        long soon = NOW + 59 * SECOND;
        assertThat(kraken.certain(BTC_USD, NOW, soon, soon)).get().extracting(Quote::asOfMicros).isEqualTo(soon);
        assertThat(kraken.certain(BTC_USD, NOW, soon - 4 * SECOND, soon)).as("nothing came for four seconds").isEmpty();
        long late = NOW + 61 * SECOND;
        assertThat(kraken.certain(BTC_USD, NOW, late, late)).isEmpty();
    }

    @Test
    void afterTheClockWasSetBackNothingFromBeforeIsCertain() throws VenueException {
        ticker(coinbase, BTC_USD, "60000.10", NOW, 1, NOW);
        ticker(kraken, BTC_USD, "60000.1", NOW, 0, NOW);
        long back = NOW - 3600 * SECOND;

        assertThat(coinbase.certain(BTC_USD, NOW, back, back)).isEmpty();
        assertThat(kraken.certain(BTC_USD, NOW, back, back)).isEmpty();
    }

    @Test
    void aNewConnectionConfirmsNothingThatWasToldBeforeIt() throws VenueException {
        ticker(kraken, BTC_USD, "60000.1", NOW, 0, NOW);
        long opened = NOW + 4 * SECOND;
        assertThat(kraken.certain(BTC_USD, opened, opened, opened)).isEmpty();

        ticker(kraken, BTC_USD, "60000.2", opened, 0, opened);
        long later = opened + 4 * SECOND;
        assertThat(kraken.certain(BTC_USD, opened, later, later)).get().extracting(Quote::asOfMicros).isEqualTo(later);
    }

    @Test
    void oneMessageOutOfOrderIsDroppedAndAReplayedPastIsNotReliedOn() throws VenueException {
        ticker(coinbase, BTC_USD, "60000.10", NOW, 2, NOW);

        assertThat(ticker(coinbase, BTC_USD, "59000.00", NOW - SECOND, 1, NOW)).isEqualTo(Fate.TIME_REVERSAL);
        assertThat(coinbase.certain(BTC_USD, NOW, NOW, NOW)).get().extracting(Quote::bid).isEqualTo(600_001_000L);
        ticker(coinbase, BTC_USD, "59000.00", NOW - SECOND, 1, NOW);
        ticker(coinbase, BTC_USD, "59000.00", NOW - SECOND, 1, NOW);
        assertThat(coinbase.certain(BTC_USD, NOW, NOW, NOW)).isEmpty();
        assertThat(coinbase.last(BTC_USD)).isEmpty();

        assertThat(ticker(coinbase, BTC_USD, "60000.20", NOW + SECOND, 3, NOW + SECOND)).isEqualTo(Fate.ACCEPTED);
        assertThat(coinbase.certain(BTC_USD, NOW, NOW, NOW + SECOND)).isPresent();
    }

    @Test
    void aQuoteFromTheFutureDoesNotPoisonWhatComesAfterIt() throws VenueException {
        assertThat(ticker(coinbase, BTC_USD, "60000.10", NOW + 30 * SECOND, 1, NOW)).isEqualTo(Fate.FROM_THE_FUTURE);
        assertThat(ticker(coinbase, BTC_USD, "60000.10", NOW, 2, NOW)).isEqualTo(Fate.ACCEPTED);
    }

    @Test
    void whatIsNoPriceLeavesTheLastOneStanding() throws VenueException {
        ticker(coinbase, BTC_USD, "60000.10", NOW, 1, NOW);

        assertThat(ticker(coinbase, BTC_USD, "many", NOW, 2, NOW)).isEqualTo(Fate.UNREADABLE);
        assertThat(coinbase.last(BTC_USD)).get().extracting(Quote::bid).isEqualTo(600_001_000L);
    }

    private static Fate ticker(LatestQuotes quotes, PricedInstrument instrument, String bid, long exchange, long trade, long now)
            throws VenueException {
        return ticker(quotes, instrument, bid, "60100.00", exchange, trade, now);
    }

    private static Fate ticker(
            LatestQuotes quotes, PricedInstrument instrument, String bid, String ask, long exchange, long trade, long now)
            throws VenueException {
        var row = VenueJson.read("{\"bid\":\"" + bid + "\",\"ask\":\"" + ask + "\",\"last\":\"60000.00\"}", "a row");
        return quotes.ticker(
                instrument, new FeedEvent.Ticker("any", row.path("bid"), row.path("ask"), row.path("last"), exchange, trade), now);
    }
}
