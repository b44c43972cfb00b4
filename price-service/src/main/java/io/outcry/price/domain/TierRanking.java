// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Which tier each symbol is in: by how often it is read, within a number of places.
 *
 * <p>A symbol's score is its reads in a second, averaged so that a reading fades to half within a minute, and never less than what the
 * tier is worth that it was registered with. So a symbol that was registered as hot stays hot until as many others as there are places are
 * read more; and one that is read a lot gets a place whatever it was registered as. Whoever has a place keeps it against one that is
 * not read a quarter more, so that two of a kind do not change places all the time. An index is hot and takes no place: nobody may read
 * it, and other prices are made of it.
 *
 * <p>Fed by one thread at a time; {@link #tier} may be asked by any. It holds no more symbols than the registry.
 */
public final class TierRanking {

    /** Read this often, a symbol deserves the hot tier. */
    static final double HOT_READS_PER_SECOND = 1;

    /** Read this often, a symbol deserves the medium tier. */
    static final double MEDIUM_READS_PER_SECOND = 0.1;

    private static final double HALF_LIFE_MILLIS = 60_000;
    private static final double STAYS = 1.25;

    private final Predicate<String> isIndex;
    private final Map<String, Reads> reads = new HashMap<>();
    private volatile Map<String, RefreshTier> tiers = Map.of();

    private record Reads(double perSecond, long atMillis) {

        Reads at(long millis) {
            return new Reads(perSecond * Math.pow(0.5, Math.max(0, millis - atMillis) / HALF_LIFE_MILLIS), millis);
        }
    }

    private record Ranked(String symbol, double score) {}

    public TierRanking(Predicate<String> isIndex) {
        this.isIndex = isIndex;
    }

    /** Adds {@code count} reads of a symbol, now. */
    public void read(String symbol, long count, long nowMillis) {
        // What a steady rate adds up to is that rate: each read weighs the decay of one second.
        double weight = Math.log(2) * 1_000 / HALF_LIFE_MILLIS;
        Reads before = reads.getOrDefault(symbol, new Reads(0, nowMillis)).at(nowMillis);
        reads.put(symbol, new Reads(before.perSecond() + count * weight, nowMillis));
    }

    /**
     * Ranks the symbols anew and forgets all others.
     *
     * @return the tier of each
     */
    public Map<String, RefreshTier> rank(Collection<PricedInstrument> instruments, TierPlaces places, long nowMillis) {
        Map<String, RefreshTier> next = new HashMap<>();
        Map<String, Double> scores = new HashMap<>();
        for (PricedInstrument instrument : instruments) {
            if (isIndex.test(instrument.symbol())) {
                next.put(instrument.symbol(), RefreshTier.HOT);
            } else {
                Reads known = reads.get(instrument.symbol());
                double perSecond = known == null ? 0 : known.at(nowMillis).perSecond();
                scores.put(instrument.symbol(), Math.max(perSecond, registered(instrument.tier())));
            }
        }
        reads.keySet().retainAll(scores.keySet());
        take(scores, places.hot(), HOT_READS_PER_SECOND, RefreshTier.HOT, next);
        take(scores, places.medium(), MEDIUM_READS_PER_SECOND, RefreshTier.MEDIUM, next);
        scores.keySet().forEach(symbol -> next.put(symbol, RefreshTier.COLD));
        tiers = Map.copyOf(next);
        return tiers;
    }

    /** Gives the places of a tier to the best of those that deserve it, and takes these from {@code scores}. */
    private void take(Map<String, Double> scores, int places, double least, RefreshTier tier, Map<String, RefreshTier> next) {
        List<Ranked> deserving = new ArrayList<>();
        scores.forEach((symbol, score) -> {
            boolean hasPlace = tiers.getOrDefault(symbol, RefreshTier.COLD).compareTo(tier) <= 0;
            double counted = hasPlace ? score * STAYS : score;
            if (counted >= least) {
                deserving.add(new Ranked(symbol, counted));
            }
        });
        deserving.sort(Comparator.comparingDouble(Ranked::score).reversed().thenComparing(Ranked::symbol));
        for (Ranked one : deserving.subList(0, Math.min(places, deserving.size()))) {
            next.put(one.symbol(), tier);
            scores.remove(one.symbol());
        }
    }

    /** The last ranking. */
    public Map<String, RefreshTier> tiers() {
        return tiers;
    }

    /** The tier of the last ranking; {@code otherwise} for a symbol that was not in it. */
    public RefreshTier tier(String symbol, RefreshTier otherwise) {
        return tiers.getOrDefault(symbol, otherwise);
    }

    private static double registered(RefreshTier tier) {
        return switch (tier) {
            case HOT -> HOT_READS_PER_SECOND;
            case MEDIUM -> MEDIUM_READS_PER_SECOND;
            case COLD -> 0;
        };
    }
}
