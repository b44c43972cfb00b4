// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Taking one order out, by its id or by the client's, and what is still known of it then. */
class CancelTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void aCancelTakesWhatIsLeftOffTheBook() {
        engine.sell(5, 100);
        engine.sell(1, 100);
        engine.buy(2, 100);
        engine.cancel("bob", 1);
        assertThat(engine.reports()).isEqualTo("#1 CANCELED 2/5");
        assertThat(engine.levels()).isEqualTo("SELL 100x1(1)");
        assertThat(engine.outcome().symbol()).isEqualTo(TestEngine.SYMBOL);
        engine.cancel("bob", 2);
        assertThat(engine.levels()).isEqualTo("SELL 100x0(0)");
        assertThat(engine.book()).isEqualTo("|");
    }

    @Test
    void anOrderThatIsOverIsNotOpen() {
        engine.sell(1, 100);
        engine.buy(1, 100);
        engine.buy(1, 99);
        engine.cancel("alice", 3);
        engine.limit("alice", Side.BUY, TimeInForce.IOC, 1, 99);
        engine.limit("alice", Side.BUY, -1, 99);
        refused("bob", 1, RejectCode.ORDER_NOT_OPEN, "filled as maker");
        refused("alice", 2, RejectCode.ORDER_NOT_OPEN, "filled as taker");
        refused("alice", 3, RejectCode.ORDER_NOT_OPEN, "canceled");
        refused("alice", 5, RejectCode.ORDER_NOT_OPEN, "expired");
        refused("alice", 6, RejectCode.ORDER_NOT_OPEN, "rejected");
    }

    @Test
    void anothersOrderIsNotFoundBeItOpenOrClosed() {
        engine.sell(1, 100);
        refused("alice", 1, RejectCode.ORDER_NOT_FOUND, "open");
        assertThat(engine.book()).isEqualTo("| 100x1(1)");
        engine.cancel("bob", 1);
        refused("alice", 1, RejectCode.ORDER_NOT_FOUND, "closed");
    }

    @Test
    void anAccountWithoutANameOwnsNothing() {
        engine.limit("", Side.BUY, 1, 100);
        refused("", 1, RejectCode.ORDER_NOT_FOUND, "refused");
        engine.sell(1, 100);
        refused("", 3, RejectCode.ORDER_NOT_FOUND, "another's");
        refused("x".repeat(65), 1, RejectCode.ORDER_NOT_FOUND, "too long a name");
    }

    @Test
    void theFirstCommandOfALogIsNoOrder() {
        engine.sell(1, 100);
        refused("bob", 0, RejectCode.ORDER_NOT_FOUND, "cancelled");
        engine.amend("bob", 0, 101, 2);
        assertThat(engine.reject()).isEqualTo(RejectCode.ORDER_NOT_FOUND);
        assertThat(engine.book()).isEqualTo("| 100x1(1)");
    }

    @Test
    void aRepeatedPlacementIsNoOrder() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 1, 100).named("mine"));
        engine.place(OrderTicket.limit("alice", Side.BUY, 1, 100).named("mine"));
        refused("alice", 2, RejectCode.ORDER_NOT_FOUND, "the repeat");
    }

    @Test
    void aClosedOrderIsForgottenWhenANewOneHasTheSamePlaceAmongTheSlots() {
        TestEngine small = fourSlots();
        small.sell(1, 100);
        small.cancel("bob", 1);
        small.skipTo(4);
        small.sell(1, 100);
        small.cancel("bob", 1);
        assertThat(small.reject()).as("the fourth has another place").isEqualTo(RejectCode.ORDER_NOT_OPEN);
        small.skipTo(9);
        small.sell(1, 100);
        small.cancel("bob", 1);
        assertThat(small.reject()).as("the ninth has its place").isEqualTo(RejectCode.ORDER_NOT_FOUND);
        small.cancel("bob", 9);
        small.cancel("bob", 9);
        assertThat(small.reject()).isEqualTo(RejectCode.ORDER_NOT_OPEN);
        small.skipTo(13);
        small.limit("bob", Side.SELL, 0, 100);
        small.cancel("bob", 9);
        assertThat(small.reject()).as("a refused order takes a place as well").isEqualTo(RejectCode.ORDER_NOT_FOUND);
        small.cancel("bob", 13);
        assertThat(small.reject()).isEqualTo(RejectCode.ORDER_NOT_OPEN);
    }

    @Test
    void anOldOrderThatIsOpenDoesNotKeepTheNewOneFromBeingRemembered() {
        TestEngine small = fourSlots();
        small.sell(1, 100);
        small.skipTo(5);
        small.sell(1, 100);
        small.cancel("bob", 5);
        assertThat(small.reports()).isEqualTo("#5 CANCELED 0/1");
        small.cancel("bob", 5);
        assertThat(small.reject()).isEqualTo(RejectCode.ORDER_NOT_OPEN);
        small.cancel("bob", 1);
        assertThat(small.reports()).as("the old one is found all the same").isEqualTo("#1 CANCELED 0/1");
        small.cancel("bob", 1);
        assertThat(small.reject()).as("but it lost its place to the new one").isEqualTo(RejectCode.ORDER_NOT_FOUND);
        small.cancel("bob", 5);
        assertThat(small.reject()).isEqualTo(RejectCode.ORDER_NOT_OPEN);
    }

    @Test
    void ordersThatShareAPlaceAreAllFoundWhileTheyAreOpen() {
        TestEngine small = fourSlots();
        for (int i = 0; i < 6; i++) {
            small.skipTo(4 * i + 3);
            small.sell(1, 100 + i);
        }
        small.amend("bob", 7, 0, 2);
        assertThat(small.reports()).isEqualTo("#7 NEW 0/2");
        small.skipTo(small.nextOffset() + 8);
        for (long id : new long[]{11, 3, 23, 7, 19, 15}) {
            small.cancel("bob", id);
            assertThat(small.reports()).startsWith("#" + id + " CANCELED");
        }
        assertThat(small.book()).isEqualTo("|");
    }

    /** An id names its partition too. */
    @ParameterizedTest
    @ValueSource(longs = {1L << 48, 1L << 49, 1L << 62, 1L << 63, 1L << 47, 1L << 32, 1L << 31, 1L << 20})
    void anIdThatDiffersInOneDigitIsNotFound(long digit) {
        engine.sell(1, 100);
        refused("bob", 1 | digit, RejectCode.ORDER_NOT_FOUND, "open");
        engine.amend("bob", 1 | digit, 0, 2);
        nothingHappened(RejectCode.ORDER_NOT_FOUND, "open");
        engine.cancel("bob", 1);
        refused("bob", 1 | digit, RejectCode.ORDER_NOT_FOUND, "closed");
    }

    @Test
    void anOrderIsCancelledByTheClientsId() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).named("mine"));
        engine.place(OrderTicket.limit("bob", Side.BUY, 5, 100).named("mine"));
        engine.cancel("alice", "mine");
        assertThat(engine.reports()).isEqualTo("#1 CANCELED 0/5");
        assertThat(engine.book()).isEqualTo("100x5(1) |");
        refused("alice", "mine", RejectCode.ORDER_NOT_OPEN, "canceled");
        refused("alice", "other", RejectCode.ORDER_NOT_FOUND, "never used");
        refused("carol", "mine", RejectCode.ORDER_NOT_FOUND, "not hers");
        refused("bob", "", RejectCode.ORDER_NOT_FOUND, "no id");
        refused("bob", "a b", RejectCode.ORDER_NOT_FOUND, "not an id");
        refused("", "mine", RejectCode.ORDER_NOT_FOUND, "no account");
    }

    @Test
    void anOrderThatIsOverIsNotOpenByTheClientsIdEither() {
        engine.place(OrderTicket.limit("bob", Side.SELL, 5, 100).named("maker"));
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).named("taker"));
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).in(TimeInForce.IOC).named("short"));
        engine.place(OrderTicket.limit("alice", Side.BUY, -5, 100).named("mine"));
        refused("bob", "maker", RejectCode.ORDER_NOT_OPEN, "filled as maker");
        refused("alice", "taker", RejectCode.ORDER_NOT_OPEN, "filled as taker");
        refused("alice", "short", RejectCode.ORDER_NOT_OPEN, "expired");
        refused("alice", "mine", RejectCode.ORDER_NOT_OPEN, "rejected");
    }

    @Test
    void anOpenOrderIsFoundByTheClientsIdThoughThePlacementIsForgotten() {
        TestEngine small = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(1, 10, 16, 100, 10, 100, 10));
        small.place(OrderTicket.limit("alice", Side.BUY, 5, 100).named("first"));
        small.place(OrderTicket.limit("alice", Side.BUY, 5, 99).named("second"));
        small.cancel("alice", "first");
        assertThat(small.reports()).isEqualTo("#1 CANCELED 0/5");
        small.cancel("alice", "first");
        assertThat(small.reject()).as("now nothing is known of it").isEqualTo(RejectCode.ORDER_NOT_FOUND);
    }

    @ParameterizedTest
    @EnumSource(value = TradingState.class, names = {"HALTED", "CANCEL_ONLY", "AUCTION", "CLOSED"})
    void aCancelIsServedInEveryState(TradingState state) {
        long id = engine.place(OrderTicket.limit("bob", Side.SELL, 1, 100).named("mine"));
        long other = engine.sell(1, 100);
        engine.enter(state);
        engine.cancel("bob", "mine");
        assertThat(engine.reports()).isEqualTo("#" + id + " CANCELED 0/1");
        engine.cancel("bob", other);
        assertThat(engine.reports()).isEqualTo("#" + other + " CANCELED 0/1");
    }

    private static TestEngine fourSlots() {
        return TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 10, 4, 100, 10, 100, 10));
    }

    private void refused(String account, long orderId, RejectCode code, String what) {
        engine.cancel(account, orderId);
        nothingHappened(code, what);
    }

    private void refused(String account, String clientOrderId, RejectCode code, String what) {
        engine.cancel(account, clientOrderId);
        nothingHappened(code, what);
    }

    private void nothingHappened(RejectCode code, String what) {
        assertThat(engine.reject()).as(what).isEqualTo(code);
        assertThat(engine.reports()).as(what).isEmpty();
        assertThat(engine.levels()).as(what).isEmpty();
    }
}
