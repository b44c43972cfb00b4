// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SupplyAndDemandTest {

    private final SupplyAndDemand sums = new SupplyAndDemand();
    private final TreeMap<Long, Long> bids = new TreeMap<>();
    private final TreeMap<Long, Long> asks = new TreeMap<>();

    private record Candidate(long price, long demand, long supply) {

        private static final Comparator<Candidate> BEST_FIRST = Comparator
                .comparingLong((Candidate at) -> -Math.min(at.demand, at.supply))
                .thenComparingLong(at -> Math.abs(at.demand - at.supply));
    }

    @Test
    void withoutOrdersThereIsNothingToWeigh() {
        assertThat(handedOver()).isEmpty();
        change(5, 7, 0);
        change(5, 0, 0);
        change(6, 0, 0);
        assertThat(handedOver()).isEmpty();
    }

    /** Fewer prices and larger steps make more that are equally good. */
    @ParameterizedTest
    @CsvSource({"1, 40, 3", "2, 2000, 1", "3, 2000, 1000", "4, 100000, 5"})
    void theBestPricesAreAmongThoseThatItHandsOver(long seed, int prices, int quantities) {
        Random random = new Random(seed);
        for (int i = 0; i < 6_000; i++) {
            // It grows, then most of it goes again.
            boolean goes = random.nextInt(6_000) < (i < 3_000 ? 600 : 5_000);
            long price = goes && !bids.isEmpty() ? existing(random) : random.nextInt(prices) - prices / 2;
            change(price, goes ? 0 : random.nextInt(quantities), goes ? 0 : random.nextInt(quantities));
            if (i % 7 == 0) {
                assertThat(best(handedOver())).as("seed %d, change %d", seed, i).isEqualTo(best(everyPrice()));
                assertThat(at(price)).as("seed %d, change %d", seed, i).isEqualTo(naive(price));
            }
        }
        assertThat(handedOver().size()).isLessThan(1_025);
    }

    /** Or whoever lets prices come and go would make every search as long as there have been prices, and keep the room of all of them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void thereAreFewBlocksHoweverManyPricesHaveComeAndGone(boolean lowestFirst) {
        for (int price = 1; price <= 25_600; price++) {
            change(price, 1 + price % 3, 0);
        }
        for (int i = 1; i <= 25_600; i++) {
            int price = lowestFirst ? i : 25_601 - i;
            if (price % 128 != 0) {
                change(price, 0, 0);
            }
        }
        change(12_800, 1, 90);
        assertThat(bids).hasSize(200);
        assertThat(sums.blocks()).isLessThanOrEqualTo(4);
        assertThat(best(handedOver())).isEqualTo(best(everyPrice()));
    }

    /** Wherever in its block it stands. */
    @Test
    void aLargeBidFarBelowDoesNotMoveWhereTheyMeet() {
        for (int price = 1; price <= 6_000; price++) {
            change(price, 3, 1);
        }
        List<Candidate> best = best(handedOver());
        assertThat(best).extracting(Candidate::price).isEqualTo(best(everyPrice()).stream().map(Candidate::price).toList());
        for (int price = 1_000; price < 1_300; price++) {
            change(price, 1_000_000_000, 1);
            assertThat(best(handedOver())).as("one at %d", price).isEqualTo(best);
            change(price, 3, 1);
        }
    }

    /** Where they meet moves over the ends of blocks, of which some have one price left; a price with bids is as good as one with asks below it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theBestPricesMayStandInBlocksBesideTheMeeting(long seed) {
        Random random = new Random(seed);
        for (int price = 1; price <= 1_024; price++) {
            boolean bid = price % 256 != 0 && (price % 256 == 1 + seed || random.nextBoolean());
            change(price, bid ? 1 + random.nextInt(2) : 0, bid ? 0 : 1 + random.nextInt(2));
        }
        for (int price = 257; price <= 384; price++) {
            if (price != 257 + seed) {
                change(price, 0, 0);
                change(price + 256, 0, 0);
            }
        }
        for (int more = -400; more < 400; more++) {
            change(0, 0, Math.max(-more, 0));
            change(2_000, Math.max(more, 0), 0);
            assertThat(best(handedOver())).as("seed %d, %d more bid than asked", seed, more).isEqualTo(best(everyPrice()));
        }
    }

    private long existing(Random random) {
        Long price = bids.ceilingKey((long) random.nextInt(2_000) - 1_000);
        return price == null ? bids.firstKey() : price;
    }

    private void change(long price, long bid, long asked) {
        sums.set(price, bid, asked);
        set(bids, price, bid);
        set(asks, price, asked);
    }

    private static void set(TreeMap<Long, Long> side, long price, long quantity) {
        if (quantity == 0) {
            side.remove(price);
        } else {
            side.put(price, quantity);
        }
    }

    private List<Candidate> handedOver() {
        List<Candidate> told = new ArrayList<>();
        sums.aroundTheMeeting((price, demand, supply) -> told.add(new Candidate(price, demand, supply)));
        assertThat(told).isSortedAccordingTo(Comparator.comparingLong(Candidate::price));
        return told;
    }

    private Candidate at(long price) {
        List<Candidate> told = new ArrayList<>();
        sums.at(price, (at, demand, supply) -> told.add(new Candidate(at, demand, supply)));
        return told.getFirst();
    }

    private List<Candidate> everyPrice() {
        TreeMap<Long, Long> all = new TreeMap<>(bids);
        all.putAll(asks);
        List<Candidate> candidates = new ArrayList<>();
        long below = 0;
        long supply = 0;
        long demand = sum(bids);
        for (long price : all.keySet()) {
            supply += asks.getOrDefault(price, 0L);
            candidates.add(new Candidate(price, demand - below, supply));
            below += bids.getOrDefault(price, 0L);
        }
        return candidates;
    }

    private Candidate naive(long price) {
        return new Candidate(price, sum(bids.tailMap(price, true)), sum(asks.headMap(price, true)));
    }

    private static long sum(Map<Long, Long> quantities) {
        return quantities.values().stream().mapToLong(Long::longValue).sum();
    }

    /** All that no other one beats; none where nothing meets, and which one is said then does not matter. */
    private static List<Candidate> best(List<Candidate> candidates) {
        List<Candidate> meeting = candidates.stream().filter(one -> Math.min(one.demand, one.supply) > 0).toList();
        return meeting.stream().min(Candidate.BEST_FIRST).stream()
                .flatMap(best -> meeting.stream().filter(one -> Candidate.BEST_FIRST.compare(one, best) == 0)).toList();
    }
}
