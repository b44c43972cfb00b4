// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TierRankingTest {

    private static final TierPlaces PLACES = new TierPlaces(3, 5);

    private final TierRanking ranking = new TierRanking("USDT-USD"::equals);
    private final List<PricedInstrument> instruments = new ArrayList<>();
    private long now = 1_000_000;

    @Test
    void withoutReadersEverySymbolIsInTheTierItWasRegisteredWith() {
        register("HOT-USD", RefreshTier.HOT);
        register("MED-USD", RefreshTier.MEDIUM);
        register("COLD-USD", RefreshTier.COLD);

        assertThat(rank()).isEqualTo(Map.of(
                "HOT-USD", RefreshTier.HOT, "MED-USD", RefreshTier.MEDIUM, "COLD-USD", RefreshTier.COLD));
    }

    @Test
    void aColdSymbolThatIsReadIsPromotedAndDemotedWhenItsReadersHaveGone() {
        register("COLD-USD", RefreshTier.COLD);
        readEverySecond(20, "COLD-USD", 1);
        assertThat(rank().get("COLD-USD")).as("after twenty seconds").isEqualTo(RefreshTier.MEDIUM);

        readEverySecond(400, "COLD-USD", 2);
        assertThat(rank().get("COLD-USD")).isEqualTo(RefreshTier.HOT);

        now += 120_000;
        assertThat(rank().get("COLD-USD")).as("two minutes later").isEqualTo(RefreshTier.MEDIUM);
        now += 600_000;
        assertThat(rank().get("COLD-USD")).as("ten more minutes later").isEqualTo(RefreshTier.COLD);
    }

    @Test
    void thereAreNeverMoreThanThePlacesHoweverManyWereRegisteredOrAreRead() {
        for (int i = 0; i < 50; i++) {
            register("SYM" + i + "-USD", i < 20 ? RefreshTier.HOT : RefreshTier.COLD);
            ranking.read("SYM" + i + "-USD", 10_000 + i, now);
        }

        Map<String, RefreshTier> tiers = rank();

        assertThat(tiers.values()).filteredOn(RefreshTier.HOT::equals).hasSize(3);
        assertThat(tiers.values()).filteredOn(RefreshTier.MEDIUM::equals).hasSize(5);
        assertThat(tiers.get("SYM49-USD")).as("the one that is read most").isEqualTo(RefreshTier.HOT);
    }

    @Test
    void anIndexIsHotThoughNobodyReadsItAndTakesNoPlace() {
        register("USDT-USD", RefreshTier.HOT);
        for (String symbol : List.of("A-USD", "B-USD", "C-USD", "D-USD")) {
            register(symbol, RefreshTier.HOT);
            ranking.read(symbol, 10_000, now);
        }
        rank();
        now += 10_000;

        assertThat(rank()).containsEntry("USDT-USD", RefreshTier.HOT);
        assertThat(rank().values()).filteredOn(RefreshTier.HOT::equals).hasSize(1 + PLACES.hot());
        assertThat(ranking.tier("USDT-USD", RefreshTier.COLD)).isEqualTo(RefreshTier.HOT);
    }

    @Test
    void whoeverHasAPlaceKeepsItAgainstOneThatIsReadHardlyMore() {
        for (String symbol : List.of("A-USD", "B-USD", "C-USD", "D-USD")) {
            register(symbol, RefreshTier.COLD);
        }
        List.of("A-USD", "B-USD", "C-USD").forEach(symbol -> ranking.read(symbol, 1_000, now));
        rank();

        ranking.read("D-USD", 1_200, now);
        assertThat(rank().get("D-USD")).isEqualTo(RefreshTier.MEDIUM);

        ranking.read("D-USD", 200, now);
        assertThat(rank().get("D-USD")).isEqualTo(RefreshTier.HOT);
    }

    @Test
    void readsOfSymbolsThatNobodyRegisteredAreForgotten() {
        ranking.read("NOPE-USD", 1_000, now);

        assertThat(rank()).isEmpty();
        register("NOPE-USD", RefreshTier.COLD);
        assertThat(rank()).containsEntry("NOPE-USD", RefreshTier.COLD);
    }

    @Test
    void anInstanceHasThePlacesOfItsPartitions() {
        assertThat(new TierPlaces(20, 200).share(1, 4)).isEqualTo(new TierPlaces(5, 50));
        assertThat(new TierPlaces(20, 200).share(4, 4)).isEqualTo(new TierPlaces(20, 200));
        assertThat(new TierPlaces(20, 200).share(1, 3)).as("rounded up").isEqualTo(new TierPlaces(7, 67));
        assertThat(new TierPlaces(2, 3).share(1, 16)).isEqualTo(new TierPlaces(1, 1));
        assertThat(new TierPlaces(20, 200).share(0, 4)).as("while it has no partition").isEqualTo(new TierPlaces(1, 1));
    }

    private void register(String symbol, RefreshTier tier) {
        instruments.add(new PricedInstrument(symbol, symbol.substring(0, symbol.indexOf('-')), "USD", 4, tier));
    }

    private void readEverySecond(int seconds, String symbol, int reads) {
        for (int i = 0; i < seconds; i++) {
            now += 1_000;
            ranking.read(symbol, reads, now);
        }
    }

    private Map<String, RefreshTier> rank() {
        return ranking.rank(instruments, PLACES, now);
    }
}
