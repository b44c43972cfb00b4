// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** While fewer than half of the venues lie, in whatever way, the price stays between the lowest honest bid and the highest honest ask. */
class HonestMajorityTest {

    private static final int CASES = Integer.getInteger("price.cases", 20_000);
    private static final long SEED = Long.getLong("price.seed", 20_260_918L);

    @Test
    void liars_never_move_the_price_out_of_the_honest_range() {
        int published = 0;
        for (int number = 0; number < CASES; number++) {
            Random random = new Random(SEED + number);
            int venues = 3 + random.nextInt(7);
            int liars = random.nextInt((venues + 1) / 2);
            long truth = 1_000 + random.nextLong(10_000_000_000L);
            List<Quote> honest = new ArrayList<>();
            for (int i = 0; i < venues - liars; i++) {
                honest.add(honestQuote(random, truth));
            }
            List<Quote> all = new ArrayList<>(honest);
            for (int i = 0; i < liars; i++) {
                all.add(lie(random, truth, honest));
            }
            Collections.shuffle(all, random);
            VenueReplies replies = VenueReplies.none();
            all.forEach(quote -> replies.and(new VenueReply.Quoted(quote)));

            Aggregation aggregation = replies.aggregate();

            String message = "seed " + (SEED + number) + ": " + all + ", honest " + honest;
            assertThat(aggregation.price()).as(message).isPresent();
            AggregatedPrice price = aggregation.price().orElseThrow();
            long lowest = honest.stream().mapToLong(Quote::bid).min().orElseThrow();
            long highest = honest.stream().mapToLong(Quote::ask).max().orElseThrow();
            assertThat(price.price()).as(message).isBetween(lowest, highest);
            assertThat(price.bid()).as(message).isBetween(1L, price.price());
            assertThat(price.ask()).as(message).isGreaterThanOrEqualTo(price.price());
            published++;
        }
        assertThat(published).isEqualTo(CASES);
    }

    /** Within two percent of the truth, with a spread of at least two units. */
    private static Quote honestQuote(Random random, long truth) {
        long mid = truth + (long) (truth * 0.02 * (2 * random.nextDouble() - 1));
        long half = 1 + random.nextLong(Math.max(1, truth / 500));
        return Quotes.at(mid - half, mid + half, VenueReplies.NOW);
    }

    private static Quote lie(Random random, long truth, List<Quote> honest) {
        return switch (random.nextInt(8)) {
            case 0 -> Quotes.at(0, 0, VenueReplies.NOW);
            case 1 -> Quotes.at(truth + 10, truth - 10, VenueReplies.NOW);
            case 2 -> Quotes.at(truth * 100, truth * 100 + 2, VenueReplies.NOW);
            case 3 -> Quotes.at(1, 3, VenueReplies.NOW);
            // As wide as can be: a vote of one unit, and one of the largest price there is.
            case 4 -> Quotes.at(1, Quote.MAX_PRICE, VenueReplies.NOW);
            case 5 -> Quotes.at(-truth, truth, VenueReplies.NOW);
            // Just outside of what the honest say, where no filter would notice.
            case 6 -> {
                long highest = honest.stream().mapToLong(Quote::ask).max().orElseThrow();
                yield Quotes.at(highest + 1, highest + 3, VenueReplies.NOW);
            }
            default -> Quotes.at(truth, truth + 2, VenueReplies.NOW - random.nextLong(3 * VenueReplies.STALE_AFTER));
        };
    }
}
