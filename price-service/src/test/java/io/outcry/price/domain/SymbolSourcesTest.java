// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.JudgedReply.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Hot symbols, asked every five seconds: what each venue said before decides on what it says now. */
class SymbolSourcesTest {

    private static final long INTERVAL = 5_000_000;

    private final SymbolSources sources = new SymbolSources();
    private final Map<String, IndexRate> indices = new HashMap<>();
    private final SortedMap<String, VenueReply> replies = new TreeMap<>();
    private final List<JudgedReply> news = new ArrayList<>();
    private long now = VenueReplies.NOW;

    @Test
    void aVenueWhoseTimeGoesBackDoesNotCountUntilItHasCaughtUp() {
        said("a", 1000, now);
        said("b", 1000, now);
        said("c", 1000, now);
        round();

        next();
        said("a", 1200, now - 6_000_000);
        said("b", 1001, now);
        said("c", 1001, now);
        Aggregation during = round();
        assertThat(verdict(during, "a")).isEqualTo(Verdict.INVALID);
        assertThat(fault(during, "a")).isEqualTo(Fault.TIME_REVERSAL);
        assertThat(during.price().orElseThrow().price()).isEqualTo(1001);

        next();
        said("a", 1002, now);
        said("b", 1002, now);
        said("c", 1002, now);
        assertThat(round().price().orElseThrow().sources()).isEqualTo(3);
    }

    @Test
    void aFeedWhoseTimeStandsStillIsFrozenThoughItAnswers() {
        long made = now;
        Map<Integer, Verdict> verdicts = new HashMap<>();
        for (int look = 0; look <= 3; look++) {
            answered("a", 1000, made);
            said("b", 1000 + look, now);
            said("c", 1000 + look, now);
            verdicts.put(look, verdict(round(), "a"));
            next();
        }
        assertThat(verdicts).containsEntry(1, Verdict.USED).containsEntry(3, Verdict.FROZEN);
        assertThat(news).extracting(JudgedReply::fault).contains(Fault.FEED_FROZEN);
    }

    @Test
    void aVenueWithoutTimeIsFrozenAtTheSecondLookAtWhichTheOthersHaveMoved() {
        Map<Integer, Verdict> verdicts = new HashMap<>();
        for (int look = 0; look <= 4; look++) {
            untimed("a", 100_000);
            untimed("b", 100_000 + 500 * look);
            untimed("c", 100_000 + 500 * look);
            Aggregation aggregation = round();
            verdicts.put(look, verdict(aggregation, "a"));
            next();
        }
        assertThat(verdicts).containsEntry(0, Verdict.USED).containsEntry(1, Verdict.USED).containsEntry(2, Verdict.FROZEN);

        untimed("a", 102_500);
        untimed("b", 102_500);
        untimed("c", 102_500);
        assertThat(verdict(round(), "a")).as("once it moves again").isEqualTo(Verdict.USED);
    }

    @Test
    void soItIsWhereTheyFall() {
        for (int look = 0; look <= 2; look++) {
            untimed("a", 100_000);
            untimed("b", 100_000 - 500 * look);
            untimed("c", 100_000 - 500 * look);
            assertThat(verdict(round(), "a")).as("look %d", look).isEqualTo(look < 2 ? Verdict.USED : Verdict.FROZEN);
            next();
        }
    }

    @Test
    void aVenueThatMovesItsAskOnlyDoesNotStandStill() {
        for (int look = 0; look <= 4; look++) {
            replies.put("a", new VenueReply.Quoted(new Quote(99_999, 100_001 + look, 0, "USD", 0, now, 0, Transport.REST)));
            untimed("b", 100_000 + 500 * look);
            untimed("c", 100_000 + 500 * look);
            assertThat(verdict(round(), "a")).as("look %d", look).isEqualTo(Verdict.USED);
            next();
        }
    }

    @Test
    void howFarTheOthersMovedBeforeItBeganToStandDoesNotCount() {
        for (int look = 0; look <= 4; look++) {
            untimed("a", look == 0 ? 100_000 : 100_100);
            untimed("b", look == 0 ? 100_000 : 102_000);
            untimed("c", look == 0 ? 100_000 : 102_000);
            assertThat(verdict(round(), "a")).as("look %d", look).isEqualTo(Verdict.USED);
            next();
        }
    }

