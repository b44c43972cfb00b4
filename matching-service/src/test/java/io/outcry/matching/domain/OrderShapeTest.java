// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.TimeInForce.DAY;
import static io.outcry.matching.domain.TimeInForce.FOK;
import static io.outcry.matching.domain.TimeInForce.GTC;
import static io.outcry.matching.domain.TimeInForce.GTD;
import static io.outcry.matching.domain.TimeInForce.IOC;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which things an order of each type gives and which it may not. */
class OrderShapeTest {

    private static final long NOW_US = 1_000;

    /** Somebody to trade with on both sides, far apart. */
    private final TestEngine engine = TestEngine.trading();

    private static Set<TimeInForce> timesOf(OrderType type) {
        return switch (type) {
            case LIMIT, STOP_LOSS_LIMIT, TAKE_PROFIT_LIMIT -> EnumSet.of(GTC, IOC, FOK, GTD, DAY);
            case MARKET, STOP_LOSS, TAKE_PROFIT -> EnumSet.of(IOC, FOK);
            case UNSPECIFIED -> Set.of();
        };
    }

    @ParameterizedTest
    @EnumSource(OrderType.class)
    void eachTypeHasItsTimesInForce(OrderType type) {
        for (TimeInForce time : TimeInForce.values()) {
            taken(sound(type, time), timesOf(type).contains(time), type + " " + time);
        }
    }

    @ParameterizedTest
    @EnumSource(OrderType.class)
    void postOnlyIsForLimitOrdersThatRest(OrderType type) {
        for (TimeInForce time : timesOf(type)) {
            taken(sound(type, time).postOnly(), type == OrderType.LIMIT && time.rests(), "post-only " + type + " " + time);
        }
    }

