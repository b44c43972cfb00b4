// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.price.domain.AggregatedPrice;
import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.IndexRate;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Binance trades against USDT, and only Coinbase and Kraken say what that is worth: one of the two is away for longer than a rate may be old, or
 * lies about everything. A look at each symbol every five seconds.
 */
class IndexFaultTest {

    private static final PricedInstrument BTC_USD = new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT);
    private static final long START = 1_774_000_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final long QUARTER_OF_AN_HOUR = IndexRate.CONFIRMED_FOR_MICROS / SECOND;
    private static final VenueReply DOWN = new VenueReply.Unavailable("down");

    private final IndexBoard indices = new IndexBoard(List.of("USDT-USD"));
    private final IndexBoard ofAnotherInstance = new IndexBoard(List.of("USDT-USD"));
    private final List<AggregatedPrice> published = new ArrayList<>();
    private long now = START;
    private String liar = "";
    private double lie = 1;
    /** Half of what the liar's quotes on the index are wide; 0: as all are. */
    private long wide;

    private final Pricing pricing = new Pricing(
            (update, whenDurable) -> {
                ofAnotherInstance.accept(update.instrument().symbol(), update.instrument().scale(), update.price());
                if (update.instrument().equals(BTC_USD)) {
                    published.add(update.price());
                }
                whenDurable.run();
            },
            indices,
            new TierIntervals(5_000, 30_000, 300_000),
            2,
            new ToldOwnBook(),
            (InstantSource) () -> Instant.EPOCH.plus(now, ChronoUnit.MICROS),
            new PriceMetrics(new SimpleMeterRegistry()));

    @BeforeEach
    void allVenuesAnswer() {
        look("", 99_960_000);
        assertThat(published.getLast().quality()).isEqualTo(Quality.FRESH);
        assertThat(published.getLast().sources()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"coinbase", "kraken"})
    void withoutOneVenueTheOtherTwoMakeThePriceForAQuarterOfAnHour(String away) {
        for (long second = 5; second <= QUARTER_OF_AN_HOUR; second += 5) {
            now = START + second * SECOND;
            look(away, 99_960_000 + second * 100);

            AggregatedPrice price = published.getLast();
            assertThat(price.asOfMicros()).as("a price at %d s", second).isEqualTo(now);
            assertThat(price.sources()).isEqualTo(2);
            assertThat(price.quality()).isEqualTo(Quality.DEGRADED);
            assertThat(ofAnotherInstance.rate("USDT-USD")).isEqualTo(indices.rate("USDT-USD"));
        }
        IndexRate rate = indices.rate("USDT-USD");
        assertThat((rate.bid() + rate.ask()) / 2).as("which one venue alone does not move").isEqualTo(99_960_000);
    }

    @Test
    void aRateThatTwoHaveMadeLongerAgoIsNotUsed() {
        for (long second = 5; second <= QUARTER_OF_AN_HOUR + 65; second += 5) {
            now = START + second * SECOND;
            look("coinbase", 99_960_000);
        }

        assertThat(published.getLast().asOfMicros()).as("the last price that two made")
                .isEqualTo(START + IndexRate.CONFIRMED_FOR_MICROS + IndexRate.MAX_AGE_MICROS);
    }

    @Test
    void whereTheOneThatIsLeftDoesNotAgreeTheRateIsNotUsedAfterAMinute() {
        for (long second = 5; second <= 120; second += 5) {
            now = START + second * SECOND;
            look("coinbase", 98_000_000);
        }

        assertThat(published.getLast().asOfMicros()).isEqualTo(START + IndexRate.MAX_AGE_MICROS);
    }

    @ParameterizedTest(name = "{0} times {1}")
    @CsvSource({
        "coinbase, 1.5", "coinbase, 1.2", "coinbase, 1.05", "coinbase, 1.01", "coinbase, 0.99", "coinbase, 0.8", "coinbase, 0.01",
        "kraken, 1.2", "kraken, 0.8"
    })
    void oneThatLiesAboutEverythingMovesNothingForAQuarterOfAnHour(String venue, double factor) {
        liar = venue;
        lie = factor;
        for (long second = 5; second <= QUARTER_OF_AN_HOUR; second += 5) {
            now = START + second * SECOND;
            look("", 99_960_000);

            AggregatedPrice price = published.getLast();
            assertThat(price.asOfMicros()).as("a price at %d s", second).isEqualTo(now);
            assertThat(price.price()).as("within the honest range").isBetween(599_700_000L, 600_300_000L);
            assertThat(ofAnotherInstance.rate("USDT-USD")).isEqualTo(indices.rate("USDT-USD"));
        }
        IndexRate rate = indices.rate("USDT-USD");
        assertThat((rate.bid() + rate.ask()) / 2).isEqualTo(99_960_000);

        lie = 1;
        now += 5 * SECOND;
        look("", 99_970_000);
        assertThat(indices.rate("USDT-USD").bid()).as("when both say the same again").isEqualTo(99_969_999);
    }

    /** Its middle is right, so it contradicts nobody. */
    @Test
    void oneThatIsTooWideOnTheIndexAndLiesElsewhereMovesNothing() {
        liar = "coinbase";
        lie = 1.183;
        wide = 1_500_000;
        for (long second = 5; second <= QUARTER_OF_AN_HOUR; second += 5) {
            now = START + second * SECOND;
            look("", 99_960_000);
            assertThat(published.getLast().asOfMicros()).as("a price at %d s", second).isEqualTo(now);
            assertThat(published.getLast().price()).as("within the honest range").isBetween(599_700_000L, 600_300_000L);
        }
    }

    /** Each of its words agrees with the rate that it has moved before. */
    @Test
    void oneThatGoesAwayStepByStepTakesTheRateNoFurtherThanAQuarterOfAPercent() {
        liar = "coinbase";
        for (double step : new double[]{1.0049, 1.00735, 1.0086, 1.0092, 1.0095, 1.0097, 1.0098}) {
            lie = step;
            now += 5 * SECOND;
            look("", 99_960_000);
            IndexRate rate = indices.rate("USDT-USD");
            assertThat((rate.bid() + rate.ask()) / 2).as("at %s", step).isBetween(99_960_000L, 100_210_000L);
            assertThat(ofAnotherInstance.rate("USDT-USD")).isEqualTo(rate);
        }
        IndexRate before = indices.rate("USDT-USD");
        now += 5 * SECOND;
        look("", 99_910_000);
        IndexRate rate = indices.rate("USDT-USD");
        assertThat(rate.asOfMicros()).as("the honest one confirms it, and not the other").isEqualTo(now);
        assertThat((rate.bid() + rate.ask()) / 2).isEqualTo((before.bid() + before.ask()) / 2);
    }

    @Test
    void twoThatContradictEachOtherMakeNoRateAtAStart() {
        IndexBoard started = new IndexBoard(List.of("USDT-USD"));
        started.accept("USDT-USD", 8, two(99_000_000, 100_980_000));
        assertThat(started.rate("USDT-USD")).isNull();
        started.accept("USDT-USD", 8, two(99_980_000, 100_020_000));
        assertThat(started.rate("USDT-USD")).isNotNull();
    }

    private AggregatedPrice two(long bid, long ask) {
        return new AggregatedPrice((bid + ask) / 2, (ask - bid) / 2, bid, ask, now, Quality.FRESH, 2);
    }

    @Test
    void whatNeitherOfTwoThatContradictEachOtherHasSaidBeforeIsNotUsedAfterAMinute() {
        liar = "coinbase";
        lie = 1.1;
        for (long second = 5; second <= 65; second += 5) {
            now = START + second * SECOND;
            look("", 95_000_000);
        }
        assertThat(published.getLast().sources()).as("what is converted does not count").isEqualTo(2);
    }

    /** All venues are asked for both symbols, the index first. */
    private void look(String away, long tether) {
        pricing.polled(indices.instruments().getFirst(), Set.of("coinbase", "kraken"), Map.of(
                "coinbase", away.equals("coinbase") ? DOWN : quote("coinbase", tether, "USD"),
                "kraken", away.equals("kraken") ? DOWN : quote("kraken", tether, "USD")), false, any -> {});
        pricing.polled(BTC_USD, Set.of("binance", "coinbase", "kraken"), Map.of(
                "binance", quote("binance", 600_000_000, "USDT"),
                "coinbase", away.equals("coinbase") ? DOWN : quote("coinbase", 600_000_000, "USD"),
                "kraken", away.equals("kraken") ? DOWN : quote("kraken", 600_000_000, "USD")), true, any -> {});
    }

    private VenueReply quote(String venue, long truth, String currency) {
        boolean lies = venue.equals(liar);
        boolean isWide = lies && wide > 0 && truth < 200_000_000;
        long mid = lies && !isWide ? Math.round(truth * lie) : truth;
        long half = isWide ? wide : 1;
        return new VenueReply.Quoted(new Quote(mid - half, mid + half, 0, currency, 0, now, 0, Transport.REST));
    }
}
