// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.name.Names;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.PlaceScaledOrder;
import io.outcry.contracts.v1.SelfTradePrevention;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.order.domain.Checked;
import io.outcry.order.domain.Fault;
import io.outcry.order.domain.OrderRequest;
import io.outcry.order.domain.RuleChecks;
import io.outcry.order.domain.ScaledOrder;
import io.outcry.order.instrument.InstrumentRegistry;
import io.outcry.order.instrument.RegisteredSymbol;
import io.outcry.order.log.LogLane;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.reply.Command;
import io.outcry.order.reply.CommandKind;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * Makes commands of well-formed orders. An order that breaks a rule, as far as this instance knows, goes to the log with its numbers as they
 * came: the engine decides, and what it decides has an id and can be repeated.
 */
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
            Fault unknown = unknown(order.symbol());
            return Names.isSymbol(order.symbol())
                    ? doubtful(account, order, Partitioning.ofSymbol(order.symbol(), lanes.orderPartitions()), unknown)
                    : Checked.refused(unknown);
        }
        return switch (RuleChecks.check(order, symbol.rules())) {
            case Checked.Refused<ScaledOrder>(Fault fault) -> doubtful(account, order, symbol.partition(), fault);
            case Checked.Valid<ScaledOrder>(ScaledOrder scaled) -> {
                OrderCommand.Builder message = OrderCommand.newBuilder().setPlace(message(account, scaled));
                yield Checked.valid(new NewOrder(scaled, command(scaled, symbol.partition(), message), null));
            }
        };
    }

    /** An order that the engine is expected to refuse, unless it cannot be written down for it. */
    private Checked<NewOrder> doubtful(String account, OrderRequest order, int partition, Fault fault) {
        ScaledOrder scaled = fault.isOfRule() ? ScaledOrder.atOwnScales(order).orElse(null) : null;
        if (scaled == null) {
            return Checked.refused(fault);
        }
        OrderCommand.Builder message = OrderCommand.newBuilder().setPlaceScaled(PlaceScaledOrder.newBuilder()
                .setOrder(message(account, scaled))
                .setPriceScale(scaled.priceScale())
                .setQuantityScale(scaled.quantityScale()));
        return Checked.valid(new NewOrder(scaled, command(scaled, partition, message), fault));
    }

    private Command command(ScaledOrder scaled, int partition, OrderCommand.Builder message) {
        LogLane lane = lanes.commands(partition).orElseThrow();
        byte[] key = scaled.request().symbol().getBytes(StandardCharsets.UTF_8);
        return new Command(CommandKind.PLACE, lane, key, message.setTimeUs(Micros.now(clock)).build());
    }

    private static PlaceOrder message(String account, ScaledOrder scaled) {
        OrderRequest order = scaled.request();
        return PlaceOrder.newBuilder()
                .setAccount(account)
                .setClientOrderId(order.clientOrderId())
                .setSymbol(order.symbol())
                .setSide(switch (order.side()) {
                    case BUY -> Side.SIDE_BUY;
                    case SELL -> Side.SIDE_SELL;
                })
                .setType(type(order))
                .setTimeInForce(timeInForce(order))
                .setPrice(scaled.price())
                .setQuantity(scaled.quantity())
                .setStopPrice(scaled.stopPrice())
                .setQuoteQuantity(scaled.quoteQuantity())
                .setPostOnly(order.postOnly())
                .setDisplayQuantity(scaled.displayQuantity())
                .setSelfTradePrevention(selfTradePrevention(order))
                .setExpireTimeUs(TimeUnit.MILLISECONDS.toMicros(order.expireTimeMillis()))
                .build();
    }

    private static OrderType type(OrderRequest order) {
        return switch (order.type()) {
            case LIMIT -> OrderType.ORDER_TYPE_LIMIT;
            case MARKET -> OrderType.ORDER_TYPE_MARKET;
            case STOP_LOSS -> OrderType.ORDER_TYPE_STOP_LOSS;
            case STOP_LOSS_LIMIT -> OrderType.ORDER_TYPE_STOP_LOSS_LIMIT;
            case TAKE_PROFIT -> OrderType.ORDER_TYPE_TAKE_PROFIT;
            case TAKE_PROFIT_LIMIT -> OrderType.ORDER_TYPE_TAKE_PROFIT_LIMIT;
        };
    }

    private static TimeInForce timeInForce(OrderRequest order) {
        return switch (order.timeInForce()) {
            case GTC -> TimeInForce.TIME_IN_FORCE_GTC;
            case IOC -> TimeInForce.TIME_IN_FORCE_IOC;
            case FOK -> TimeInForce.TIME_IN_FORCE_FOK;
            case GTD -> TimeInForce.TIME_IN_FORCE_GTD;
            case DAY -> TimeInForce.TIME_IN_FORCE_DAY;
        };
    }

    /** NONE is not written: it is what a command without it means. */
    private static SelfTradePrevention selfTradePrevention(OrderRequest order) {
        return switch (order.selfTradePrevention()) {
            case NONE -> SelfTradePrevention.SELF_TRADE_PREVENTION_UNSPECIFIED;
            case EXPIRE_TAKER -> SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_TAKER;
            case EXPIRE_MAKER -> SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_MAKER;
            case EXPIRE_BOTH -> SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_BOTH;
            case DECREMENT -> SelfTradePrevention.SELF_TRADE_PREVENTION_DECREMENT;
        };
    }

    /** There is no such symbol here. */
    static Fault unknown(String symbol) {
        return new Fault(ErrorCode.UNKNOWN_SYMBOL, "symbol", "no such symbol: " + JsonBody.quoted(symbol));
    }

    /** The same where a path names the symbol. */
    static ApiException notFound(String symbol) {
        return new ApiException(unknown(symbol).problem().asNotFound());
    }
}
