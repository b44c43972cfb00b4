// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.Command.AmendOrder;
import io.outcry.matching.domain.Command.CancelAll;
import io.outcry.matching.domain.Command.CancelByClientOrderId;
import io.outcry.matching.domain.Command.CancelOrder;
import io.outcry.matching.domain.Command.DefineInstrument;
import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.PlaceScaledOrder;
import io.outcry.matching.domain.Command.SetTradingState;
import io.outcry.matching.domain.Command.Tick;

/** Hands commands in words to the engine, which knows accounts and symbols by number. */
public final class EngineDriver {

    private final MatchingEngine engine;
    private final ClientOrderId clientOrderId = new ClientOrderId();

    public EngineDriver(MatchingEngine engine) {
        this.engine = engine;
    }

    /** The engine's outcome holds until the next command. */
    public CommandOutcome apply(long offset, Command command) {
        long timeUs = command.timeUs();
        return switch (command) {
            case PlaceOrder place -> engine.place(offset, timeUs, filled(place));
            case PlaceScaledOrder place ->
                engine.place(offset, timeUs, filled(place.order()), place.priceScale(), place.quantityScale());
            case CancelOrder cancel -> engine.cancel(offset, timeUs, engine.registerAccount(cancel.account()), cancel.orderId());
            case CancelByClientOrderId cancel -> {
                clientOrderId.set(cancel.clientOrderId());
                yield engine.cancel(offset, timeUs, engine.registerAccount(cancel.account()), clientOrderId);
            }
            case CancelAll cancel ->
                engine.cancelAll(offset, timeUs, engine.registerAccount(cancel.account()), cancel.symbol(), cancel.side());
            case AmendOrder amend ->
                engine.amend(offset, timeUs, engine.registerAccount(amend.account()), amend.orderId(), amend.price(), amend.quantity());
            case DefineInstrument define -> engine.define(offset, timeUs, define.instrument());
            case SetTradingState set -> engine.enter(offset, timeUs, set.symbol(), set.state());
            case Tick tick -> engine.tick(offset, timeUs, tick.symbol());
        };
    }

    private NewOrder filled(PlaceOrder place) {
        NewOrder order = new NewOrder();
        order.account = engine.registerAccount(place.account());
        order.symbol = engine.symbol(place.symbol());
        order.symbolName = place.symbol();
        order.clientOrderId.set(place.clientOrderId());
        order.kind(place.side(), place.type(), place.timeInForce(), place.selfTradePrevention(), place.postOnly());
        order.price = place.price();
        order.quantity = place.quantity();
        order.stopPrice = place.stopPrice();
        order.quoteQuantity = place.quoteQuantity();
        order.displayQuantity = place.displayQuantity();
        order.expireTimeUs = place.expireTimeUs();
        return order;
    }
}
