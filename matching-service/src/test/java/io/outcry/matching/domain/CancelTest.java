// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
        engine.limit("alice", Side.BUY, TimeInForce.GTC, -1, 99);
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
    void whatWasNeverPlacedIsNotFound() {
        refused("alice", 77, RejectCode.ORDER_NOT_FOUND, "never issued");
        refused("alice", 0, RejectCode.ORDER_NOT_FOUND, "the definition of the instrument");
        refused("alice", -1, RejectCode.ORDER_NOT_FOUND, "negative");
        refused("alice", Long.MAX_VALUE, RejectCode.ORDER_NOT_FOUND, "another partition");
    }

    @Test
    void closedOrdersAreForgottenOldestFirst() {
        TestEngine small = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 10, 2, 100, 10));
        for (long id = 1; id <= 5; id += 2) {
            small.sell(1, 100);
            small.cancel("bob", id);
        }
        small.cancel("bob", 1);
        assertThat(small.outcome().reject()).isEqualTo(RejectCode.ORDER_NOT_FOUND);
        small.cancel("bob", 3);
        assertThat(small.outcome().reject()).isEqualTo(RejectCode.ORDER_NOT_OPEN);
    }

    @Test
    void aCancelIsServedInEveryState() {
        for (TradingState state : new TradingState[]{TradingState.HALTED, TradingState.CANCEL_ONLY, TradingState.CLOSED}) {
            engine.enter(TradingState.TRADING);
            long id = engine.sell(1, 100);
            engine.enter(state);
            engine.cancel("bob", id);
            assertThat(engine.outcome().reject()).as(state.name()).isEqualTo(RejectCode.NONE);
        }
    }

    private void refused(String account, long orderId, RejectCode code, String what) {
        engine.cancel(account, orderId);
        assertThat(engine.outcome().reject()).as(what).isEqualTo(code);
        assertThat(engine.outcome().orders().size()).as(what).isZero();
        assertThat(engine.outcome().levels().size()).as(what).isZero();
    }
}
