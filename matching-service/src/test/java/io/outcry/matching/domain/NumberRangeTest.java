// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.matching.domain.Command.Tick;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ends of what 63 bits hold. */
class NumberRangeTest {

    private static final long MAX = Long.MAX_VALUE;

    private final TestEngine engine = TestEngine.trading(InstrumentRules.ofAnyQuantity().fees(10, 20).build());

    @Test
    void theLargestPriceAndTheLargestQuantityTrade() {
        engine.sell(1, MAX);
        engine.buy(1, MAX);
        assertThat(engine.trades()).isEqualTo("1@" + MAX + "#1");
        engine.sell(MAX, 1);
        engine.buy(MAX, 1);
        assertThat(engine.reports()).isEqualTo("#4 FILLED " + MAX + "/" + MAX + ", #3 FILLED " + MAX + "/" + MAX);
    }

    @ParameterizedTest
    @CsvSource({"2, 9223372036854775807", "9223372036854775807, 2", "9223372036854775807, 9223372036854775807",
        "4294967296, 2147483648", "4294967296, 4294967296", "4611686018427387904, 4"})
    void aNotionalBeyond63BitsIsOutOfRange(long quantity, long price) {
        outOfRange(quantity, price);
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "bob", Side.SELL, quantity, 1, price).in(TimeInForce.IOC));
        assertThat(engine.reject()).isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "bob", Side.SELL, quantity, price));
        assertThat(engine.reject()).as("a market stop has no notional").isEqualTo(RejectCode.NONE);
    }

    @Test
    void theLargestNotionalIsInRange() {
        engine.sell(1L << 31, 1L << 31);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.sell(7, MAX / 7);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
    }

    @Test
    void aSideNeverHoldsMoreThan63Bits() {
        engine.sell(MAX - 5, 1);
        outOfRange(6, 2);
        engine.sell(2, 2);
        engine.place(OrderTicket.limit("bob", Side.SELL, 2, 3).showing(1));
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "bob", Side.SELL, 2, 1, 4));
        assertThat(engine.reject()).as("a stop that may rest counts").isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "bob", Side.SELL, 1, 1, 4));
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        outOfRange(1, 4);
        engine.limit("bob", Side.SELL, TimeInForce.IOC, 2, 1);
        assertThat(engine.reports()).as("what cannot rest is not counted").isEqualTo("#8 EXPIRED 0/2");
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "bob", Side.SELL, MAX, 1));
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.cancel("bob", 5);
        assertThat(engine.reject()).as("was refused").isEqualTo(RejectCode.ORDER_NOT_OPEN);
        engine.buy(3, 1);
        engine.sell(3, 5);
        assertThat(engine.reject()).as("what traded makes room").isEqualTo(RejectCode.NONE);
    }

    /** Where quantities have a bound that lets each notional fit, as they do outside of tests. */
    @Test
    void norDoesItByOrdersOfABoundedSize() {
        long most = 1L << 61;
        TestEngine bounded = TestEngine.trading(InstrumentRules.plain().quantities(1, most).build());
        for (int i = 0; i < 3; i++) {
            bounded.sell(most, 1);
            assertThat(bounded.reject()).isEqualTo(RejectCode.NONE);
        }
        bounded.sell(most, 2);
        assertThat(bounded.reject()).isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
        bounded.sell(most - 1, 2);
        assertThat(bounded.reject()).isEqualTo(RejectCode.NONE);
        bounded.amend("bob", 5, 1, most);
        assertThat(bounded.reject()).isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
    }

    @Test
    void anAmendKeepsWithin63Bits() {
        engine.sell(MAX - 5, 1);
        engine.sell(2, 2);
        engine.amend("bob", 2, 0, 6);
        assertThat(engine.reject()).isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
        engine.amend("bob", 2, 0, 5);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.amend("bob", 2, MAX / 5 + 1, 0);
        assertThat(engine.reject()).isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
        engine.amend("bob", 2, MAX / 5, 0);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.amend("bob", 1, MAX, MAX);
        assertThat(engine.reject()).isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
    }

    @Test
    void theQuoteOfManyLargeFillsGrowsInto128Bits() {
        BigInteger expected = BigInteger.ZERO;
        for (int i = 0; i < 5; i++) {
            engine.sell(1, MAX - i);
            expected = expected.add(BigInteger.valueOf(MAX - i));
        }
        engine.market(Side.BUY, 6);
        assertThat(engine.outcome().orders().getFirst().quote()).isEqualTo(expected);
    }

    @Test
    void aFokOrderCountsLiquidityUpTo63Bits() {
        engine.sell(MAX - 1, 1);
        engine.sell(1, 2);
        engine.place(OrderTicket.market("alice", Side.BUY, MAX).in(TimeInForce.FOK));
        assertThat(engine.reports()).startsWith("#3 FILLED");
        assertThat(engine.book()).isEqualTo("|");
    }

    @Test
    void aFokOrderCountsTheStepsOfHugeIcebergsWithoutOverflow() {
        for (int i = 0; i < 11; i++) {
            engine.place(OrderTicket.limit("bob", Side.SELL, MAX / 11, 1).showing(MAX / 11_000 + 1));
        }
        engine.place(OrderTicket.market("alice", Side.BUY, MAX / 11 * 11).in(TimeInForce.FOK));
        assertThat(engine.reports()).isEqualTo("#12 EXPIRED 0/" + MAX / 11 * 11);
    }

    @Test
    void theLargestBudgetBuysWhatThereIs() {
        engine.sell(MAX, 1);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, MAX));
        assertThat(engine.reports()).startsWith("#2 FILLED " + MAX + "/" + MAX);
    }

    @Test
    void anAuctionAddsUpTheLargestSides() {
        engine.enter(TradingState.AUCTION);
        engine.buy(MAX, 1);
        engine.sell(1, 1);
        assertThat(engine.outcome().indication().imbalance()).isEqualTo(MAX - 1);
        engine.sell(MAX - 1, 1);
        assertThat(engine.outcome().indication().volume()).isEqualTo(MAX);
        engine.enter(TradingState.TRADING);
        assertThat(engine.book()).isEqualTo("|");
    }

    @Test
    void timeNeverGoesBack() {
        for (long[] toldAndMeant : new long[][]{{500, 500}, {400, 500}, {-1, 500}, {501, 501}, {MAX, MAX}, {0, MAX}}) {
            engine.apply(new Tick(toldAndMeant[0], TestEngine.SYMBOL));
            assertThat(engine.outcome().timeUs()).isEqualTo(toldAndMeant[1]);
        }
    }

    @Test
    void atTheEndOfTimeADayOrderIsStillTaken() {
        engine.tick(MAX);
        engine.limit("alice", Side.BUY, TimeInForce.DAY, 1, 100);
        assertThat(engine.outcome().orders().getFirst().expireTimeUs()).as("there is no later midnight").isEqualTo(MAX);
        engine.tick(MAX);
        assertThat(engine.reports()).isEqualTo("#2 EXPIRED 0/1");
    }

    @Test
    void sequencesCountCommandsWhateverTheHolesBetweenOffsets() {
        engine.skipTo(900);
        engine.tick(1);
        assertThat(engine.outcome().sequence()).isEqualTo(2);
        assertThat(engine.outcome().inputOffset()).isEqualTo(900);
        MatchingEngine sparse = new MatchingEngine(3, EngineLimits.STANDARD);
        sparse.tick(900, 1, "NOPE");
        assertThatThrownBy(() -> sparse.tick(900, 1, "NOPE"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("offset 900 after 900 in partition 3");
        assertThatThrownBy(() -> sparse.tick(899, 1, "NOPE")).isInstanceOf(IllegalStateException.class);
    }

    private void outOfRange(long quantity, long price) {
        engine.sell(quantity, price);
        assertThat(engine.reject()).as(quantity + " at " + price).isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
    }
}
