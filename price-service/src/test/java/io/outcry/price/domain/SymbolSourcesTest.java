// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static io.outcry.price.domain.HotSymbol.fault;
import static io.outcry.price.domain.HotSymbol.reply;
import static io.outcry.price.domain.HotSymbol.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.JudgedReply.Verdict;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each venue said before, and what it is converted at, decides on what it says now. */
class SymbolSourcesTest {

    private final HotSymbol symbol = new HotSymbol();

    @Test
    void aVenueWhoseTimeGoesBackDoesNotCountUntilItHasCaughtUp() {
        symbol.said("a", 1000, symbol.now());
        symbol.said("b", 1000, symbol.now());
        symbol.said("c", 1000, symbol.now());
        symbol.round();

        symbol.next();
        symbol.said("a", 1200, symbol.now() - 6_000_000);
        symbol.said("b", 1001, symbol.now());
        symbol.said("c", 1001, symbol.now());
        Aggregation during = symbol.round();
        assertThat(verdict(during, "a")).isEqualTo(Verdict.INVALID);
        assertThat(fault(during, "a")).isEqualTo(Fault.TIME_REVERSAL);
        assertThat(during.price().orElseThrow().price()).isEqualTo(1001);

        symbol.next();
        symbol.said("a", 1002, symbol.now());
        symbol.said("b", 1002, symbol.now());
        symbol.said("c", 1002, symbol.now());
        assertThat(symbol.round().price().orElseThrow().sources()).isEqualTo(3);
    }

    @Test
    void aVenueThatIsFarOffForFiveMinutesIsQuarantinedAndHeardAgainFiveMinutesAfterItIsBack() {
        Map<Long, Verdict> verdicts = new TreeMap<>();
        for (long second = 0; second <= 900; second += 5) {
            boolean lies = second < 400;
            symbol.untimed("a", (lies ? 105_000 : 100_000) + second);
            symbol.untimed("b", 100_000 + second);
            symbol.untimed("c", 100_010 + second);
            Aggregation aggregation = symbol.round();
            verdicts.put(second, verdict(aggregation, "a"));
            assertThat(aggregation.price().orElseThrow().price()).as("at %d s", second)
                    .isBetween(99_999 + second, 100_011 + second);
            symbol.next();
        }
        assertThat(verdicts).containsEntry(295L, Verdict.USED).containsEntry(305L, Verdict.QUARANTINED)
                .containsEntry(695L, Verdict.QUARANTINED).containsEntry(705L, Verdict.USED);
        assertThat(symbol.news()).extracting(JudgedReply::fault).contains(Fault.QUARANTINED);
    }

    @Test
    void quarantineNeverLeavesFewerThanAMajorityOfThoseThatListTheSymbol() {
        for (long second = 0; second <= 900; second += 5) {
            symbol.untimed("a", 105_000 + second);
            symbol.untimed("b", 100_000 + second);
            symbol.replied("c", new VenueReply.Unavailable("down"));
            Aggregation aggregation = symbol.round();
            assertThat(verdict(aggregation, "a")).as("at %d s", second).isEqualTo(Verdict.USED);
            symbol.next();
        }
    }

    @Test
    void norDoesItWhereSeveralWouldGoIntoItAtOnce() {
        for (long second = 0; second <= 310; second += 5) {
            symbol.untimed("a", 95_000 + second);
            symbol.untimed("b", 95_000 + second);
            symbol.untimed("c", 100_000 + second);
            symbol.untimed("d", 105_000 + second);
            symbol.untimed("e", 105_000 + second);
            Aggregation aggregation = symbol.round();
            Verdict low = second <= 300 ? Verdict.USED : Verdict.QUARANTINED;
            assertThat(aggregation.replies()).extracting(JudgedReply::verdict).as("at %d s", second)
                    .containsExactly(low, low, Verdict.USED, Verdict.USED, Verdict.USED);
            symbol.next();
        }
    }

    @ParameterizedTest
    @CsvSource({"105000, 101000", "95000, 99000"})
    void quarantinedQuotesStillHoldThePriceWhichIsAsUncertainAsTheyMoveIt(long away, long held) {
        for (long second = 0; second <= 300; second += 5) {
            twoOfFiveAreAway(away, second);
            symbol.round();
            symbol.next();
        }
        twoOfFiveAreAway(away, 305);
        Aggregation last = symbol.round();
        assertThat(last.replies()).extracting(JudgedReply::verdict)
                .containsExactly(Verdict.USED, Verdict.USED, Verdict.USED, Verdict.QUARANTINED, Verdict.QUARANTINED);
        AggregatedPrice price = last.price().orElseThrow();
        assertThat(price.price()).as("the three that vote say 100,000").isEqualTo(held + 305);
        assertThat(price.confidence()).as("their own quartile is 999 away").isEqualTo(1_000);
    }

    private void twoOfFiveAreAway(long away, long second) {
        symbol.untimed("a", 99_000 + second);
        symbol.untimed("b", 100_000 + second);
        symbol.untimed("c", 101_000 + second);
        symbol.untimed("d", away + second);
        symbol.untimed("e", away + second);
    }

