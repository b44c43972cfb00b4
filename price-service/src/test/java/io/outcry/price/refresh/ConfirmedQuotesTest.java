// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.JudgedReply.Verdict;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A quote that rests at one of three venues, is confirmed over its socket, and is asked for in between: asking never makes the price worse. */
class ConfirmedQuotesTest {

    private static final PricedInstrument BTC_USD = new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT);
    private static final long START = 1_774_000_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final int UNTIL = 35;

    private final List<PricePublisher.Update> published = new ArrayList<>();
    private long now = START;

    private final Pricing pricing = new Pricing(
            (update, whenDurable) -> {
                published.add(update);
                whenDurable.run();
            },
            new IndexBoard(List.of()),
            new TierIntervals(5_000, 30_000, 300_000),
            1,
            new ToldOwnBook(),
            (InstantSource) () -> Instant.EPOCH.plus(now, ChronoUnit.MICROS),
            new PriceMetrics(new SimpleMeterRegistry()));

    /** Kraken's answers have no time, and a word on its socket confirms every quote. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 9, 12})
    void whatTheConnectionConfirmsStandsThoughAnAnswerCameInBetween(int askedAt) {
        for (int second = 0; second <= UNTIL; second++) {
            now = START + second * SECOND;
            if (second == askedAt) {
                heard(quote(0, now, 0, Transport.REST), true);
            } else if (second % 5 == 0) {
                heard(quote(START - 50_000, START, second == 0 ? 0 : now - 200_000, Transport.SOCKET), false);
            }
        }

        assertNeverWorse();
    }

    /** Coinbase's answers have the time of the last trade, and so have its heartbeats. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 9, 12, 17, 31})
    void whatHeartbeatsOfTheSameTradeConfirmStandsThoughAnAnswerCameInBetween(int askedAt) {
        for (int second = 0; second <= UNTIL; second++) {
            now = START + second * SECOND;
            if (second == askedAt) {
                heard(quote(START - 50_000, now, 0, Transport.REST), true);
            } else if (second % 5 == 0) {
                heard(quote(START - 50_000, START, second == 0 ? 0 : now - 1_500_000, Transport.SOCKET), false);
            }
        }

        assertNeverWorse();
    }

    @Test
    void whoAsksEachSecondGetsNoWorsePriceThanWhoDoesNot() {
        for (int second = 0; second <= UNTIL; second++) {
            now = START + second * SECOND;
            heard(second % 5 == 0
                    ? quote(START - 50_000, START, second == 0 ? 0 : now - 1_500_000, Transport.SOCKET)
                    : quote(START - 50_000, now, 0, Transport.REST), true);
        }

        assertNeverWorse();
    }

    @Test
    void theSameTradeToldAgainByANewSocketIsAsConfirmedAsItWas() {
        heard(quote(START - 50_000, START, 0, Transport.SOCKET), false);
        now = START + 20 * SECOND;
        heard(quote(START - 50_000, START, now, Transport.SOCKET), true);
        now += SECOND;
        pricing.pushed(BTC_USD, "a", new VenueReply.Quoted(quote(START - 50_000, now, 0, Transport.SOCKET)));
        pricing.again(BTC_USD);

        assertThat(published.getLast().price().quality()).isEqualTo(Quality.FRESH);
    }

    @Test
    void aPushThatAnAnswerHasOvertakenChangesNothing() {
        heard(quote(START - 50_000, START, 0, Transport.REST), false);
        pricing.pushed(BTC_USD, "a", new VenueReply.Quoted(quote(START - 60_000, START, 0, Transport.SOCKET)));
        pricing.again(BTC_USD);

        assertThat(published.getLast().price().quality()).isEqualTo(Quality.FRESH);
    }

    @Test
    void anAnswerAboutALaterTradeIsNotConfirmedByWhatConfirmedTheOneBefore() {
        heard(quote(START - 50_000, START, 0, Transport.SOCKET), false);
        now = START + 20 * SECOND;
        heard(quote(START - 50_000, START, now, Transport.SOCKET), false);
        heard(quote(START + 5 * SECOND, now, 0, Transport.REST), true);

        assertThat(published.getLast().aggregation().replies().getFirst().verdict()).isEqualTo(Verdict.STALE);
    }

    private void heard(Quote atRest, boolean requested) {
        Map<String, VenueReply> replies = Map.of(
                "a", new VenueReply.Quoted(atRest),
                "b", new VenueReply.Quoted(quote(now - 100_000, now, 0, Transport.SOCKET)),
                "c", new VenueReply.Quoted(quote(now - 100_000, now, 0, Transport.SOCKET)));
        pricing.polled(BTC_USD, Set.of("a", "b", "c"), replies, requested, any -> {});
    }

    private void assertNeverWorse() {
        assertThat(published).hasSizeGreaterThan(UNTIL / 5).allSatisfy(update -> {
            assertThat(update.price().quality()).as("%d s", (update.nowMicros() - START) / SECOND).isEqualTo(Quality.FRESH);
            assertThat(update.price().sources()).isEqualTo(3);
        });
    }

    private static Quote quote(long made, long received, long renewed, Transport transport) {
        return new Quote(600_000_000, 600_000_010, 0, "USD", made, received, renewed, transport);
    }
}
