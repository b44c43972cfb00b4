// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.book.OrderRow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What it takes to see that an FOK order cannot be filled. */
class LiquidityTest {

    private static final int OFFERS = 100;

    private final MatchingEngine engine = new MatchingEngine(0, EngineLimits.STANDARD);
    private final EngineDriver driver = new EngineDriver(engine);
    private long offset;

    /**
     * A hundred offers of one at each of two prices. The first one of each queue has been made to stand behind itself: whoever goes through
     * it takes all steps there are.
     */
    @ParameterizedTest
    @CsvSource({"101, 100, 100", "201, 101, 200"})
    void theStepsThroughALevelThatDoesNotSufficeAreOnlyCounted(long quantity, long price, int steps) {
        driver.apply(offset++, new Command.DefineInstrument(0, TestEngine.PLAIN));
        for (int i = 0; i < OFFERS; i++) {
            place(OrderTicket.limit("bob", Side.SELL, 1, 100));
            place(OrderTicket.limit("bob", Side.SELL, 1, 101));
        }
        // More than enough, where this order does not go.
        place(OrderTicket.limit("bob", Side.SELL, 1_000, 102));
        place(OrderTicket.limit("alice", Side.BUY, quantity, 1));
        Listing listing = engine.listings().get(0);
        int order = listing.bids().first(listing.bids().best());
        long[] hot = engine.orders().rows().hot();
        for (int level = listing.asks().at(100); level != listing.asks().at(102); level = listing.asks().worse(level)) {
            int first = listing.asks().first(level);
            hot[first + OrderRow.NEXT] = first;
        }
        Liquidity liquidity = new Liquidity(engine.orders());
        int fills = EngineLimits.STANDARD.fillsPerCommand();
        assertThat(liquidity.suffices(order, listing, listing.asks(), listing.asks().rank(price), 0, fills)).isFalse();
        assertThat(liquidity.stepsLeft()).isEqualTo(fills - steps);
        assertThat(liquidity.suffices(order, listing, listing.asks(), listing.asks().rank(price), 0, OFFERS / 2)).isFalse();
        assertThat(liquidity.stepsLeft()).as("where there are fewer").isZero();
    }

    private void place(OrderTicket ticket) {
        driver.apply(offset++, ticket.at(0));
    }
}