    @Test
    void aVenueIsFrozenAlthoughOurClockWasSetBackMeanwhile() {
        Map<Integer, Verdict> verdicts = new HashMap<>();
        for (int look = 0; look <= 3; look++) {
            untimed("a", 100_000);
            untimed("b", 100_000 + 500 * look);
            untimed("c", 100_000 + 500 * look);
            verdicts.put(look, verdict(round(), "a"));
            now += look == 0 ? -3_600_000_000L : INTERVAL;
        }
        assertThat(verdicts).containsEntry(1, Verdict.USED).containsEntry(2, Verdict.USED).containsEntry(3, Verdict.FROZEN);
    }

    @Test
    void aConvertedVenueIsFrozenAlthoughTheRateMovesButNotForWhatTheRateDoes() {
        Map<Integer, Verdict> standing = new HashMap<>();
        Map<Integer, Verdict> led = new HashMap<>();
        SymbolSources quiet = new SymbolSources();
        for (int look = 0; look <= 3; look++) {
            rate(100_000_000 + 1_000L * look);
            inTether("a", 100_000);
            untimed("b", 100_000 + 500 * look);
            untimed("c", 100_000 + 500 * look);
            standing.put(look, verdict(round(), "a"));

            rate(100_000_000 + 500_000L * look);
            led.put(look, verdict(round(quiet), "a"));
            next();
        }
        assertThat(standing).containsEntry(1, Verdict.USED).containsEntry(2, Verdict.FROZEN);
        assertThat(led).containsEntry(2, Verdict.USED).containsEntry(3, Verdict.USED);
    }

    @Test
    void aVenueIsFrozenAlthoughAnotherWasNotHeardWhenItBeganToStand() {
        Map<Integer, Verdict> verdicts = new HashMap<>();
        for (int look = 0; look <= 3; look++) {
            untimed("a", 100_000);
            untimed("b", 100_000 + 500 * look);
            if (look == 0) {
                replies.put("c", new VenueReply.Unavailable("down"));
            } else {
                untimed("c", 100_000 + 500 * look);
            }
            verdicts.put(look, verdict(round(), "a"));
            next();
        }
        assertThat(verdicts).containsEntry(1, Verdict.USED).containsEntry(2, Verdict.FROZEN).containsEntry(3, Verdict.FROZEN);
    }

    @Test
    void aConvertedVenueIsNotFrozenForWhatTheRateDidBeforeTheOthersWereHeard() {
        for (int look = 0; look <= 4; look++) {
            rate(look == 0 ? 100_000_000 : 101_000_000);
            inTether("a", 100_000);
            if (look > 0) {
                untimed("b", 101_000);
                untimed("c", 101_000);
            } else {
                replies.put("b", new VenueReply.Unavailable("down"));
                replies.put("c", new VenueReply.Unavailable("down"));
            }
            assertThat(verdict(round(), "a")).as("look %d", look).isEqualTo(Verdict.USED);
            next();
        }
    }

    @Test
    void aQuietMarketIsNotFrozen() {
        for (int look = 0; look < 100; look++) {
            untimed("a", 100_000);
            untimed("b", 100_000 + look % 2);
            untimed("c", 100_000 - look % 2);
            assertThat(round().price().orElseThrow().sources()).isEqualTo(3);
            next();
        }
        assertThat(news).isEmpty();
    }

    @Test
    void aLiarThatMovesCannotMakeAnHonestQuietVenueLookFrozen() {
        for (int look = 0; look < 20; look++) {
            untimed("a", 100_000);
            untimed("b", 100_000);
            untimed("c", 100_000 + 5_000 * look);
            Aggregation aggregation = round();
            assertThat(verdict(aggregation, "a")).isEqualTo(Verdict.USED);
            assertThat(aggregation.price().orElseThrow().price()).isBetween(99_999L, 100_001L);
            next();
        }
    }

    @Test
    void aVenueThatIsFarOffForFiveMinutesIsQuarantinedAndHeardAgainFiveMinutesAfterItIsBack() {
        Map<Long, Verdict> verdicts = new TreeMap<>();
        for (long second = 0; second <= 900; second += 5) {
            boolean lies = second < 400;
            untimed("a", (lies ? 105_000 : 100_000) + second);
            untimed("b", 100_000 + second);
            untimed("c", 100_010 + second);
            Aggregation aggregation = round();
            verdicts.put(second, verdict(aggregation, "a"));
            assertThat(aggregation.price().orElseThrow().price()).as("at %d s", second)
                    .isBetween(99_999 + second, 100_011 + second);
            next();
        }
        assertThat(verdicts).containsEntry(295L, Verdict.USED).containsEntry(305L, Verdict.QUARANTINED)
                .containsEntry(695L, Verdict.QUARANTINED).containsEntry(705L, Verdict.USED);
        assertThat(news).extracting(JudgedReply::fault).contains(Fault.QUARANTINED);
    }

