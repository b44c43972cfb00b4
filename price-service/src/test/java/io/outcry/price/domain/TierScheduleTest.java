// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TierScheduleTest {

    private static final long TICK = 100;
    private static final int NO_LIMIT = Integer.MAX_VALUE;
    private static final int PER_CALL = 100;

    private final TierSchedule schedule = new TierSchedule(new TierIntervals(5_000, 30_000, 300_000), PER_CALL);

    @Test
    void aNewSymbolIsDueAtOnceWhateverItsTier() {
        schedule.put("BTC-USD", RefreshTier.HOT, 1_000);
        schedule.put("OLD-USD", RefreshTier.COLD, 1_000);

        assertThat(schedule.due(1_000, NO_LIMIT)).containsExactlyInAnyOrder("BTC-USD", "OLD-USD");
        assertThat(schedule.due(1_000, NO_LIMIT)).isEmpty();
    }

    @Test
    void eachTierKeepsItsIntervalForAnHour() {
        schedule.put("HOT-USD", RefreshTier.HOT, 0);
        schedule.put("MED-USD", RefreshTier.MEDIUM, 0);
        schedule.put("COLD-USD", RefreshTier.COLD, 0);

        Map<String, List<Long>> times = run(0, 3_600_000);

        assertThat(times.get("HOT-USD")).hasSizeBetween(720, 722);
        assertThat(times.get("MED-USD")).hasSizeBetween(120, 122);
        assertThat(times.get("COLD-USD")).hasSizeBetween(12, 14);
        assertGapsAtMost(times.get("HOT-USD"), 5_000 + TICK);
        assertGapsAtMost(times.get("MED-USD"), 30_000 + TICK);
        assertGapsAtMost(times.get("COLD-USD"), 300_000 + TICK);
    }

    @Test
    void tenThousandSymbolsAreSpreadOverTheirIntervalsACallsWorthAtATime() {
        Map<RefreshTier, Integer> symbols = Map.of(RefreshTier.HOT, 20, RefreshTier.MEDIUM, 200, RefreshTier.COLD, 9_780);
        symbols.forEach((tier, count) -> {
            for (int i = 0; i < count; i++) {
                schedule.put(tier + "" + i + "-USD", tier, 0);
            }
        });
        run(0, 600_000);

        Map<RefreshTier, Integer> calls = new HashMap<>();
        for (long now = 600_000 + TICK; now <= 900_000; now += TICK) {
            List<String> due = dueAndRefreshed(now, NO_LIMIT);
            for (RefreshTier tier : RefreshTier.values()) {
                long ofTier = due.stream().filter(symbol -> symbol.startsWith(tier.name())).count();
                assertThat(ofTier).as("%s symbols at %d ms", tier, now).isLessThanOrEqualTo(PER_CALL);
                calls.merge(tier, ofTier > 0 ? 1 : 0, Integer::sum);
            }
        }
        assertThat(calls).as("calls in five minutes")
                .isEqualTo(Map.of(RefreshTier.HOT, 60, RefreshTier.MEDIUM, 20, RefreshTier.COLD, 98));
    }

    @Test
    void aStartWithManySymbolsIsNoStampedeAndForgetsNobody() {
        for (int i = 0; i < 1_000; i++) {
            schedule.put("SYM" + i + "-USD", i < 10 ? RefreshTier.HOT : RefreshTier.COLD, 0);
        }

        List<String> first = dueAndRefreshed(0, NO_LIMIT);
        assertThat(first).hasSize(PER_CALL);
        assertThat(first.subList(0, 10)).allMatch(symbol -> symbol.length() == "SYM0-USD".length(), "the hot ones first");
        for (long second = 0; second < 10_000; second += 1_000) {
            int extra = 0;
            for (long now = second + TICK; now < second + 1_000; now += TICK) {
                extra += dueAndRefreshed(now, NO_LIMIT).size();
            }
            assertThat(extra).as("in the second after %d ms", second).isLessThanOrEqualTo(PER_CALL + 10 + 2 * 100);
        }
        assertThat(schedule.neverRefreshed()).isZero();
    }

    @Test
    void symbolsThatComeAndGoLeaveTheSlotsEven() {
        putMany(1_000, "SYM", RefreshTier.MEDIUM);
        schedule.retain(IntStream.range(500, 1_000).mapToObj(i -> "SYM" + i + "-USD").collect(Collectors.toSet()));
        putMany(500, "NEW", RefreshTier.MEDIUM);
        run(0, 60_000);

        for (long now = 60_000 + TICK; now <= 90_000; now += TICK) {
            assertThat(dueAndRefreshed(now, NO_LIMIT)).as("at %d ms", now).hasSizeLessThanOrEqualTo(PER_CALL);
        }
    }

    @Test
    void anUnconfirmedRefreshIsAskedForAgainSoonAndThenEveryTwentySeconds() {
        schedule.put("COLD-USD", RefreshTier.COLD, 0);
        List<Long> times = new ArrayList<>();
        for (long now = 0; now < 120_000; now += TICK) {
            if (!schedule.due(now, NO_LIMIT).isEmpty()) {
                times.add(now);
            }
        }

        assertThat(times).startsWith(0L, 5_000L, 15_000L, 35_000L, 55_000L, 75_000L);
        assertThat(schedule.neverRefreshed()).isEqualTo(1);
        schedule.refreshed("COLD-USD", true, 120_000);
        assertThat(schedule.neverRefreshed()).isZero();
    }

    @Test
    void anIncompleteRefreshIsAskedForAgainAndEverLaterUntilItsSlotComesSooner() {
        schedule.put("COLD-USD", RefreshTier.COLD, 0);

        assertThat(runIncomplete(0, 1_000_000))
                .containsExactly(0L, 5_000L, 15_000L, 35_000L, 75_000L, 155_000L, 300_000L, 600_000L, 900_000L);

        schedule.refreshed("COLD-USD", true, 1_000_000);
        schedule.refreshed("COLD-USD", false, 1_100_000);
        assertThat(runIncomplete(1_100_000, 1_120_000)).as("the first after a complete one").containsExactly(1_105_000L, 1_115_000L);
    }

    @Test
    void oneThatLacksAVenueForGoodIsAskedForOnceInEachInterval() {
        schedule.put("HOT-USD", RefreshTier.HOT, 0);

        assertThat(runIncomplete(0, 999_999)).hasSize(200);
    }

    @Test
    void whoChangesHisTierBeforeHeWasAskedForIsDueAtOnceLikeAnyNewOne() {
        putMany(3 * PER_CALL, "NEW", RefreshTier.HOT);
        putMany(3 * PER_CALL, "NEW", RefreshTier.COLD);

        assertThat(schedule.due(0, NO_LIMIT)).hasSize(PER_CALL);
        assertThat(schedule.due(1_000, NO_LIMIT)).hasSize(PER_CALL);
    }

    @Test
    void noMoreAreDueAtATimeThanWereAskedForAndTheOthersStayDue() {
        putMany(5, "NEW", RefreshTier.HOT);

        assertThat(schedule.due(0, 3)).hasSize(3);
        assertThat(schedule.due(0, 3)).hasSize(2);
    }

    @Test
    void newSymbolsComeBeforeThoseThatHaveAPriceAndLackAVenue() {
        putMany(10 * PER_CALL, "SYM", RefreshTier.COLD);
        runIncomplete(0, 12_000);

        schedule.put("NEW-USD", RefreshTier.COLD, 20_000);

        assertThat(schedule.due(20_000, NO_LIMIT)).hasSize(PER_CALL).startsWith("NEW-USD");
    }

    @Test
    void howeverManyHaveNoPriceWhoeverMissedAVenueOnceKeepsItsInterval() {
        putMany(10_000, "NEVER", RefreshTier.COLD);
        schedule.put("MED-USD", RefreshTier.MEDIUM, 0);
        schedule.put("COLD-USD", RefreshTier.COLD, 0);
        Map<String, List<Long>> times = new HashMap<>();
        for (long now = 0; now <= 1_800_000; now += TICK) {
            for (String symbol : schedule.due(now, 4 * PER_CALL)) {
                if (!symbol.startsWith("NEVER")) {
                    List<Long> ofSymbol = times.computeIfAbsent(symbol, any -> new ArrayList<>());
                    ofSymbol.add(now);
                    schedule.refreshed(symbol, ofSymbol.size() != 3, now);
                }
            }
        }

        assertGapsAtMost(times.get("MED-USD"), 30_000 + TICK);
        assertThat(times.get("MED-USD")).hasSizeGreaterThanOrEqualTo(60);
        assertGapsAtMost(times.get("COLD-USD"), 300_000 + TICK);
        assertThat(times.get("COLD-USD")).hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void aNewHotSymbolDoesNotQueueBehindTheColdOnesThatWereThereBefore() {
        putMany(10_000, "COLD", RefreshTier.COLD);
        schedule.put("MED-USD", RefreshTier.MEDIUM, 50);
        schedule.put("HOT-USD", RefreshTier.HOT, 100);

        assertThat(schedule.due(100, NO_LIMIT).stream().filter(symbol -> !symbol.startsWith("COLD"))).containsExactly("HOT-USD", "MED-USD");
    }

    @Test
    void whoWaitsForHisTurnUntilHisSlotComesIsDueOnce() {
        schedule.put("HOT-USD", RefreshTier.HOT, 0);
        putMany(2 * PER_CALL, "A", RefreshTier.HOT);

        List<String> due = schedule.due(20_000, NO_LIMIT);

        assertThat(due).hasSize(2 * PER_CALL + 1).doesNotHaveDuplicates();
        assertThat(schedule.due(20_000, NO_LIMIT)).isEmpty();
    }

    /** One call is one symbol here, and so is what may come in a second besides the slots. */
    @Test
    void whoStillWaitsIsDueInHisSlotTheMomentItComes() {
        TierSchedule narrow = new TierSchedule(new TierIntervals(5_000, 30_000, 300_000), 1);
        for (String symbol : List.of("A", "B", "C", "D")) {
            narrow.put(symbol, RefreshTier.HOT, 0);
        }
        assertThat(narrow.due(0, NO_LIMIT)).containsExactly("A");
        assertThat(narrow.due(3_000, NO_LIMIT)).as("one in its slot and one more").containsExactly("B", "C");
        assertThat(narrow.due(3_749, NO_LIMIT)).isEmpty();
        assertThat(narrow.due(3_750, NO_LIMIT)).containsExactly("D");
    }

    @Test
    void whoIsPutAgainIntoHisTierIsDueWhenHeWouldHaveBeen() {
        schedule.put("COLD-USD", RefreshTier.COLD, 0);
        schedule.due(0, NO_LIMIT);
        schedule.due(5_000, NO_LIMIT);
        schedule.put("COLD-USD", RefreshTier.COLD, 6_000);
        assertThat(schedule.due(14_999, NO_LIMIT)).isEmpty();
        assertThat(schedule.due(15_000, NO_LIMIT)).containsExactly("COLD-USD");
        schedule.put("COLD-USD", RefreshTier.COLD, 16_000);
        assertThat(schedule.due(34_999, NO_LIMIT)).as("it is the third time without an answer").isEmpty();
    }

    @Test
    void everySymbolCountsInTheTierWhereItIs() {
        schedule.put("BTC-USD", RefreshTier.COLD, 0);
        schedule.put("ETH-USD", RefreshTier.COLD, 0);
        schedule.put("BTC-USD", RefreshTier.HOT, 0);
        assertThat(schedule.size(RefreshTier.HOT)).isEqualTo(1);
        assertThat(schedule.size(RefreshTier.COLD)).isEqualTo(1);
        schedule.retain(Set.of("BTC-USD"));
        assertThat(schedule.size(RefreshTier.COLD)).isZero();
        assertThat(schedule.size(RefreshTier.HOT)).isEqualTo(1);
    }

    @Test
    void whatHasGoneWhileItWasAskedForDoesNotComeBack() {
        schedule.put("BTC-USD", RefreshTier.HOT, 0);
        schedule.due(0, NO_LIMIT);
        schedule.retain(Set.of());
        schedule.refreshed("BTC-USD", true, 100);
        assertThat(schedule.size()).isZero();
        assertThat(schedule.due(60_000, NO_LIMIT)).isEmpty();
    }

    @Test
    void slotsMissedInAPauseAreNotMadeUpFor() {
        schedule.put("BTC-USD", RefreshTier.HOT, 0);
        run(0, 10_000);

        assertThat(dueAndRefreshed(3_600_000, NO_LIMIT)).containsExactly("BTC-USD");
        assertThat(dueAndRefreshed(3_600_000 + TICK, NO_LIMIT)).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void aPromotedSymbolComesSoonerAndOneGivenAwayNever() {
        schedule.put("BTC-USD", RefreshTier.COLD, 0);
        schedule.put("ETH-USD", RefreshTier.HOT, 0);
        dueAndRefreshed(0, NO_LIMIT);

        schedule.put("BTC-USD", RefreshTier.HOT, 1_000);
        schedule.retain(Set.of("BTC-USD"));
        assertThat(schedule.neverRefreshed()).as("it has its price").isZero();

        Map<String, List<Long>> times = run(1_000, 11_000);
        assertThat(times).containsOnlyKeys("BTC-USD");
        assertThat(times.get("BTC-USD")).hasSize(2);
        assertThat(schedule.size()).isEqualTo(1);
    }

    private Map<String, List<Long>> run(long fromMillis, long untilMillis) {
        Map<String, List<Long>> times = new HashMap<>();
        for (long now = fromMillis; now <= untilMillis; now += TICK) {
            for (String symbol : dueAndRefreshed(now, NO_LIMIT)) {
                times.computeIfAbsent(symbol, any -> new ArrayList<>()).add(now);
            }
        }
        return times;
    }

    private List<Long> runIncomplete(long fromMillis, long untilMillis) {
        List<Long> times = new ArrayList<>();
        for (long now = fromMillis; now <= untilMillis; now += TICK) {
            for (String symbol : schedule.due(now, NO_LIMIT)) {
                schedule.refreshed(symbol, false, now);
                times.add(now);
            }
        }
        return times;
    }

    private List<String> dueAndRefreshed(long nowMillis, int limit) {
        List<String> due = schedule.due(nowMillis, limit);
        due.forEach(symbol -> schedule.refreshed(symbol, true, nowMillis));
        return due;
    }

    private static void assertGapsAtMost(List<Long> times, long gapMillis) {
        for (int i = 1; i < times.size(); i++) {
            assertThat(times.get(i) - times.get(i - 1)).as("gap before %d ms", times.get(i)).isLessThanOrEqualTo(gapMillis);
        }
    }

    private void putMany(int count, String prefix, RefreshTier tier) {
        for (int i = 0; i < count; i++) {
            schedule.put(prefix + i + "-USD", tier, 0);
        }
    }
}
