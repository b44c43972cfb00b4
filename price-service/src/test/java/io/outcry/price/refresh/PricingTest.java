// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.time.Micros;
import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Publication.Cause;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.Transport;
import io.outcry.price.domain.VenueReply;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PricingTest {

    private static final PricedInstrument BTC_USD = new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT);
    private static final Set<String> VENUES = Set.of("a", "b", "c");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final IndexBoard indices = new IndexBoard(List.of("USDT-USD"));
    private final List<PricePublisher.Update> published = new ArrayList<>();
    private final List<String> priced = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-21T12:00:00Z");
    private final ToldOwnBook own = new ToldOwnBook();
    private boolean logIsUp = true;

    private final Pricing pricing = new Pricing(
            (update, whenDurable) -> {
                published.add(update);
                if (logIsUp) {
                    whenDurable.run();
                }
            },
            indices,
            new TierIntervals(5_000, 30_000, 300_000),
            1,
            own,
            (InstantSource) () -> now,
            new PriceMetrics(meters));

    @Test
    void aRoundIsPublishedAndAnUnchangedOneSoonAfterIsNotButCountsAsPriced() {
        polled(Map.of("a", quote(600_000_000), "b", quote(600_000_000), "c", quote(600_000_000)), false);
        now = now.plusMillis(500);
        polled(Map.of("a", quote(600_000_000), "b", quote(600_000_000), "c", quote(600_000_000)), false);

        assertThat(published).extracting(PricePublisher.Update::cause).containsExactly(Cause.FIRST);
        assertThat(priced).hasSize(2);
    }

    @Test
    void whoWaitsGetsAnUpdateThoughNothingMoved() {
        polled(Map.of("a", quote(600_000_000)), false);
        polled(Map.of("a", quote(600_000_000)), true);

        assertThat(published).extracting(PricePublisher.Update::cause).containsExactly(Cause.FIRST, Cause.REQUEST);
    }

    @Test
    void whoAskedBeforeARefreshThatMovedNothingGetsThePriceOnceMore() {
        polled(Map.of("a", quote(600_000_000)), false);
        pricing.again(BTC_USD);
        assertThat(published).extracting(PricePublisher.Update::cause).containsExactly(Cause.FIRST, Cause.REQUEST);
    }

    @Test
    void aVenueThatIsLateIsHeardWhenItAnswers() {
        polled(Map.of("a", quote(600_000_000), "b", quote(600_000_000)), false);
        pricing.late(BTC_USD, "c", quote(600_000_000), Micros.now(() -> now), false);

        assertThat(published).extracting(update -> update.price().quality()).containsExactly(Quality.DEGRADED, Quality.FRESH);
        assertThat(published.getLast().cause()).isEqualTo(Cause.STATUS);
    }

    @Test
    void whoWaitedForAVenueThatIsLateGetsItsAnswerThoughNothingMoved() {
        polled(Map.of("a", quote(600_000_000), "b", quote(600_000_000), "c", quote(600_000_000)), true);
        now = now.plusMillis(300);
        pricing.late(BTC_USD, "c", quote(600_000_000), Micros.now(() -> now), false);
        pricing.late(BTC_USD, "c", quote(600_000_000), Micros.now(() -> now), true);

        assertThat(published).extracting(PricePublisher.Update::cause).containsExactly(Cause.FIRST, Cause.REQUEST);
    }

    @Test
    void aFailureThatIsToldLateDoesNotUndoWhatTheVenueHasQuotedSinceItWasAsked() {
        long asked = Micros.now(() -> now);
        now = now.plusMillis(500);
        polled(Map.of("a", quote(600_000_000), "b", quote(600_000_000), "c", quote(600_000_000)), true);
        pricing.late(BTC_USD, "c", new VenueReply.Unavailable("HTTP 500"), asked, false);
        assertThat(published).extracting(update -> update.price().quality()).containsExactly(Quality.FRESH);

        pricing.late(BTC_USD, "c", new VenueReply.Unavailable("HTTP 500"), Micros.now(() -> now) + 1, false);
        assertThat(published.getLast().price().quality()).as("one of a later round does").isEqualTo(Quality.DEGRADED);
    }

    @Test
    void aPushThatMovesThePriceIsPublishedAtOnce() {
        polled(Map.of("a", quote(600_000_000), "b", quote(600_000_000), "c", quote(600_000_000)), false);
        pricing.pushed(BTC_USD, "a", quote(600_100_000));
        pricing.pushed(BTC_USD, "b", quote(600_100_000));

        assertThat(published).extracting(PricePublisher.Update::cause).containsExactly(Cause.FIRST, Cause.DEVIATION);
    }

    @Test
    void anAnswerThatAPushHasOvertakenWhileItWaitedForItsRoundChangesNothing() {
        VenueReply waiting = quote(600_000_000, 0, Transport.SOCKET);
        VenueReply timed = quote(600_000_000, 1, Transport.REST);
        now = now.plusMillis(100);
        polled(Map.of("a", quote(600_100_000), "b", quote(600_100_000, 2, Transport.SOCKET), "c", quote(600_100_000)), false);
        polled(Map.of("a", waiting), false);
        pricing.late(BTC_USD, "b", timed, Micros.now(() -> now), false);

        assertThat(published).extracting(PricePublisher.Update::cause).containsExactly(Cause.FIRST);
        polled(Map.of("c", waiting), true);
        assertThat(published.getLast().price().price()).isEqualTo(600_100_000);
    }

    @Test
    void aPushFromTheFutureDoesNotKeepTheAnswersAfterItAway() {
        polled(Map.of("a", quote(600_000_000, 60_000_000, Transport.SOCKET), "b", quote(600_000_000)), false);
        assertThat(published.getLast().price().sources()).isEqualTo(1);
        polled(Map.of("a", quote(600_000_000, 1, Transport.REST)), false);
        assertThat(published.getLast().price().sources()).isEqualTo(2);
    }

    @Test
    void aClockThatIsSetBackAFewSecondsKeepsNoAnswerAway() {
        VenueReply.Quoted confirmed = quote(600_000_000, -5_000_000, Transport.SOCKET);
        long before = Micros.now(() -> now);
        polled(Map.of("a", quote(600_000_000), "b", quote(600_000_000),
                "c", new VenueReply.Quoted(confirmed.quote().renewedAt(before))), false);
        now = now.minusSeconds(4);
        polled(Map.of("a", quote(600_100_000), "b", quote(600_100_000),
                "c", new VenueReply.Quoted(confirmed.quote().renewedAt(before - 4_000_000))), true);

        assertThat(published).hasSize(2);
        assertThat(published.getLast().price().price()).isBetween(600_099_999L, 600_100_001L);
        assertThat(published.getLast().price().sources()).isEqualTo(3);
    }

    @Test
    void aPushForASymbolThatIsNotThisInstancesIsIgnored() {
        pricing.pushed(BTC_USD, "a", quote(600_000_000));
        assertThat(published).isEmpty();

        polled(Map.of("a", quote(600_000_000)), false);
        pricing.retain(Set.of());
        pricing.pushed(BTC_USD, "a", quote(700_000_000));
        assertThat(published).hasSize(1);
    }

    @Test
    void aPriceThatTheLogDidNotTakeIsPublishedAgain() {
        logIsUp = false;
        polled(Map.of("a", quote(600_000_000)), false);
        assertThat(priced).isEmpty();

        logIsUp = true;
        polled(Map.of("a", quote(600_000_000)), false);
        assertThat(published).extracting(PricePublisher.Update::cause).containsExactly(Cause.FIRST, Cause.FIRST);
    }

    @Test
    void aPriceThatIsBackWhereItWasFollowsTheOneThatTheLogHasNotTakenYet() {
        polled(Map.of("a", quote(600_000_000)), false);
        logIsUp = false;
        pricing.pushed(BTC_USD, "a", quote(600_100_000));
        pricing.pushed(BTC_USD, "a", quote(600_000_000));

        assertThat(published).extracting(update -> update.price().price()).containsExactly(600_000_000L, 600_100_000L, 600_000_000L);
        assertThat(published.getLast().cause()).isEqualTo(Cause.DEVIATION);
    }

    @Test
    void ourOwnBookCountsAsItIsAtTheMoment() {
        own.says = quote(600_000_000);
        polled(Map.of("a", quote(600_000_000), "b", quote(600_000_000)), false);

        assertThat(published.getLast().price().sources()).isEqualTo(3);
        own.says = new VenueReply.NotListed();
        pricing.pushed(BTC_USD, "a", quote(600_100_000));
        assertThat(published.getLast().price().sources()).as("where a venue speaks up by itself, too").isEqualTo(2);
    }

    @Test
    void whatDoesNotCountAndWhatIsNotPublishedIsCounted() {
        polled(Map.of("a", new VenueReply.Quoted(new Quote(7, 5, 0, "USD", 0, Micros.now(() -> now), 0, Transport.REST))), false);

        assertThat(meters.counter("outcry.price.faults", "venue", "a", "fault", "crossed").count()).isEqualTo(1);
        assertThat(meters.counter("outcry.price.untrusted", "tier", "hot", "reason", "no_quotes").count()).isEqualTo(1);
        assertThat(priced).isEmpty();
    }

    @Test
    void thePriceOfAnIndexIsTheRateForWhatIsConvertedAtIt() {
        PricedInstrument index = indices.instruments().getFirst();
        assertThat(indices.isComplete()).isFalse();

        pricing.polled(index, Set.of("b"), Map.of("b", quote(99_980_000)), false, any -> {});
        assertThat(indices.isComplete()).as("after one source").isFalse();

        pricing.polled(index, Set.of("b", "c"), Map.of("b", quote(99_980_000), "c", quote(99_980_000)), false, any -> {});
        assertThat(indices.rate("USDT-USD").bid()).isEqualTo(99_979_999);
        assertThat(indices.rate("USDT-USD").ask()).isEqualTo(99_980_001);
    }

    @Test
    void anIndexThatIsWorthMoreThanARateCanBeIsPricedAndNothingIsConvertedAtIt() {
        PricedInstrument index = indices.instruments().getFirst();
        Set<String> two = Set.of("b", "c");
        pricing.polled(index, two, Map.of("b", quote(99_980_000), "c", quote(99_980_000)), false, any -> {});

        VenueReply high = quote(1_000_000_000_001L);
        pricing.polled(index, two, Map.of("b", high, "c", high), true, any -> priced.add(index.symbol()));

        assertThat(published.getLast().price().price()).isEqualTo(1_000_000_000_001L);
        assertThat(priced).containsExactly("USDT-USD");
        assertThat(indices.rate("USDT-USD").bid()).as("the last one, growing old").isEqualTo(99_979_999);
    }

    private void polled(Map<String, VenueReply> replies, boolean requested) {
        pricing.polled(BTC_USD, VENUES, replies, requested, any -> priced.add(BTC_USD.symbol()));
    }

    private VenueReply quote(long mid) {
        return quote(mid, 0, Transport.REST);
    }

    /** @param made microseconds of a second that is over, by the venue; 0: it does not say */
    private VenueReply.Quoted quote(long mid, long made, Transport transport) {
        long received = Micros.now(() -> now);
        return new VenueReply.Quoted(
                new Quote(mid - 1, mid + 1, 0, "USD", made == 0 ? 0 : received - 1_000_000 + made, received, 0, transport));
    }
}