    @Test
    void quarantineNeverLeavesFewerThanAMajorityOfThoseThatListTheSymbol() {
        for (long second = 0; second <= 900; second += 5) {
            untimed("a", 105_000 + second);
            untimed("b", 100_000 + second);
            replies.put("c", new VenueReply.Unavailable("down"));
            Aggregation aggregation = round();
            assertThat(verdict(aggregation, "a")).as("at %d s", second).isEqualTo(Verdict.USED);
            next();
        }
    }

    @Test
    void norDoesItWhereSeveralWouldGoIntoItAtOnce() {
        for (long second = 0; second <= 310; second += 5) {
            untimed("a", 95_000 + second);
            untimed("b", 95_000 + second);
            untimed("c", 100_000 + second);
            untimed("d", 105_000 + second);
            untimed("e", 105_000 + second);
            Aggregation aggregation = round();
            Verdict low = second <= 300 ? Verdict.USED : Verdict.QUARANTINED;
            assertThat(aggregation.replies()).extracting(JudgedReply::verdict).as("at %d s", second)
                    .containsExactly(low, low, Verdict.USED, Verdict.USED, Verdict.USED);
            next();
        }
    }

    @Test
    void ourOwnBookWhichWouldNotCountBesideOneVenueIsNotOfTheMajorityThatQuarantineLeaves() {
        for (long second = 0; second <= 900; second += 5) {
            boolean apart = second < 600;
            untimed("a", 100_000 + second);
            untimed("b", (apart ? 104_000 : 100_000) + second);
            untimed(VenueReplies.OWN, 100_000 + second);
            AggregatedPrice price = round().price().orElseThrow();
            assertThat(price.sources()).as("at %d s", second).isEqualTo(3);
            assertThat(price.price()).isBetween(99_999 + second, 100_001 + second);
            next();
        }
    }

    @Test
    void aQuoteInAnotherCurrencyIsConvertedAtItsIndexAndNeverBecomesTighter() {
        indices.put("USDT-USD", new IndexRate("USDT-USD", 99_950_000, 99_970_000, 8, now));
        replies.put("a", new VenueReply.Quoted(new Quote(600_000_000, 600_020_000, 0, "USDT", 0, now, 0, Transport.REST)));

        JudgedReply a = round().replies().getFirst();

        assertThat(a.verdict()).isEqualTo(Verdict.USED);
        assertThat(a.bid()).isEqualTo(599_700_000);
        assertThat(a.ask()).isEqualTo(599_839_994);
        assertThat(a.currency()).isEqualTo("USDT");
    }

