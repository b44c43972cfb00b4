// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.reference.ExpectedOutcome.Indication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an auction takes, and at which price it would trade. */
class AuctionTest {

    private final TestEngine engine = TestEngine.trading();

    @ParameterizedTest
    @CsvSource(textBlock = """
            LIMIT,             GTC, false, NONE
            LIMIT,             GTD, false, NONE
            LIMIT,             DAY, false, NONE
            LIMIT,             GTC, true,  HALTED
            LIMIT,             IOC, false, HALTED
            LIMIT,             FOK, false, HALTED
            MARKET,            IOC, false, HALTED
            MARKET,            FOK, false, HALTED
            STOP_LOSS,         IOC, false, NONE
            STOP_LOSS,         FOK, false, NONE
            TAKE_PROFIT,       IOC, false, NONE
            STOP_LOSS_LIMIT,   FOK, false, NONE
            TAKE_PROFIT_LIMIT, GTC, false, NONE
            """)
    void itTakesOrdersThatRestOrWait(OrderType type, TimeInForce time, boolean postOnly, RejectCode expected) {
        engine.enter(TradingState.AUCTION);
        OrderTicket ticket = OrderTicket.of("alice", Side.BUY, type).quantity(5).in(time)
                .price(type.isPriced() ? 100 : 0).stopPrice(type.isStop() ? 110 : 0).expiring(time == TimeInForce.GTD ? 9 : 0);
        engine.place(postOnly ? ticket.postOnly() : ticket);
        assertThat(engine.reject()).isEqualTo(expected);
        assertThat(engine.outcome().inAuction()).isEqualTo(expected == RejectCode.NONE);
    }

    @ParameterizedTest
    @CsvSource({"HALTED", "CANCEL_ONLY", "CLOSED"})
    void theOtherStatesTakeNothingAndTheBookStays(TradingState state) {
        engine.sell(1, 100);
        engine.enter(state);
        engine.buy(1, 100);
        assertThat(engine.reject()).isEqualTo(RejectCode.HALTED);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.BUY, 1, 110));
        assertThat(engine.reject()).isEqualTo(RejectCode.HALTED);
        engine.enter(TradingState.TRADING);
        engine.buy(1, 100);
        assertThat(engine.trades()).isEqualTo("1@100#1");
    }

    @Test
    void everyAppliedCommandTellsWhereItWouldTrade() {
        engine.enter(TradingState.AUCTION);
        indicates(0, 0, 0);
        engine.buy(5, 101);
        indicates(0, 0, 0);
        engine.sell(3, 100);
        indicates(101, 3, 2);
        engine.sell(9, 99);
        indicates(99, 5, -4);
        engine.amend("bob", 4, 0, 2);
        indicates(101, 5, 0);
        engine.cancel("bob", 3);
        indicates(101, 2, 3);
        engine.define(TestEngine.PLAIN);
        indicates(101, 2, 3);
        engine.tick(1);
        indicates(101, 2, 3);
        engine.cancelAll("alice", Side.BUY);
        indicates(0, 0, 0);
        engine.enter(TradingState.TRADING);
        assertThat(engine.outcome().inAuction()).isFalse();
    }

    /** What a level shows, which is all that is told of it, stays as it is. */
    @Test
    void whatAnIcebergHidesCountsAndCountsNoMoreOnceItIsAmendedAway() {
        engine.enter(TradingState.AUCTION);
        engine.place(OrderTicket.limit("alice", Side.BUY, 9, 101).showing(2));
        engine.sell(9, 100);
        indicates(101, 9, 0);
        engine.amend("alice", 2, 0, 5);
        assertThat(engine.levels()).isEmpty();
        indicates(101, 5, -4);
    }

    @Test
    void aSymbolThatIsNotInAuctionIndicatesNothing() {
        engine.enter(TradingState.AUCTION);
        engine.buy(5, 101);
        engine.sell(3, 100);
        engine.enter(TradingState.HALTED);
        assertThat(engine.outcome().inAuction()).isFalse();
        assertThat(engine.outcome().indication()).isEqualTo(Indication.NONE);
        assertThat(engine.book()).as("it stays crossed").isEqualTo("101x5(1) | 100x3(1)");
        engine.enter(TradingState.AUCTION);
        indicates(101, 3, 2);
    }

    /** Orders as {@code side quantity@price}, bids and asks. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', nullValues = "-", textBlock = """
            most volume;                     5@103 5@102 5@101; 5@100 5@102 5@104; -;   102; 10; 0
            most volume beats imbalance;     9@103 1@101;       8@103 1@101;       -;   103; 9;  0
            least imbalance;                 5@102 9@100;       5@100;             -;   102; 5;  0
            least imbalance on the other;    5@102;             5@100 9@102;       -;   100; 5;  0
            as large either way: the higher; 5@102 2@100;       5@100 2@102;       -;   102; 5;  -2
            as large either way, last below; 5@102 2@100;       5@100 2@102;       99;  100; 5;  2
            nearest to the last, below;      5@105;             5@100;             99;  100; 5;  0
            nearest to the last, within;     5@105;             5@100;             102; 100; 5;  0
            nearest to the last, above;      5@105;             5@100;             107; 105; 5;  0
            equally near: the higher;        5@104;             5@100;             102; 104; 5;  0
            no last trade: the higher;       5@105;             5@100;             -;   105; 5;  0
            one price;                       5@100;             3@100;             -;   100; 3;  2
            only prices that cross count;    5@101 90@99;       3@100 90@105;      -;   101; 3;  2
            the highest price there is;      1@9223372036854775807; 1@1;           -;   9223372036854775807; 1; 0
            ends of the range, last below;   1@9223372036854775807; 1@1;           5;   1;   1;  0
            the highest price and no ask;    1@9223372036854775807; 5@7;           -;   9223372036854775807; 1; -4
            """)
    void thePriceIsTheOneWithMostVolumeLeastImbalanceNearestAndHigher(
            String why, String bids, String asks, Long last, long price, long volume, long imbalance) {
        if (last != null) {
            engine.tradeAt(last);
        }
        engine.enter(TradingState.AUCTION);
        place(Side.BUY, bids);
        place(Side.SELL, asks);
        indicates(price, volume, imbalance);
        engine.enter(TradingState.TRADING);
        assertThat(engine.outcome().trades()).as(why).isNotEmpty().allMatch(trade -> trade.price() == price);
        assertThat(engine.outcome().trades().stream().mapToLong(trade -> trade.quantity()).sum()).as(why).isEqualTo(volume);
    }

    private void place(Side side, String orders) {
        for (String order : orders.split(" ")) {
            String[] parts = order.split("@");
            engine.limit(side == Side.BUY ? "alice" : "bob", side, Long.parseLong(parts[0]), Long.parseLong(parts[1]));
        }
    }

    private void indicates(long price, long volume, long imbalance) {
        assertThat(engine.outcome().inAuction()).isTrue();
        assertThat(engine.outcome().indication()).isEqualTo(new Indication(price, volume, imbalance));
    }
}
