// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.Tick;
import org.junit.jupiter.api.Test;

class ClientOrderIdTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void aRepeatTellsTheFirstOutcomeAgainAndChangesNothing() {
        engine.apply(new Tick(1_000));
        engine.sell(2, 100);
        engine.sell(2, 101);
        long first = engine.named("a-1", Side.BUY, 5, 101);
        assertThat(engine.trades()).isEqualTo("2@100#2 2@101#3");
        assertThat(engine.reports()).startsWith("#" + first + " PARTIALLY_FILLED 4/5");
        long firstSequence = engine.outcome().sequence();
        engine.apply(new Tick(2_000));
        engine.sell(1, 101);

        engine.named("a-1", Side.BUY, 5, 101);
        assertThat(engine.reports()).as("as it was then, though it is filled now").isEqualTo("#" + first + " PARTIALLY_FILLED 4/5");
        assertThat(engine.trades()).isEqualTo("2@100#2 2@101#3");
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(firstSequence);
        assertThat(engine.outcome().repeatOfTimeUs()).isEqualTo(1_000);
        assertThat(engine.outcome().timeUs()).isEqualTo(2_000);
        assertThat(engine.outcome().sequence()).isEqualTo(firstSequence + 3);
        assertThat(engine.outcome().symbol()).isEqualTo(TestEngine.SYMBOL);
        assertThat(engine.outcome().priceScale()).isEqualTo(2);
        assertThat(engine.outcome().levels().size()).isZero();
        assertThat(engine.book()).isEqualTo("|");
    }

    @Test
    void anotherPayloadUnderTheSameIdIsRefused() {
        engine.named("a-1", Side.BUY, 5, 100);
        long second = engine.named("a-1", Side.BUY, 6, 100);
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
        assertThat(engine.reports()).isEqualTo("#" + second + " REJECTED 0/6");
        assertThat(engine.outcome().repeatOfSequence()).isZero();
        engine.named("a-1", Side.BUY, 5, 100);
        assertThat(engine.reports()).as("the first one stands").isEqualTo("#1 NEW 0/5");
    }

    @Test
    void aRejectionIsRepeatedTooEvenWhenItWouldPassNow() {
        engine.enter(TradingState.HALTED);
        engine.named("a-1", Side.BUY, 5, 100);
        engine.enter(TradingState.TRADING);
        engine.named("a-1", Side.BUY, 5, 100);
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.HALTED);
        assertThat(engine.reports()).isEqualTo("#2 REJECTED 0/5");
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(3);
    }

    @Test
    void idsBelongToTheirAccountAndAnEmptyIdIsNone() {
        engine.named("a-1", Side.BUY, 5, 100);
        engine.apply(new PlaceOrder(
                0, "bob", "a-1", TestEngine.SYMBOL, Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 100, 5));
        assertThat(engine.outcome().repeatOfSequence()).isZero();
        engine.named("", Side.BUY, 5, 100);
        engine.named("", Side.BUY, 5, 100);
        assertThat(engine.book()).isEqualTo("100x20(4) |");
    }

    @Test
    void theOldestIdIsForgottenFirst() {
        TestEngine small = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(2, 100, 10, 100, 10));
        small.named("a", Side.BUY, 1, 100);
        small.named("b", Side.BUY, 1, 100);
        small.named("a", Side.BUY, 1, 100);
        small.named("c", Side.BUY, 1, 100);
        small.named("b", Side.BUY, 1, 100);
        assertThat(small.outcome().repeatOfSequence()).as("b is kept").isEqualTo(3);
        small.named("a", Side.BUY, 1, 100);
        assertThat(small.outcome().repeatOfSequence()).as("a is forgotten: a repeat does not make it younger").isZero();
    }

    @Test
    void rememberedTradesAreBoundedButTheNewestPlacementIsKept() {
        TestEngine small = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(100, 3, 100, 100, 10));
        small.named("a", Side.BUY, 1, 1);
        for (int i = 0; i < 5; i++) {
            small.sell(1, 100);
        }
        small.named("b", Side.BUY, 5, 100);
        small.named("b", Side.BUY, 5, 100);
        assertThat(small.outcome().trades().size()).isEqualTo(5);
        small.named("a", Side.BUY, 1, 1);
        assertThat(small.outcome().repeatOfSequence()).as("a made room").isZero();
    }
}
