// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.TierPlaces;
import io.outcry.price.domain.TierRanking;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/** The tier that each symbol of this instance is in now, from what readers say. Safe for use by several threads. */
public final class TierBoard {

    private final TierRanking ranking;
    private final TierPlaces places;
    private final MeterProvider<Counter> moves;

    /** @param places of all instances together */
    public TierBoard(TierPlaces places, IndexBoard indices, MeterRegistry meters) {
        this.ranking = new TierRanking(indices::isIndex);
        this.places = places;
        moves = Counter.builder("outcry.price.tier.moves")
                .description("Symbols that came to a tier from another one")
                .withRegistry(meters);
    }

    /** A reader served the symbol's price so often. */
    public void read(String symbol, long count, long nowMillis) {
        synchronized (ranking) {
            ranking.read(symbol, count, nowMillis);
        }
    }

    /**
     * Ranks this instance's symbols anew, and counts who moves ({@code outcry.price.tier.moves} by tier).
     *
     * @param partitions of the commands that are this instance's
     * @param allPartitions of the commands
     */
    public Map<String, RefreshTier> rank(Collection<PricedInstrument> own, int partitions, int allPartitions, long nowMillis) {
        synchronized (ranking) {
            Map<String, RefreshTier> before = ranking.tiers();
            Map<String, RefreshTier> after = ranking.rank(own, places.share(partitions, allPartitions), nowMillis);
            after.forEach((symbol, tier) -> {
                if (before.containsKey(symbol) && before.get(symbol) != tier) {
                    moves.withTag("to", tier.name().toLowerCase(Locale.ROOT)).increment();
                }
            });
            return after;
        }
    }

    /** The instrument in the tier that it is in now. */
    public PricedInstrument current(PricedInstrument instrument) {
        return instrument.in(ranking.tier(instrument.symbol(), instrument.tier()));
    }
}
