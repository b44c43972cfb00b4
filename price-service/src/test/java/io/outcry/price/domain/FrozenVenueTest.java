// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static io.outcry.price.domain.HotSymbol.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.JudgedReply.Verdict;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A venue whose quotes stand still while the others move does not count. */
class FrozenVenueTest {

    private final HotSymbol symbol = new HotSymbol();

    @Test
    void aFeedWhoseTimeStandsStillIsFrozenThoughItAnswers() {
        long made = symbol.now();
        Map<Integer, Verdict> verdicts = new HashMap<>();
        for (int look = 0; look <= 3; look++) {
            symbol.answered("a", 1000, made);
            symbol.said("b", 1000 + look, symbol.now());
            symbol.said("c", 1000 + look, symbol.now());
            verdicts.put(look, verdict(symbol.round(), "a"));
            symbol.next();
        }
        assertThat(verdicts).containsEntry(1, Verdict.USED).containsEntry(3, Verdict.FROZEN);
        assertThat(symbol.news()).extracting(JudgedReply::fault).contains(Fault.FEED_FROZEN);
    }

    @Test
    void aVenueWithoutTimeIsFrozenAtTheSecondLookAtWhichTheOthersHaveMoved() {
        Map<Integer, Verdict> verdicts = new HashMap<>();
        for (int look = 0; look <= 4; look++) {
            symbol.untimed("a", 100_000);
            symbol.untimed("b", 100_000 + 500 * look);
            symbol.untimed("c", 100_000 + 500 * look);
            Aggregation aggregation = symbol.round();
            verdicts.put(look, verdict(aggregation, "a"));
            symbol.next();
        }
        assertThat(verdicts).containsEntry(0, Verdict.USED).containsEntry(1, Verdict.USED).containsEntry(2, Verdict.FROZEN);

        symbol.untimed("a", 102_500);
        symbol.untimed("b", 102_500);
        symbol.untimed("c", 102_500);
        assertThat(verdict(symbol.round(), "a")).as("once it moves again").isEqualTo(Verdict.USED);
    }

    @Test
    void soItIsWhereTheyFall() {
        for (int look = 0; look <= 2; look++) {
            symbol.untimed("a", 100_000);
            symbol.untimed("b", 100_000 - 500 * look);
            symbol.untimed("c", 100_000 - 500 * look);
            assertThat(verdict(symbol.round(), "a")).as("look %d", look).isEqualTo(look < 2 ? Verdict.USED : Verdict.FROZEN);
            symbol.next();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"its bid only, 1, 0", "its ask only, 0, 1"})
    void aVenueThatMovesOneSideDoesNotStandStill(String which, int bid, int ask) {
        for (int look = 0; look <= 4; look++) {
            symbol.untimed("a", 99_900 + bid * look, 100_100 + ask * look, "USD");
            symbol.untimed("b", 100_000 + 500 * look);
            symbol.untimed("c", 100_000 + 500 * look);
            assertThat(verdict(symbol.round(), "a")).as("look %d", look).isEqualTo(Verdict.USED);
            symbol.next();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "by a tenth of a percent,                    1,   100, USED",
        "by more than that,                          1,   101, FROZEN",
        "by half of its spread,                      300, 300, USED",
        "by more than that,                          300, 301, FROZEN",
        "down by a tenth of a percent,               1,  -100, USED",
        "down by more than that,                     1,  -101, FROZEN",
    })
    void aVenueIsFrozenOnlyIfTheOthersMovedByMoreThanItIsUncertainAndATenthOfAPercent(
            String how, long uncertainty, long moved, Verdict verdict) {
        for (int look = 0; look <= 2; look++) {
            symbol.untimed("a", 100_000 - uncertainty, 100_000 + uncertainty, "USD");
            symbol.untimed("b", 100_000 + (look == 0 ? 0 : moved));
            symbol.untimed("c", 100_000 + (look == 0 ? 0 : moved));
            assertThat(verdict(symbol.round(), "a")).as("look %d", look).isEqualTo(look < 2 ? Verdict.USED : verdict);
            symbol.next();
        }
    }

    @Test
    void howFarTheOthersMovedBeforeItBeganToStandDoesNotCount() {
        for (int look = 0; look <= 4; look++) {
            symbol.untimed("a", look == 0 ? 100_000 : 100_100);
            symbol.untimed("b", look == 0 ? 100_000 : 102_000);
            symbol.untimed("c", look == 0 ? 100_000 : 102_000);
            assertThat(verdict(symbol.round(), "a")).as("look %d", look).isEqualTo(Verdict.USED);
            symbol.next();
        }
    }

