// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuarantineTest {

    private static final long MINUTE = 60_000_000;
    private static final long START = 1_800_000_000_000_000L;

    private final Quarantine quarantine = new Quarantine(QuarantineRules.STANDARD);
    private long now = START;

    @Test
    void fiveMinutesOutsideWithoutABreakLeadIntoIt() {
        outsideFor(5 * MINUTE - 1);
        assertThat(quarantine.holds()).isFalse();

        outsideFor(1);
        assertThat(quarantine.holds()).isTrue();
    }

    @Test
    void aBreakStartsTheFiveMinutesAnew() {
        outsideFor(4 * MINUTE);
        insideFor(1_000_000);
        outsideFor(4 * MINUTE);

        assertThat(quarantine.holds()).isFalse();
    }

    @Test
    void theFourthEpisodeInHalfAnHourLeadsIntoItHoweverShortEachWas() {
        for (int episode = 1; episode <= 3; episode++) {
            outsideFor(1_000_000);
            insideFor(5 * MINUTE);
        }
        assertThat(quarantine.holds()).isFalse();

        outsideFor(0);
        assertThat(quarantine.holds()).isTrue();
    }

    @Test
    void fourEpisodesOverALongerTimeDoNot() {
        for (int episode = 1; episode <= 8; episode++) {
            outsideFor(1_000_000);
            insideFor(11 * MINUTE);
            assertThat(quarantine.holds()).as("after episode %d", episode).isFalse();
        }
    }

    @Test
    void itEndsAfterFiveMinutesBackInsideAndARelapseStartsThoseAnew() {
        outsideFor(5 * MINUTE);
        insideFor(5 * MINUTE - 1);
        assertThat(quarantine.holds()).isTrue();

        outsideFor(1);
        insideFor(5 * MINUTE - 1);
        assertThat(quarantine.holds()).isTrue();

        insideFor(2);
        assertThat(quarantine.holds()).isFalse();
    }

    @Test
    void episodesThatLedIntoItAreForgottenWhenItEnds() {
        for (int episode = 1; episode <= 4; episode++) {
            outsideFor(0);
            now += 1_000_000;
            insideFor(MINUTE);
        }
        assertThat(quarantine.holds()).isTrue();

        insideFor(5 * MINUTE);
        assertThat(quarantine.holds()).isFalse();

        now += 1_000_000;
        outsideFor(0);
        assertThat(quarantine.holds()).isFalse();
    }

    @Test
    void aClockThatIsSetBackLetsTheMinutesBeginAnewAndNoMore() {
        outsideFor(4 * MINUTE);
        now -= 60 * MINUTE;
        outsideFor(5 * MINUTE);
        assertThat(quarantine.holds()).isTrue();

        insideFor(MINUTE);
        now -= 60 * MINUTE;
        insideFor(5 * MINUTE);
        assertThat(quarantine.holds()).isFalse();
    }

    @Test
    void episodesBeforeAClockWasSetBackCountForHalfAnHourMore() {
        for (int episode = 1; episode <= 3; episode++) {
            outsideFor(1_000_000);
            insideFor(MINUTE);
        }
        now -= 60 * MINUTE;
        insideFor(31 * MINUTE);

        outsideFor(0);
        assertThat(quarantine.holds()).isFalse();
    }

    @Test
    void nobodyIsQuarantinedWhileTheOthersAreTooFewToDoWithout() {
        quarantine.observe(true, false, now);
        quarantine.observe(true, false, now + 10 * MINUTE);
        assertThat(quarantine.holds()).isFalse();

        quarantine.observe(true, true, now + 10 * MINUTE + 1);
        assertThat(quarantine.holds()).isTrue();
    }

    @Test
    void outsideIsMoreThanThreePercentWhateverTheSizeOfTheNumbers() {
        QuarantineRules rules = QuarantineRules.STANDARD;
        for (long price : new long[]{100, 10_000, 6_000_000_000_000L, 60_000_000_000_000_000L, 100 * (Quote.MAX_PRICE / 103)}) {
            assertThat(rules.isOutside(price / 100 * 103, price)).as("3 %% above %d", price).isFalse();
            assertThat(rules.isOutside(price / 100 * 97, price)).as("3 %% below %d", price).isFalse();
            assertThat(rules.isOutside(price / 100 * 104, price)).as("4 %% above %d", price).isTrue();
            assertThat(rules.isOutside(price / 100 * 96, price)).as("4 %% below %d", price).isTrue();
        }
    }

    private void outsideFor(long micros) {
        quarantine.observe(true, true, now);
        now += micros;
        quarantine.observe(true, true, now);
    }

    private void insideFor(long micros) {
        quarantine.observe(false, true, now);
        now += micros;
        quarantine.observe(false, true, now);
    }
}
