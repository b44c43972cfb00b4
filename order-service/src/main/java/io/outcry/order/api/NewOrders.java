// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.order.domain.Checked;
import io.outcry.order.domain.Fault;
import io.outcry.order.domain.OrderChecks;
import io.outcry.order.domain.OrderRequest;
import io.outcry.order.domain.ValidOrder;
import io.outcry.order.instrument.InstrumentRegistry;
import io.outcry.order.instrument.RegisteredSymbol;
import io.outcry.order.log.LogLane;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.reply.Command;
import io.outcry.order.reply.CommandKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Makes commands of well-formed orders, after a look at the rules of their symbol. */
final class NewOrders {

    private final InstrumentRegistry registry;
    private final OrderLanes lanes;
    private final InstantSource clock;

    NewOrders(InstrumentRegistry registry, OrderLanes lanes, InstantSource clock) {
        this.registry = registry;
        this.lanes = lanes;
        this.clock = clock;
    }

    /** The command that places {@code order} for {@code account}, or why it may not enter the log. */
    Checked<NewOrder> prepare(String account, OrderRequest order) {
        RegisteredSymbol symbol = registry.find(order.symbol()).orElse(null);
        if (symbol == null) {
            return Checked.refused(new Fault(ErrorCode.UNKNOWN_SYMBOL, "symbol", "no such symbol: " + JsonBody.quoted(order.symbol())));
        }
        LogLane lane = lanes.commands(symbol.partition()).orElseThrow();
        return switch (OrderChecks.rules(order, symbol.rules())) {
            case Checked.Refused<ValidOrder>(Fault fault) -> Checked.refused(fault);
            case Checked.Valid<ValidOrder>(ValidOrder valid) -> Checked.valid(new NewOrder(valid, command(account, valid, lane)));
        };
    }

    private Command command(String account, ValidOrder valid, LogLane lane) {
        OrderRequest order = valid.request();
        PlaceOrder place = PlaceOrder.newBuilder()
                .setAccount(account)
                .setClientOrderId(order.clientOrderId())
                .setSymbol(order.symbol())
                .setSide(switch (order.side()) {
                    case BUY -> Side.SIDE_BUY;
                    case SELL -> Side.SIDE_SELL;
                })
                .setType(switch (order.type()) {
                    case LIMIT -> OrderType.ORDER_TYPE_LIMIT;
                    case MARKET -> OrderType.ORDER_TYPE_MARKET;
                })
                .setTimeInForce(switch (order.timeInForce()) {
                    case GTC -> TimeInForce.TIME_IN_FORCE_GTC;
                    case IOC -> TimeInForce.TIME_IN_FORCE_IOC;
                    case FOK -> TimeInForce.TIME_IN_FORCE_FOK;
                })
                .setPrice(valid.price())
                .setQuantity(valid.quantity())
                .build();
        OrderCommand message = OrderCommand.newBuilder().setTimeUs(nowMicros(clock)).setPlace(place).build();
        return new Command(CommandKind.PLACE, lane, order.symbol().getBytes(StandardCharsets.UTF_8), message);
    }

    /** Microseconds since the epoch. */
    static long nowMicros(InstantSource clock) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    }
}