    @Test
    void ourOwnBookWhichWouldNotCountBesideOneVenueIsNotOfTheMajorityThatQuarantineLeaves() {
        for (long second = 0; second <= 900; second += 5) {
            boolean apart = second < 600;
            symbol.untimed("a", 100_000 + second);
            symbol.untimed("b", (apart ? 104_000 : 100_000) + second);
            symbol.untimed(VenueReplies.OWN, 100_000 + second);
            AggregatedPrice price = symbol.round().price().orElseThrow();
            assertThat(price.sources()).as("at %d s", second).isEqualTo(3);
            assertThat(price.price()).isBetween(99_999 + second, 100_001 + second);
            symbol.next();
        }
    }

    @Test
    void aQuoteInAnotherCurrencyIsConvertedAtItsIndexAndNeverBecomesTighter() {
        symbol.index("USDT-USD", 99_950_000, 99_970_000, symbol.now());
        symbol.untimed("a", 600_000_000, 600_020_000, "USDT");

        JudgedReply a = symbol.round().replies().getFirst();

        assertThat(a.verdict()).isEqualTo(Verdict.USED);
        assertThat(a.bid()).isEqualTo(599_700_000);
        assertThat(a.ask()).isEqualTo(599_839_994);
        assertThat(a.currency()).isEqualTo("USDT");
    }

    @Test
    void whatItIsConvertedToMustBeAPriceToo() {
        symbol.index("USDT-USD", 99_950_000, 99_970_000, symbol.now());
        symbol.inTether("a", 2);
        JudgedReply small = reply(symbol.round(), "a");
        assertThat(small.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(small.fault()).as("the bid of 1 is less than 1 now").isEqualTo(Fault.NOT_POSITIVE);
        assertThat(small.reason()).isEqualTo("not positive");

        symbol.rate(200_000_000);
        symbol.untimed("a", Quote.MAX_PRICE, Quote.MAX_PRICE, "USDT");
        JudgedReply large = reply(symbol.round(), "a");
        assertThat(large.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(large.fault()).isEqualTo(Fault.TOO_LARGE);
    }

    @Test
    void withoutAFreshRateItDoesNotCount() {
        symbol.untimed("a", 600_000_000, 600_020_000, "USDT");
        JudgedReply unconverted = reply(symbol.round(), "a");
        assertThat(unconverted.fault()).isEqualTo(Fault.NO_INDEX);
        assertThat(unconverted.currency()).isEqualTo("USDT");

        symbol.index("USDT-USD", 99_950_000, 99_970_000, symbol.now() - IndexRate.MAX_AGE_MICROS - 1);
        assertThat(fault(symbol.round(), "a")).isEqualTo(Fault.NO_INDEX);

        symbol.index("USDT-USD", 99_950_000, 99_970_000, symbol.now() + IndexRate.MAX_AGE_MICROS + 1);
        assertThat(fault(symbol.round(), "a")).as("made before the clock was set back").isEqualTo(Fault.NO_INDEX);
    }

    @Test
    void anIndexTakesDirectQuotesOnlySoRatesCannotBeMadeOfOneAnother() {
        symbol.index("EUR-USD", 110_000_000, 110_010_000, symbol.now());
        symbol.untimed("a", 90_000, 90_001, "EUR");

        Aggregation aggregation = symbol.roundForIndex();

        assertThat(fault(aggregation, "a")).isEqualTo(Fault.NO_INDEX);
        assertThat(aggregation.complete()).as("it never will be").isTrue();
    }

    @Test
    void anotherRoundMayBringMoreOnlyIfAVenueWasNotHeardOrItsQuoteNotConverted() {
        symbol.said("a", 1000, symbol.now());
        symbol.replied("b", new VenueReply.NotListed());
        symbol.replied("c", new VenueReply.Unusable("crossed"));
        assertThat(symbol.round().complete()).as("one quotes, one does not list it, one talks nonsense").isTrue();

        symbol.replied("b", new VenueReply.Unavailable("timeout"));
        assertThat(symbol.round().complete()).as("one was not heard").isFalse();

        symbol.untimed("b", 999, 1001, "USDT");
        assertThat(symbol.round().complete()).as("one needs a rate").isFalse();
        symbol.index("USDT-USD", 99_950_000, 99_970_000, symbol.now());
        assertThat(symbol.round().complete()).as("the rate is there").isTrue();
    }

    @Test
    void oneAnswerThatIsLookedAtOftenIsOneFault() {
        symbol.replied("a", new VenueReply.Quoted(Quotes.at(7, 5, symbol.now())));
        symbol.said("b", 1000, symbol.now());
        for (int look = 0; look < 10; look++) {
            symbol.round();
        }
        assertThat(symbol.news()).hasSize(1);

        symbol.replied("a", new VenueReply.Quoted(Quotes.at(7, 5, symbol.now())));
        symbol.round();
        assertThat(symbol.news()).hasSize(2);
    }
}
