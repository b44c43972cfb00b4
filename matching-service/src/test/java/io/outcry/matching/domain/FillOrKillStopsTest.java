// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many resting orders one command looks at for the FOK stops that it sets off, though none of them trades. */
class FillOrKillStopsTest {

    /** Four trades and forty looks a command. */
    private static final EngineLimits FORTY_LOOKS = new EngineLimits(10, 10, 16, 4, 10, 200, 30);

    private static final int STOPS = 50;

    private final TestEngine engine = TestEngine.trading(TestEngine.PLAIN, FORTY_LOOKS);

    /** The trade that sets the stops off leaves three for each of them, so that three of five offers are looked at; a tick has four. */
    @Test
    void theNextCommandGoesOnWhereTheLooksOfOneAreUsedUp() {
        offers(5);
        stops(SelfTradePrevention.NONE, 5);
        assertThat(stopsSetOff()).isEqualTo(14);
        engine.tick(1);
        assertThat(engine.outcome().stopsActivated()).isEqualTo(10);
        assertThat(engine.reports()).startsWith("#20 EXPIRED 0/5");
    }

    @Test
    void oneForMoreThanRestsOnTheOtherSideTakesNoLook() {
        offers(5);
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "bob", Side.SELL, 100, 10, 90));
        stops(SelfTradePrevention.NONE, 6);
        assertThat(stopsSetOff()).as("as many as one command may").isEqualTo(30);
    }

    /** Five offers of one, the first of which are the account's own, or one iceberg of five parts; the stops that forty looks suffice for. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            1, NONE,         false, 14
            1, EXPIRE_MAKER, false, 14
            1, EXPIRE_TAKER, false, 30
            0, EXPIRE_TAKER, false, 14
            0, NONE,         true,  14
            """)
    void whateverIsMetIsALook(int own, SelfTradePrevention mode, boolean hidden, int setOff) {
        for (int i = 0; i < own; i++) {
            engine.limit("carol", Side.SELL, 1, 200);
        }
        if (hidden) {
            engine.place(OrderTicket.limit("bob", Side.SELL, 5, 200).showing(1));
        } else {
            offers(5 - own);
        }
        stops(mode, 5 - own);
        assertThat(stopsSetOff()).isEqualTo(setOff);
    }

    /** The account's own offer, which stands first. */
    @Test
    void theLookThatAnswersCounts() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 10, 16, 1, 10, 200, 30));
        limited.tradeAt(100);
        limited.limit("carol", Side.SELL, 5, 200);
        limited.enter(TradingState.AUCTION);
        for (int i = 0; i < STOPS; i++) {
            limited.place(stop(SelfTradePrevention.EXPIRE_TAKER, 5));
        }
        limited.enter(TradingState.TRADING);
        assertThat(limited.outcome().stopsActivated()).isEqualTo(10);
    }

    /** Offers above what the stops wait for. */
    private void offers(int count) {
        for (int i = 0; i < count; i++) {
            engine.sell(1, 200);
        }
    }

    private void stops(SelfTradePrevention mode, long quantity) {
        for (int i = 0; i < STOPS; i++) {
            engine.place(stop(mode, quantity));
        }
    }

    private static OrderTicket stop(SelfTradePrevention mode, long quantity) {
        return OrderTicket.stop(OrderType.STOP_LOSS, "carol", Side.BUY, quantity, 100).in(TimeInForce.FOK).preventing(mode);
    }

    /** By a trade at their price. */
    private int stopsSetOff() {
        engine.tradeAt(100);
        return engine.outcome().stopsActivated();
    }
}
