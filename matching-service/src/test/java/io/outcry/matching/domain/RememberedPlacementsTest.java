// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How many placements are remembered by their client order ids, and for how long. */
class RememberedPlacementsTest {

    private static final long DAY_US = EngineLimits.REMEMBERED_US;

    private final TestEngine engine = TestEngine.trading();

    @Test
    void theOldestIsForgottenFirstAndARepeatDoesNotMakeItYounger() {
        TestEngine small = remembering(2, 100);
        fleeting(small, "a");
        fleeting(small, "b");
        fleeting(small, "a");
        assertThat(small.outcome().repeatOfSequence()).isEqualTo(2);
        fleeting(small, "c");
        fleeting(small, "b");
        assertThat(small.outcome().repeatOfSequence()).as("b is kept").isEqualTo(3);
        fleeting(small, "a");
        assertThat(small.outcome().repeatOfSequence()).as("a is forgotten").isZero();
        assertThat(small.reject()).isEqualTo(RejectCode.NONE);
    }

    @Test
    void aDuplicateIsNotRememberedItself() {
        TestEngine small = remembering(2, 100);
        fleeting(small, "a");
        fleeting(small, "b");
        small.place(OrderTicket.limit("alice", Side.BUY, 9, 100).named("b"));
        assertThat(small.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
        fleeting(small, "a");
        assertThat(small.outcome().repeatOfSequence()).isEqualTo(2);
    }

    @Test
    void aRefusedPlacementTakesItsPlaceToo() {
        TestEngine small = remembering(1, 100);
        fleeting(small, "a");
        small.place(OrderTicket.limit("alice", Side.BUY, -1, 100).named("b"));
        fleeting(small, "a");
        assertThat(small.outcome().repeatOfSequence()).isZero();
    }

    @Test
    void theIdOfAnOpenOrderStaysTakenThoughItsPlacementIsForgotten() {
        TestEngine small = remembering(1, 100);
        small.place(OrderTicket.limit("alice", Side.BUY, 1, 100).named("a"));
        fleeting(small, "b");
        small.place(OrderTicket.limit("alice", Side.BUY, 1, 100).named("a"));
        assertThat(small.reject()).as("even the same terms").isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
        assertThat(small.book()).isEqualTo("100x1(1) |");
        fleeting(small, "b");
        assertThat(small.outcome().repeatOfSequence()).as("and b is still remembered").isEqualTo(3);
        small.sell(1, 100);
        small.place(OrderTicket.limit("alice", Side.BUY, 1, 100).named("a"));
        assertThat(small.reject()).as("now the id is free").isEqualTo(RejectCode.NONE);
    }

    @Test
    void rememberedTradesAreBoundedButNoPlacementIsForgottenForThem() {
        TestEngine small = remembering(100, 3);
        fleeting(small, "a");
        for (int i = 0; i < 5; i++) {
            small.sell(1, 100);
        }
        small.place(OrderTicket.limit("alice", Side.BUY, 5, 100).named("b"));
        small.place(OrderTicket.limit("alice", Side.BUY, 5, 100).named("b"));
        assertThat(small.outcome().trades()).hasSize(5);
        fleeting(small, "a");
        assertThat(small.outcome().repeatOfSequence()).isEqualTo(2);

        small.sell(1, 100);
        small.place(OrderTicket.limit("alice", Side.BUY, 1, 100).named("c"));
        small.place(OrderTicket.limit("alice", Side.BUY, 5, 100).named("b"));
        assertThat(small.outcome().trades()).as("those of b made room for that of c").isEmpty();
        assertThat(small.reports()).as("but b does not trade again").isEqualTo("#7 FILLED 5/5");
        small.place(OrderTicket.limit("alice", Side.BUY, 1, 100).named("c"));
        assertThat(small.outcome().trades()).hasSize(1);
    }

    @Test
    void ofThoseThatAreLeftTheOldestGiveUpTheirTradesHoweverManyAreForgotten() {
        TestEngine small = remembering(3, 2);
        for (String id : List.of("a", "b", "c", "d")) {
            fleeting(small, id);
        }
        for (int i = 0; i < 3; i++) {
            small.sell(1, 100);
        }
        small.place(OrderTicket.limit("alice", Side.BUY, 2, 100).named("e"));
        small.place(OrderTicket.limit("alice", Side.BUY, 1, 100).named("f"));
        small.place(OrderTicket.limit("alice", Side.BUY, 2, 100).named("e"));
        assertThat(small.outcome().repeatOfSequence()).isNotZero();
        assertThat(small.outcome().trades()).as("those of e made room for that of f").isEmpty();
        small.place(OrderTicket.limit("alice", Side.BUY, 1, 100).named("f"));
        assertThat(small.outcome().trades()).hasSize(1);
    }

    @Test
    void aPlacementThatIsForgottenTakesItsTradesWithIt() {
        TestEngine small = remembering(2, 2);
        small.sell(9, 100);
        for (String id : List.of("a", "b", "c")) {
            trading(small, id, 1);
        }
        assertThat(toldAgain(small, "b", 1)).as("those of a do not count any more").isOne();
        assertThat(toldAgain(small, "c", 1)).isOne();
    }

    @Test
    void noPlacementGivesUpTradesForThoseThatWereGivenUpBefore() {
        TestEngine small = remembering(3, 2);
        small.sell(3, 100);
        small.sell(1, 100);
        small.sell(1, 100);
        for (String id : List.of("a", "b", "c")) {
            trading(small, id, 1);
        }
        assertThat(toldAgain(small, "a", 1)).as("made room for that of c").isZero();
        assertThat(toldAgain(small, "b", 1)).isOne();
        fleeting(small, "d");
        trading(small, "e", 2);
        assertThat(toldAgain(small, "c", 1)).as("is the oldest that is left, and made room for two").isZero();
        assertThat(toldAgain(small, "e", 2)).isEqualTo(2);
    }

    /** It is over at once, and something of it traded. */
    private static void trading(TestEngine engine, String id, long quantity) {
        engine.place(OrderTicket.limit("alice", Side.BUY, quantity, 100).in(TimeInForce.IOC).named(id));
        assertThat(engine.outcome().repeatOfSequence()).isZero();
        assertThat(engine.outcome().trades()).isNotEmpty();
    }

    /** How many trades a repeat of it tells. */
    private static int toldAgain(TestEngine engine, String id, long quantity) {
        engine.place(OrderTicket.limit("alice", Side.BUY, quantity, 100).in(TimeInForce.IOC).named(id));
        assertThat(engine.outcome().repeatOfSequence()).isNotZero();
        return engine.outcome().trades().size();
    }

    /** Anybody could have the log filled with them by sending the same order again and again. */
    @Test
    void ofAPlacementThatLedToManyTradesNoneIsToldAgain() {
        int most = EngineLimits.TRADES_TOLD_AGAIN;
        TestEngine small = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, most, 16, 2 * most, 10, 3 * most, 10));
        for (int i = 0; i < 2 * most + 1; i++) {
            small.sell(1, 100);
        }
        for (int repeated = 0; repeated < 2; repeated++) {
            small.place(OrderTicket.limit("alice", Side.BUY, most, 100).in(TimeInForce.IOC).named("a"));
            assertThat(small.outcome().trades()).hasSize(most);
        }
        small.place(OrderTicket.limit("alice", Side.BUY, most + 1, 100).named("b"));
        assertThat(small.outcome().trades()).hasSize(most + 1);
        small.place(OrderTicket.limit("alice", Side.BUY, most + 1, 100).named("b"));
        assertThat(small.outcome().repeatOfSequence()).isNotZero();
        assertThat(small.outcome().trades()).isEmpty();
        assertThat(small.reports()).endsWith("FILLED " + (most + 1) + "/" + (most + 1));
        assertThat(toldAgain(small, "a", most)).as("no other makes room for them").isEqualTo(most);
    }

    @Test
    void aPlacementIsRememberedForADayOfTheEnginesClock() {
        engine.clock(1_000);
        fleeting(engine, "a");
        engine.clock(1_000 + DAY_US);
        fleeting(engine, "a");
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(2);
        engine.cancel("alice", "a");
        assertThat(engine.reject()).isEqualTo(RejectCode.ORDER_NOT_OPEN);
        engine.clock(1_001 + DAY_US);
        engine.cancel("alice", "a");
        assertThat(engine.reject()).isEqualTo(RejectCode.ORDER_NOT_FOUND);
        fleeting(engine, "a");
        assertThat(engine.outcome().repeatOfSequence()).as("a day is over").isZero();
        fleeting(engine, "a");
        assertThat(engine.outcome().repeatOfSequence()).as("of the second one").isEqualTo(6);
    }

    @Test
    void afterEverythingWasForgottenTheMemoryStartsAnew() {
        TestEngine small = remembering(2, 100);
        fleeting(small, "a");
        small.clock(DAY_US + 1);
        fleeting(small, "b");
        fleeting(small, "c");
        fleeting(small, "d");
        fleeting(small, "b");
        assertThat(small.outcome().repeatOfSequence()).as("c and d are the two newest").isZero();
        fleeting(small, "d");
        assertThat(small.outcome().repeatOfSequence()).isEqualTo(5);
    }

    @Test
    void anOpenOrderOlderThanADayKeepsItsId() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 1, 100).named("a"));
        engine.clock(DAY_US + 1);
        engine.place(OrderTicket.limit("alice", Side.BUY, 1, 100).named("a"));
        assertThat(engine.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
        engine.cancel("alice", "a");
        assertThat(engine.reports()).isEqualTo("#1 CANCELED 0/1");
    }

    @Test
    void manyIdsAreToldApart() {
        for (int i = 0; i < 2_000; i++) {
            engine.place(OrderTicket.limit("a" + i % 7, Side.BUY, 1, 100).in(TimeInForce.IOC).named("id-" + i / 7));
            assertThat(engine.outcome().repeatOfSequence()).isZero();
        }
        for (int i = 0; i < 2_000; i += 13) {
            engine.place(OrderTicket.limit("a" + i % 7, Side.BUY, 1, 100).in(TimeInForce.IOC).named("id-" + i / 7));
            assertThat(engine.outcome().repeatOfSequence()).isEqualTo(i + 2);
        }
    }

    private static TestEngine remembering(int placements, int trades) {
        return TestEngine.trading(TestEngine.PLAIN, new EngineLimits(placements, trades, 16, 100, 10, 100, 10));
    }

    /** An order that is over at once, so that nothing but memory holds its id. */
    private static void fleeting(TestEngine engine, String id) {
        engine.place(OrderTicket.limit("alice", Side.BUY, 1, 1).in(TimeInForce.IOC).named(id));
    }
}
