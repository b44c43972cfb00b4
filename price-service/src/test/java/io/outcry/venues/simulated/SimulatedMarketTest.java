// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedMarketTest {

    private static final SimulatedListing BTC = SimulatedListing.everywhere("BTC-USD", "60000.00");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void theSameSeedIsTheSameMarket() {
        assertThat(tickers(7)).isEqualTo(tickers(7)).isNotEqualTo(tickers(8));
    }

    @Test
    void venuesDifferALittleAndAreNeverCrossed() {
        for (SimulatedTicker ticker : tickers(7)) {
            assertThat(ticker.bid()).isPositive().isLessThan(ticker.ask());
            assertThat(ticker.bid()).isBetween(new BigDecimal("54000"), new BigDecimal("66000"));
            assertThat(ticker.ask().subtract(ticker.bid())).isLessThan(new BigDecimal("60"));
        }
        assertThat(tickers(7).stream().map(SimulatedTicker::bid).distinct().count()).isGreaterThan(700);
    }

    @Test
    void allVenuesShowTheSameMarketWithinTheirNoise() {
        SimulatedMarket market = market(7, List.of(BTC));
        for (int minute = 0; minute < 240; minute++) {
            long at = START.plusSeconds(60L * minute).toEpochMilli();
            BigDecimal binance = market.ticker(SimulatedVenue.BINANCE, BTC, at).bid();
            BigDecimal kraken = market.ticker(SimulatedVenue.KRAKEN, BTC, at).bid();

            assertThat(binance.subtract(kraken).abs()).isLessThan(binance.movePointLeft(3));
        }
    }

    @Test
    void betweenTwoTradesNothingChangesAndThePastStaysWhatItWas() {
        SimulatedMarket market = market(7, SimulatedListing.invented(300));
        SimulatedListing cold = market.listings().stream().skip(299).findFirst().orElseThrow();
        long at = START.plusSeconds(3_600).toEpochMilli();
        SimulatedTicker then = market.ticker(SimulatedVenue.COINBASE, cold, at);

        assertThat(market.ticker(SimulatedVenue.COINBASE, cold, then.time().toEpochMilli() + 14_999)).isEqualTo(then);
        SimulatedTicker next = market.ticker(SimulatedVenue.COINBASE, cold, then.time().toEpochMilli() + 15_000);
        assertThat(next.tradeId()).isEqualTo(then.tradeId() + 1);
        assertThat(next.time()).isEqualTo(then.time().plusSeconds(15));
        assertThat(market.ticker(SimulatedVenue.COINBASE, cold, at)).isEqualTo(then);
    }

    @Test
    void aDayHoldsItsLastPrice() {
        SimulatedMarket market = market(7, List.of(BTC));
        SimulatedTicker ticker = market.ticker(SimulatedVenue.BINANCE, BTC, START.plusSeconds(100_000).toEpochMilli());

        DayRange day = market.day(BTC, ticker);

        assertThat(day.low()).isLessThanOrEqualTo(ticker.last()).isLessThanOrEqualTo(day.open());
        assertThat(day.high()).isGreaterThanOrEqualTo(ticker.last()).isGreaterThan(day.low());
    }

    @Test
    void argumentsThatMakeNoSenseAreRefusedWithTheirText() {
        assertThat(SimulatedVenuesApplication.options("--kraken-port=0", "--symbols=A-USD:10.00").ports())
                .containsEntry(SimulatedVenue.KRAKEN, 0)
                .containsEntry(SimulatedVenue.BINANCE, 8091);
        assertThat(SimulatedVenuesApplication.options("--symbols=10000", "--control-port=7").listings()).hasSize(10_000);
        assertThatIllegalArgumentException().isThrownBy(() -> SimulatedVenuesApplication.options("--what")).withMessageContaining("--what");
        assertThatIllegalArgumentException().isThrownBy(() -> SimulatedListing.everywhere("BTCUSD", "1.000"))
                .withMessageContaining("BTCUSD");
        assertThatIllegalArgumentException().isThrownBy(() -> SimulatedListing.everywhere("BTC-USD", "0.00")).withMessageContaining("0.00");
    }

    private static SimulatedMarket market(long seed, List<SimulatedListing> listings) {
        return new SimulatedMarket(seed, listings, () -> START);
    }

    private static List<SimulatedTicker> tickers(long seed) {
        SimulatedMarket market = market(seed, List.of(BTC));
        List<SimulatedTicker> tickers = new ArrayList<>();
        for (int minute = 0; minute < 240; minute++) {
            for (SimulatedVenue venue : SimulatedVenue.values()) {
                tickers.add(market.ticker(venue, BTC, START.plusSeconds(60L * minute).toEpochMilli()));
            }
        }
        return tickers;
    }
}
