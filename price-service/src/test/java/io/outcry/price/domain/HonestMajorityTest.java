// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** While fewer than half of the venues lie, in whatever way, the price stays between the lowest honest bid and the highest honest ask. */
class HonestMajorityTest {

    private static final int CASES = Integer.getInteger("price.cases", 1_000_000);
    private static final long SEED = Long.getLong("price.seed", 20_260_918L);
    private static final String[] VENUES = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};

    private int published;

    @Test
    void liarsNeverMoveThePriceOutOfTheHonestRange() {
        for (int number = 0; number < CASES; number++) {
            long seed = SEED + number;
            SplittableRandom random = new SplittableRandom(seed);
            int venues = 3 + random.nextInt(7);
            Scene scene = new Scene(random, venues, random.nextInt((venues + 1) / 2));
            SortedMap<String, VenueReply> replies = new TreeMap<>();
            for (int i = 0; i < venues; i++) {
                replies.put(VENUES[i], new VenueReply.Quoted(scene.quotes.get(i)));
            }
            var aggregation = new SymbolSources()
                    .aggregate(VenueReplies.INSTRUMENT, replies, VenueReplies.RULES, symbol -> null, VenueReplies.NOW);
            check(seed, scene, aggregation.price().orElse(null));
        }
        assertThat(published).as("every honest majority has a price").isEqualTo(CASES);
    }

    /** Whoever is silenced for being frozen or in quarantine, even if it is an honest one, and the liars go on voting. */
    @Test
    void norDoesSilencingAMinorityOfWhateverKind() {
        for (int number = 0; number < CASES / 4; number++) {
            long seed = SEED - number;
            SplittableRandom random = new SplittableRandom(seed);
            int venues = 3 + random.nextInt(7);
            Scene scene = new Scene(random, venues, random.nextInt((venues + 1) / 2));
            List<Quote> votes = new ArrayList<>();
            List<Quote> silent = new ArrayList<>();
            int mayBeSilent = random.nextInt((venues + 1) / 2);
            for (Quote quote : scene.quotes) {
                boolean inOrder = quote.bid() > 0 && quote.bid() <= quote.ask()
                        && quote.asOfMicros() >= VenueReplies.NOW - VenueReplies.STALE_AFTER;
                if (inOrder && silent.size() < mayBeSilent && random.nextInt(3) == 0) {
                    silent.add(quote);
                } else if (inOrder) {
                    votes.add(quote);
                }
            }
            // With a quote that is out of order the rest may be too few to silence anybody; then nobody is.
            if (votes.size() < venues / 2 + 1) {
                votes.addAll(silent);
                silent.clear();
            }
            PriceAggregator.price(votes, silent, venues).ifPresent(price -> check(seed, scene, price));
        }
        assertThat(published).as("nearly always there is a price").isGreaterThan(CASES / 5);
    }

    private void check(long seed, Scene scene, AggregatedPrice price) {
        if (price == null || price.price() < scene.lowest || price.price() > scene.highest || price.bid() < 1
                || price.bid() > price.price() || price.ask() < price.price()) {
            throw new AssertionError("seed " + seed + ": " + price + " is not within " + scene.lowest + " to " + scene.highest
                    + ", the honest range of " + scene.quotes);
        }
        published++;
    }

    /** What some venues say of a symbol: the honest ones within two percent of the truth, the liars anything. */
    private static final class Scene {

        private final List<Quote> quotes = new ArrayList<>();
        private long lowest = Long.MAX_VALUE;
        private long highest;

        Scene(SplittableRandom random, int venues, int liars) {
            long truth = 1_000 + random.nextLong(10_000_000_000L);
            for (int i = liars; i < venues; i++) {
                Quote quote = honest(random, truth);
                quotes.add(quote);
                lowest = Math.min(lowest, quote.bid());
                highest = Math.max(highest, quote.ask());
            }
            for (int i = 0; i < liars; i++) {
                quotes.add(random.nextInt(quotes.size() + 1), lie(random, truth));
            }
        }

        private static Quote honest(SplittableRandom random, long truth) {
            long mid = truth + (long) (truth * 0.02 * (2 * random.nextDouble() - 1));
            long half = 1 + random.nextLong(Math.max(1, truth / 500));
            return Quotes.at(mid - half, mid + half, VenueReplies.NOW - random.nextLong(VenueReplies.STALE_AFTER));
        }

        private Quote lie(SplittableRandom random, long truth) {
            return switch (random.nextInt(10)) {
                case 0 -> Quotes.at(0, 0, VenueReplies.NOW);
                case 1 -> Quotes.at(truth + 10, truth - 10, VenueReplies.NOW);
                case 2 -> Quotes.at(truth * 100, truth * 100 + 2, VenueReplies.NOW);
                case 3 -> Quotes.at(1, 3, VenueReplies.NOW);
                // As wide as can be: a vote of one unit, and one of the largest price there is.
                case 4 -> Quotes.at(1, Quote.MAX_PRICE, VenueReplies.NOW);
                case 5 -> Quotes.at(-truth, truth, VenueReplies.NOW);
                // Just outside of what the honest say, where no filter would notice.
                case 6 -> Quotes.at(highest + 1, highest + 3, VenueReplies.NOW);
                case 7 -> Quotes.at(Math.max(1, lowest - 3), Math.max(1, lowest - 1), VenueReplies.NOW);
                case 8 -> Quotes.at(truth, truth + 2, VenueReplies.NOW + random.nextLong(10_000_000));
                default -> Quotes.at(truth, truth + 2, VenueReplies.NOW - random.nextLong(3 * VenueReplies.STALE_AFTER));
            };
        }
    }
}
