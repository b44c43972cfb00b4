// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Being told which orders commands will name changes nothing. */
class ForesightTest {

    private static final int ORDERS = 70_000;

    private final MatchingEngine told = new MatchingEngine(0, EngineLimits.STANDARD);
    private final MatchingEngine untold = new MatchingEngine(0, EngineLimits.STANDARD);
    private final NewOrder order = new NewOrder();
    private long offset;

    @Test
    void onlyALargeBookLooksAhead() {
        define();
        assertThat(told.looksAhead()).isFalse();
        fill();
        assertThat(told.looksAhead()).isTrue();
    }

    @Test
    void whatIsForeseenIsDoneAsWhatIsNot() {
        define();
        fill();
        Random random = new Random(5);
        long[] ids = new long[MatchingEngine.FORESEEN];
        for (int round = 0; round < 300; round++) {
            for (int i = 0; i < ids.length; i++) {
                ids[i] = random.nextInt(50) == 0 ? random.nextLong() : 1 + random.nextInt(ORDERS + 100);
            }
            told.expect(ids, random.nextInt(ids.length + 1));
            for (long id : ids) {
                offset++;
                long price = 1 + random.nextInt(900);
                boolean cancels = random.nextInt(8) == 0;
                same(
                        cancels ? told.cancel(offset, offset, 0, id) : told.amend(offset, offset, 0, id, price, 0),
                        cancels ? untold.cancel(offset, offset, 0, id) : untold.amend(offset, offset, 0, id, price, 0),
                        id);
            }
        }
        assertThat(told.openOrders()).isEqualTo(untold.openOrders());
    }

    private static void same(CommandOutcome found, CommandOutcome expected, long id) {
        assertThat(found.reject()).as("order %d", id).isEqualTo(expected.reject());
        assertThat(found.orders().size()).isEqualTo(expected.orders().size());
        assertThat(found.levels().size()).isEqualTo(expected.levels().size());
        for (int i = 0; i < found.levels().size(); i++) {
            assertThat(found.levels().price(i)).isEqualTo(expected.levels().price(i));
            assertThat(found.levels().quantity(i)).isEqualTo(expected.levels().quantity(i));
        }
    }

    private void define() {
        Instrument instrument = InstrumentRules.of("B-USD").quantities(1, 1_000_000).build();
        told.define(0, 0, instrument);
        untold.define(0, 0, instrument);
    }

    private void fill() {
        order.account = told.registerAccount("alice");
        untold.registerAccount("alice");
        order.symbol = told.symbol("B-USD");
        order.symbolName = "B-USD";
        order.kind(Side.BUY, OrderType.LIMIT, TimeInForce.GTC, SelfTradePrevention.NONE, false);
        for (int i = 0; i < ORDERS; i++) {
            offset++;
            order.price = 1 + i % 800;
            order.quantity = 1 + i % 9;
            told.place(offset, offset, order);
            untold.place(offset, offset, order);
        }
    }
}