    @ParameterizedTest
    @EnumSource(OrderType.class)
    void aPartIsShownOfOrdersThatRest(OrderType type) {
        for (TimeInForce time : timesOf(type)) {
            taken(sound(type, time).showing(5), time.rests(), "five shown " + type + " " + time);
            taken(sound(type, time).showing(20), time.rests(), "all shown " + type + " " + time);
            taken(sound(type, time).showing(21), false, "more than all shown " + type + " " + time);
            taken(sound(type, time).showing(-1), false, "less than nothing shown " + type + " " + time);
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            LIMIT,             true,  false, true
            MARKET,            false, false, true
            STOP_LOSS,         false, true,  true
            STOP_LOSS_LIMIT,   true,  true,  true
            TAKE_PROFIT,       false, true,  true
            TAKE_PROFIT_LIMIT, true,  true,  true
            """)
    void eachTypeGivesItsNumbersAndNoOthers(OrderType type, boolean price, boolean stopPrice, boolean quantity) {
        for (long number : new long[]{Long.MIN_VALUE, -1, 0, 50}) {
            taken(sound(type, IOC).price(number), number > 0 ? price : number == 0 && !price, type + " price " + number);
            taken(sound(type, IOC).stopPrice(number), number > 0 ? stopPrice : number == 0 && !stopPrice, type + " stop " + number);
            taken(sound(type, IOC).quantity(number), number > 0 && quantity, type + " quantity " + number);
            taken(sound(type, IOC).quoteQuantity(number), number == 0, type + " quote quantity " + number);
        }
    }

    @Test
    void aMarketOrderGoesByQuantityOrByQuoteQuantity() {
        taken(OrderTicket.marketByQuote("alice", Side.BUY, 1_000), true, "by quote");
        taken(OrderTicket.marketByQuote("alice", Side.BUY, 1_000).in(FOK), false, "by quote, whole or not at all");
        taken(OrderTicket.marketByQuote("alice", Side.BUY, -1), false, "by less than nothing");
        taken(OrderTicket.marketByQuote("alice", Side.BUY, 1_000).quantity(1), false, "by both");
        taken(OrderTicket.marketByQuote("alice", Side.BUY, 1_000).quantity(-1), false, "by a negative quantity too");
        taken(OrderTicket.market("alice", Side.BUY, 0), false, "by neither");
    }

    @ParameterizedTest
    @EnumSource(TimeInForce.class)
    void onlyGoodTillDateHasAnExpireTimeAndItIsLater(TimeInForce time) {
        for (long expireTime : new long[]{-1, 0, 1, NOW_US, NOW_US + 1, Long.MAX_VALUE}) {
            boolean right = time == GTD ? expireTime > NOW_US : expireTime == 0 && time != TimeInForce.UNSPECIFIED;
            taken(OrderTicket.limit("alice", Side.BUY, 20, 50).in(time).expiring(expireTime), right, time + " until " + expireTime);
        }
    }

    @ParameterizedTest
    @CsvSource({"UNSPECIFIED, LIMIT, GTC", "BUY, UNSPECIFIED, GTC", "BUY, LIMIT, UNSPECIFIED", "BUY, MARKET, UNSPECIFIED"})
    void anOrderWithoutSideTypeOrTimeInForceIsInvalidAndHasNoReport(Side side, OrderType type, TimeInForce time) {
        long order = engine.place(OrderTicket.of("alice", side, type).quantity(20).price(type == OrderType.LIMIT ? 50 : 0).in(time));
        assertThat(engine.reject()).isEqualTo(RejectCode.INVALID_COMMAND);
        assertThat(engine.reports()).isEmpty();
        engine.cancel("alice", order);
        assertThat(engine.reject()).as("but it was there").isEqualTo(RejectCode.ORDER_NOT_OPEN);
    }

    @Test
    void accountsHaveAName() {
        taken(OrderTicket.limit("x".repeat(64), Side.BUY, 20, 50), true, "the longest account");
        taken(OrderTicket.limit("x".repeat(65), Side.BUY, 20, 50), false, "a longer account");
        taken(OrderTicket.limit("", Side.BUY, 20, 50), false, "no account");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "AZaz09-_.:", "------------------------------------"})
    void clientOrderIdsAreOfLettersDigitsAndFewSigns(String id) {
        taken(OrderTicket.limit("alice", Side.BUY, 20, 50).named(id), true, id);
        assertThat(engine.outcome().orders().getFirst().clientOrderId()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "a b", "ab ", "ä", "a/b", "a@", "[", "`", "{", "\u0000", "a\u0000", "\ud83d\ude00", "ABC\u0141"})
    void otherSignsAreInvalidAndTheReportDoesNotRepeatThem(String id) {
        taken(OrderTicket.limit("alice", Side.BUY, 20, 50).named(id), false, id);
        assertThat(engine.outcome().orders().getFirst().clientOrderId()).isEmpty();
        engine.cancel("alice", id);
        assertThat(engine.reject()).isEqualTo(RejectCode.ORDER_NOT_FOUND);
    }

    @Test
    void aClientOrderIdHasThirtySixCharactersAtMost() {
        taken(OrderTicket.limit("alice", Side.BUY, 20, 50).named("x".repeat(36)), true, "36");
        taken(OrderTicket.limit("alice", Side.BUY, 20, 50).named("x".repeat(37)), false, "37");
        assertThat(engine.outcome().orders().getFirst().clientOrderId()).isEmpty();
    }

    @Test
    void theReportOfARefusedOrderTellsWhatWasAskedFor() {
        engine.place(OrderTicket.of("alice", Side.SELL, OrderType.TAKE_PROFIT_LIMIT).named("x").quantity(-7).price(3).stopPrice(-4)
                .showing(9).postOnly().preventing(SelfTradePrevention.DECREMENT).until(5));
        var report = engine.outcome().orders().getFirst();
        assertThat(report.quantity()).isEqualTo(-7);
        assertThat(report.price()).isEqualTo(3);
        assertThat(report.stopPrice()).isEqualTo(-4);
        assertThat(report.displayQuantity()).isEqualTo(9);
        assertThat(report.postOnly()).isTrue();
        assertThat(report.selfTradePrevention()).isEqualTo(SelfTradePrevention.DECREMENT);
        assertThat(report.expireTimeUs()).isEqualTo(5);
        assertThat(report.leaves()).isZero();
        assertThat(report.status()).isEqualTo(OrderStatus.REJECTED);
    }

    /** Nothing is wrong with it; it is to buy, at a price that nobody sells at. */
    private static OrderTicket sound(OrderType type, TimeInForce time) {
        return OrderTicket.of("alice", Side.BUY, type)
                .quantity(20)
                .price(type.isPriced() ? 50 : 0)
                .stopPrice(type.isStop() ? 900 : 0)
                .in(time)
                .expiring(time == GTD ? NOW_US + 1 : 0);
    }

    private void taken(OrderTicket ticket, boolean expected, String what) {
        engine.clock(NOW_US);
        engine.sell(1_000, 800);
        engine.place(ticket);
        assertThat(engine.reject()).as(what).isEqualTo(expected ? RejectCode.NONE : RejectCode.INVALID_COMMAND);
    }
}