    @Test
    void whatItIsConvertedToMustBeAPriceToo() {
        indices.put("USDT-USD", new IndexRate("USDT-USD", 99_950_000, 99_970_000, 8, now));
        inTether("a", 2);
        JudgedReply small = reply(round(), "a");
        assertThat(small.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(small.fault()).as("the bid of 1 is less than 1 now").isEqualTo(Fault.NOT_POSITIVE);
        assertThat(small.reason()).isEqualTo("not positive");

        rate(200_000_000);
        replies.put("a", new VenueReply.Quoted(
                new Quote(Quote.MAX_PRICE, Quote.MAX_PRICE, 0, "USDT", 0, now, 0, Transport.REST)));
        JudgedReply large = reply(round(), "a");
        assertThat(large.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(large.fault()).isEqualTo(Fault.TOO_LARGE);
    }

    @Test
    void withoutAFreshRateItDoesNotCount() {
        replies.put("a", new VenueReply.Quoted(new Quote(600_000_000, 600_020_000, 0, "USDT", 0, now, 0, Transport.REST)));
        assertThat(fault(round(), "a")).isEqualTo(Fault.NO_INDEX);

        indices.put("USDT-USD", new IndexRate("USDT-USD", 99_950_000, 99_970_000, 8, now - IndexRate.MAX_AGE_MICROS - 1));
        assertThat(fault(round(), "a")).isEqualTo(Fault.NO_INDEX);

        indices.put("USDT-USD", new IndexRate("USDT-USD", 99_950_000, 99_970_000, 8, now + IndexRate.MAX_AGE_MICROS + 1));
        assertThat(fault(round(), "a")).as("made before the clock was set back").isEqualTo(Fault.NO_INDEX);
    }

    @Test
    void anIndexTakesDirectQuotesOnlySoRatesCannotBeMadeOfOneAnother() {
        indices.put("EUR-USD", new IndexRate("EUR-USD", 110_000_000, 110_010_000, 8, now));
        replies.put("a", new VenueReply.Quoted(new Quote(90_000, 90_001, 0, "EUR", 0, now, 0, Transport.REST)));

        Aggregation aggregation =
                sources.aggregate(VenueReplies.INSTRUMENT, replies, VenueReplies.RULES.forIndex(), indices::get, now);

        assertThat(fault(aggregation, "a")).isEqualTo(Fault.NO_INDEX);
        assertThat(aggregation.complete()).as("it never will be").isTrue();
    }

    @Test
    void anotherRoundMayBringMoreOnlyIfAVenueWasNotHeardOrItsQuoteNotConverted() {
        said("a", 1000, now);
        replies.put("b", new VenueReply.NotListed());
        replies.put("c", new VenueReply.Unusable("crossed"));
        assertThat(round().complete()).as("one quotes, one does not list it, one talks nonsense").isTrue();

        replies.put("b", new VenueReply.Unavailable("timeout"));
        assertThat(round().complete()).as("one was not heard").isFalse();

        replies.put("b", new VenueReply.Quoted(new Quote(999, 1001, 0, "USDT", 0, now, 0, Transport.REST)));
        assertThat(round().complete()).as("one needs a rate").isFalse();
        indices.put("USDT-USD", new IndexRate("USDT-USD", 99_950_000, 99_970_000, 8, now));
        assertThat(round().complete()).as("the rate is there").isTrue();
    }

    @Test
    void oneAnswerThatIsLookedAtOftenIsOneFault() {
        replies.put("a", new VenueReply.Quoted(Quotes.at(7, 5, now)));
        said("b", 1000, now);
        for (int look = 0; look < 10; look++) {
            round();
        }
        assertThat(news).hasSize(1);

        replies.put("a", new VenueReply.Quoted(Quotes.at(7, 5, now)));
        round();
        assertThat(news).hasSize(2);
    }

    private Aggregation round() {
        return round(sources);
    }

    private Aggregation round(SymbolSources sources) {
        Aggregation aggregation = sources.aggregate(VenueReplies.INSTRUMENT, replies, VenueReplies.RULES, indices::get, now);
        news.addAll(aggregation.news());
        return aggregation;
    }

    private void next() {
        now += INTERVAL;
    }

    private void said(String venue, long mid, long madeMicros) {
        replies.put(venue, new VenueReply.Quoted(Quotes.at(mid - 1, mid + 1, madeMicros)));
    }

    /** An answer that arrives now with a quote that was made before. */
    private void answered(String venue, long mid, long madeMicros) {
        replies.put(venue, new VenueReply.Quoted(new Quote(mid - 1, mid + 1, 0, "USD", madeMicros, now, 0, Transport.REST)));
    }

    private void untimed(String venue, long mid) {
        replies.put(venue, new VenueReply.Quoted(new Quote(mid - 1, mid + 1, 0, "USD", 0, now, 0, Transport.REST)));
    }

    private void inTether(String venue, long mid) {
        replies.put(venue, new VenueReply.Quoted(new Quote(mid - 1, mid + 1, 0, "USDT", 0, now, 0, Transport.REST)));
    }

    private void rate(long tether) {
        indices.put("USDT-USD", new IndexRate("USDT-USD", tether, tether, 8, now));
    }

    private static Verdict verdict(Aggregation aggregation, String venue) {
        return reply(aggregation, venue).verdict();
    }

    private static Fault fault(Aggregation aggregation, String venue) {
        return reply(aggregation, venue).fault();
    }

    private static JudgedReply reply(Aggregation aggregation, String venue) {
        return aggregation.replies().stream().filter(reply -> reply.venue().equals(venue)).findFirst().orElseThrow();
    }
}