    @Test
    void aVenueIsFrozenAlthoughOurClockWasSetBackMeanwhile() {
        Map<Integer, Verdict> verdicts = new HashMap<>();
        for (int look = 0; look <= 3; look++) {
            symbol.untimed("a", 100_000);
            symbol.untimed("b", 100_000 + 500 * look);
            symbol.untimed("c", 100_000 + 500 * look);
            verdicts.put(look, verdict(symbol.round(), "a"));
            symbol.turnClock(look == 0 ? -3_600_000_000L : HotSymbol.INTERVAL);
        }
        assertThat(verdicts).containsEntry(1, Verdict.USED).containsEntry(2, Verdict.USED).containsEntry(3, Verdict.FROZEN);
    }

    @Test
    void aConvertedVenueIsFrozenAlthoughTheRateMovesButNotForWhatTheRateDoes() {
        Map<Integer, Verdict> standing = new HashMap<>();
        Map<Integer, Verdict> led = new HashMap<>();
        SymbolSources quiet = new SymbolSources();
        for (int look = 0; look <= 3; look++) {
            symbol.rate(100_000_000 + 1_000L * look);
            symbol.inTether("a", 100_000);
            symbol.untimed("b", 100_000 + 500 * look);
            symbol.untimed("c", 100_000 + 500 * look);
            standing.put(look, verdict(symbol.round(), "a"));

            symbol.rate(100_000_000 + 500_000L * look);
            led.put(look, verdict(symbol.round(quiet), "a"));
            symbol.next();
        }
        assertThat(standing).containsEntry(1, Verdict.USED).containsEntry(2, Verdict.FROZEN);
        assertThat(led).containsEntry(2, Verdict.USED).containsEntry(3, Verdict.USED);
    }

    @Test
    void aVenueIsFrozenAlthoughAnotherWasNotHeardWhenItBeganToStand() {
        Map<Integer, Verdict> verdicts = new HashMap<>();
        for (int look = 0; look <= 3; look++) {
            symbol.untimed("a", 100_000);
            symbol.untimed("b", 100_000 + 500 * look);
            if (look == 0) {
                symbol.replied("c", new VenueReply.Unavailable("down"));
            } else {
                symbol.untimed("c", 100_000 + 500 * look);
            }
            verdicts.put(look, verdict(symbol.round(), "a"));
            symbol.next();
        }
        assertThat(verdicts).containsEntry(1, Verdict.USED).containsEntry(2, Verdict.FROZEN).containsEntry(3, Verdict.FROZEN);
    }

    @Test
    void aConvertedVenueIsNotFrozenForWhatTheRateDidBeforeTheOthersWereHeard() {
        for (int look = 0; look <= 4; look++) {
            symbol.rate(look == 0 ? 100_000_000 : 101_000_000);
            symbol.inTether("a", 100_000);
            if (look > 0) {
                symbol.untimed("b", 101_000);
                symbol.untimed("c", 101_000);
            } else {
                symbol.replied("b", new VenueReply.Unavailable("down"));
                symbol.replied("c", new VenueReply.Unavailable("down"));
            }
            assertThat(verdict(symbol.round(), "a")).as("look %d", look).isEqualTo(Verdict.USED);
            symbol.next();
        }
    }

    @Test
    void aQuietMarketIsNotFrozen() {
        for (int look = 0; look < 100; look++) {
            symbol.untimed("a", 100_000);
            symbol.untimed("b", 100_000 + look % 2);
            symbol.untimed("c", 100_000 - look % 2);
            assertThat(symbol.round().price().orElseThrow().sources()).isEqualTo(3);
            symbol.next();
        }
        assertThat(symbol.news()).isEmpty();
    }

    @Test
    void aLiarThatMovesCannotMakeAnHonestQuietVenueLookFrozen() {
        for (int look = 0; look < 20; look++) {
            symbol.untimed("a", 100_000);
            symbol.untimed("b", 100_000);
            symbol.untimed("c", 100_000 + 5_000 * look);
            Aggregation aggregation = symbol.round();
            assertThat(verdict(aggregation, "a")).isEqualTo(Verdict.USED);
            assertThat(aggregation.price().orElseThrow().price()).isBetween(99_999L, 100_001L);
            symbol.next();
        }
    }
}
