// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Edge cases that matching engines are known to fail: amends, cancels and what comes after the end of an order. */
class GateCasesChangesTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void modifyIntoCross() {
        sell(5, 101, "| 101x5(1)");
        buy(5, 99, "99x5(1) | 101x5(1)");
        amend("alice", 2, 101, 0, "|");
        assertThat(engine.trades()).isEqualTo("5@101#1");
        assertThat(engine.reports()).isEqualTo("#2 FILLED 5/5, #1 FILLED 5/5");
        buy(5, 99, "99x5(1) |");
        sell(5, 101, "99x5(1) | 101x5(1)");
        amend("bob", 5, 99, 0, "|");
        assertThat(engine.trades()).isEqualTo("5@99#4");
    }

    @Test
    void modifyIntoCrossPriceImprovement() {
        sell(2, 101, "| 101x2(1)");
        sell(2, 102, "| 101x2(1) 102x2(1)");
        buy(5, 99, "99x5(1) | 101x2(1) 102x2(1)");
        amend("alice", 3, 105, 0, "105x1(1) |");
        assertThat(engine.trades()).as("at the makers' prices").isEqualTo("2@101#1 2@102#2");
        sell(1, 105, "|");
        buy(2, 99, "99x2(1) |");
        buy(2, 98, "99x2(1) 98x2(1) |");
        sell(5, 101, "99x2(1) 98x2(1) | 101x5(1)");
        amend("bob", 8, 95, 0, "| 95x1(1)");
        assertThat(engine.trades()).isEqualTo("2@99#6 2@98#7");
    }

    @Test
    void modifySharedLevelSiblingSurvives() {
        buy(5, 100, "100x5(1) |");
        buy(6, 100, "100x11(2) |");
        amend("alice", 1, 101, 0, "101x5(1) 100x6(1) |");
        sell(11, 100, "|");
        assertThat(engine.trades()).isEqualTo("5@101#1 6@100#2");
    }

    @Test
    void partialFillThenCancel() {
        sell(5, 100, "| 100x5(1)");
        buy(2, 100, "| 100x3(1)");
        engine.cancel("bob", 1);
        bookIs("|");
        assertThat(engine.reports()).isEqualTo("#1 CANCELED 2/5");
        buy(3, 100, "100x3(1) |");
        assertThat(engine.trades()).isEmpty();
    }

    @Test
    void modifyPartiallyFilledResidual() {
        sell(5, 100, "| 100x5(1)");
        buy(2, 100, "| 100x3(1)");
        amend("bob", 1, 101, 7, "| 101x5(1)");
        assertThat(engine.reports()).as("seven in all, two are done").isEqualTo("#1 PARTIALLY_FILLED 2/7");
        buy(9, 101, "101x4(1) |");
        assertThat(engine.trades()).isEqualTo("5@101#1");
    }

    @Test
    void fullFillThenStaleCancel() {
        sell(5, 100, "| 100x5(1)");
        buy(5, 100, "|");
        engine.cancel("bob", 1);
        refused(RejectCode.ORDER_NOT_OPEN, "|");
        engine.cancel("alice", 2);
        refused(RejectCode.ORDER_NOT_OPEN, "|");
    }

    @Test
    void staleModifyAfterFullFill() {
        sell(5, 100, "| 100x5(1)");
        buy(5, 100, "|");
        engine.amend("bob", 1, 99, 9);
        refused(RejectCode.ORDER_NOT_OPEN, "|");
        engine.amend("alice", 2, 101, 9);
        refused(RejectCode.ORDER_NOT_OPEN, "|");
        buy(5, 101, "101x5(1) |");
    }

    @Test
    void staleOpsAfterCancel() {
        sell(5, 100, "| 100x5(1)");
        engine.cancel("bob", 1);
        bookIs("|");
        engine.cancel("bob", 1);
        refused(RejectCode.ORDER_NOT_OPEN, "|");
        engine.amend("bob", 1, 99, 1);
        refused(RejectCode.ORDER_NOT_OPEN, "|");
        buy(5, 100, "100x5(1) |");
    }

    /** An order's id is its place in the log; what a client can use twice is its own id, and that never brings an order back. */
    @Test
    void reuseIdAfterCancel() {
        place("mine", 5, 100, "100x5(1) |");
        engine.cancel("alice", "mine");
        bookIs("|");
        place("mine", 5, 100, "|");
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(2);
        place("mine", 4, 100, "|");
        assertThat(engine.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
        place("another", 4, 100, "100x4(1) |");
        sell(4, 100, "|");
        assertThat(engine.trades()).isEqualTo("4@100#5");
    }

    @Test
    void reuseIdAfterFullFill() {
        place("mine", 5, 100, "100x5(1) |");
        sell(5, 100, "|");
        place("mine", 5, 100, "|");
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(2);
        place("mine", 6, 100, "|");
        assertThat(engine.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
        engine.cancel("alice", "mine");
        refused(RejectCode.ORDER_NOT_OPEN, "|");
    }

    @Test
    void cancelNeverIssuedId() {
        sell(5, 100, "| 100x5(1)");
        for (long id : new long[]{0, 2, 77, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            engine.cancel("bob", id);
            refused(RejectCode.ORDER_NOT_FOUND, "| 100x5(1)");
        }
        engine.cancel("alice", 1);
        refused(RejectCode.ORDER_NOT_FOUND, "| 100x5(1)");
    }

    private void buy(long quantity, long price, String book) {
        engine.buy(quantity, price);
        bookIs(book);
    }

    private void sell(long quantity, long price, String book) {
        engine.sell(quantity, price);
        bookIs(book);
    }

    private void place(String id, long quantity, long price, String book) {
        engine.place(OrderTicket.limit("alice", Side.BUY, quantity, price).named(id));
        bookIs(book);
    }

    private void amend(String account, long id, long price, long quantity, String book) {
        engine.amend(account, id, price, quantity);
        bookIs(book);
    }

    private void refused(RejectCode code, String book) {
        assertThat(engine.reject()).isEqualTo(code);
        bookIs(book);
    }

    private void bookIs(String expected) {
        assertThat(engine.book()).isEqualTo(expected);
    }
}
