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
    void five_minutes_outside_without_a_break_lead_into_it() {
        outsideFor(5 * MINUTE - 1);
        assertThat(quarantine.holds()).isFalse();

        outsideFor(1);
        assertThat(quarantine.holds()).isTrue();
    }

    @Test
    void a_break_starts_the_five_minutes_anew() {
        outsideFor(4 * MINUTE);
        insideFor(1_000_000);
        outsideFor(4 * MINUTE);

        assertThat(quarantine.holds()).isFalse();
    }

    @Test
    void the_fourth_episode_in_half_an_hour_leads_into_it_however_short_each_was() {
        for (int episode = 1; episode <= 3; episode++) {
            outsideFor(1_000_000);
            insideFor(5 * MINUTE);
        }
        assertThat(quarantine.holds()).isFalse();

        outsideFor(0);
        assertThat(quarantine.holds()).isTrue();
    }

    @Test
    void four_episodes_over_a_longer_time_do_not() {
        for (int episode = 1; episode <= 8; episode++) {
            outsideFor(1_000_000);
            insideFor(11 * MINUTE);
            assertThat(quarantine.holds()).as("after episode %d", episode).isFalse();
        }
    }

    @Test
    void it_ends_after_five_minutes_back_inside_and_a_relapse_starts_those_anew() {
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
    void nobody_is_quarantined_while_the_others_are_too_few_to_do_without() {
        quarantine.observe(true, false, now);
        quarantine.observe(true, false, now + 10 * MINUTE);
        assertThat(quarantine.holds()).isFalse();

        quarantine.observe(true, true, now + 10 * MINUTE + 1);
        assertThat(quarantine.holds()).isTrue();
    }

    @Test
    void outside_is_more_than_three_percent_whatever_the_size_of_the_numbers() {
        QuarantineRules rules = QuarantineRules.STANDARD;
        for (long price : new long[]{100, 10_000, 6_000_000_000_000L, 100 * (Quote.MAX_PRICE / 103)}) {
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
