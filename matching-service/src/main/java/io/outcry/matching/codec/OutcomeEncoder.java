// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.ClientOrderId;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.LevelChanges;
import io.outcry.matching.domain.OrderReports;
import io.outcry.matching.domain.Trades;
import java.util.Arrays;

/**
 * Outcomes to the bytes of {@code order.outcomes.v1}. Equal outcomes give equal bytes, those that the messages' own builders would give;
 * no message is built for it. Fields are listed by number.
 */
public final class OutcomeEncoder {

    /** Bytes that the numbers of a message need at most, with their tags and the message's own: tags take 1 or 2, numbers up to 10. */
    private static final int OUTCOME = 140;
    private static final int ORDER = 230;
    private static final int TRADE = 80;
    private static final int LEVEL = 50;
    private static final int INSTRUMENT = 180;
    private static final int AUCTION = 40;

    /** With tag and length; a name is in UTF-8, of at most three bytes a char. */
    private static final int CLIENT_ORDER_ID = ClientOrderId.MAX_LENGTH + 2;
    private static final int NAME = 6;
    private static final int CHAR = 3;

    private final WireFields fields;
    private final WireFields inner = new WireFields();

    private OutcomeEncoder(WireFields fields) {
        this.fields = fields;
    }

    /** One record's value. */
    public static byte[] encode(CommandOutcome outcome) {
        byte[] room = new byte[mostBytes(outcome)];
        WireFields fields = new WireFields(room);
        new OutcomeEncoder(fields).outcome(outcome);
        return Arrays.copyOf(room, fields.written());
    }

    private static int mostBytes(CommandOutcome outcome) {
        OrderReports orders = outcome.orders();
        int bytes = OUTCOME + AUCTION + name(outcome.symbol());
        bytes += orders.size() * (ORDER + CLIENT_ORDER_ID) + outcome.trades().size() * TRADE + outcome.levels().size() * LEVEL;
        for (int i = 0; i < orders.size(); i++) {
            bytes += name(orders.account(i));
        }
        Instrument instrument = outcome.instrument();
        if (instrument != null) {
            bytes += INSTRUMENT + name(instrument.symbol()) + name(instrument.baseAsset()) + name(instrument.quoteAsset());
        }
        return bytes;
    }

    private static int name(String name) {
        return NAME + name.length() * CHAR;
    }

    private void outcome(CommandOutcome outcome) {
        fields.int64(1, outcome.inputOffset());
        fields.int64(2, outcome.sequence());
        fields.int64(3, outcome.timeUs());
        fields.text(4, outcome.symbol());
        fields.int64(5, outcome.priceScale());
        fields.int64(6, outcome.quantityScale());
        fields.enumeration(7, WireEnums.of(outcome.reject()));
        fields.int64(8, outcome.repeatOfSequence());
        orders(outcome.orders());
        trades(outcome.trades());
        levels(outcome.levels());
        var instrument = outcome.instrument();
        if (instrument != null) {
            instrument(inner, instrument);
            fields.message(12, inner.takeCount());
            instrument(fields, instrument);
        }
        var state = outcome.tradingState();
        if (state != null) {
            fields.enumeration(13, WireEnums.of(state));
        }
        fields.int64(14, outcome.repeatOfTimeUs());
        if (outcome.inAuction()) {
            auction(inner, outcome);
            fields.message(15, inner.takeCount());
            auction(fields, outcome);
        }
        fields.int64(16, outcome.stopsActivated());
        fields.int64(17, outcome.engineVersion());
    }

    private void orders(OrderReports orders) {
        for (int i = 0; i < orders.size(); i++) {
            String account = orders.account(i);
            String clientOrderId = orders.clientOrderId(i);
            order(inner, orders, i, account, clientOrderId);
            fields.message(9, inner.takeCount());
            order(fields, orders, i, account, clientOrderId);
        }
    }

    private void trades(Trades trades) {
        for (int i = 0; i < trades.size(); i++) {
            trade(inner, trades, i);
            fields.message(10, inner.takeCount());
            trade(fields, trades, i);
        }
    }

    private void levels(LevelChanges levels) {
        for (int i = 0; i < levels.size(); i++) {
            level(inner, levels, i);
            fields.message(11, inner.takeCount());
            level(fields, levels, i);
        }
    }

    private static void order(WireFields to, OrderReports orders, int i, String account, String clientOrderId) {
        to.int64(1, orders.orderId(i));
        to.text(2, account);
        to.text(3, clientOrderId);
        to.enumeration(4, WireEnums.of(orders.side(i)));
        to.enumeration(5, WireEnums.of(orders.type(i)));
        to.enumeration(6, WireEnums.of(orders.timeInForce(i)));
        to.int64(7, orders.price(i));
        to.int64(8, orders.quantity(i));
        to.int64(9, orders.executedQuantity(i));
        to.fixed64(10, orders.cumulativeQuoteLow(i));
        to.int64(11, orders.cumulativeQuoteHigh(i));
        to.enumeration(12, WireEnums.of(orders.status(i)));
        to.int64(13, orders.leavesQuantity(i));
        to.int64(14, orders.stopPrice(i));
        to.int64(15, orders.quoteQuantity(i));
        to.bool(16, orders.postOnly(i));
        to.int64(17, orders.displayQuantity(i));
        to.enumeration(18, WireEnums.of(orders.selfTradePrevention(i)));
        to.int64(19, orders.expireTimeUs(i));
    }

    private static void trade(WireFields to, Trades trades, int i) {
        to.int64(1, trades.takerOrderId(i));
        to.int64(2, trades.makerOrderId(i));
        to.enumeration(3, WireEnums.of(trades.takerSide(i)));
        to.int64(4, trades.price(i));
        to.int64(5, trades.quantity(i));
        to.int64(6, trades.takerFee(i));
        to.int64(7, trades.makerFee(i));
    }

    private static void level(WireFields to, LevelChanges levels, int i) {
        to.enumeration(1, WireEnums.of(levels.side(i)));
        to.int64(2, levels.price(i));
        to.int64(3, levels.quantity(i));
        to.int64(4, levels.orders(i));
    }

    private static void auction(WireFields to, CommandOutcome outcome) {
        to.int64(1, outcome.indicativePrice());
        to.int64(2, outcome.indicativeVolume());
        to.int64(3, outcome.indicativeImbalance());
    }

    private static void instrument(WireFields to, Instrument instrument) {
        to.text(1, instrument.symbol());
        to.text(2, instrument.baseAsset());
        to.text(3, instrument.quoteAsset());
        to.int64(4, instrument.priceScale());
        to.int64(5, instrument.quantityScale());
        to.int64(6, instrument.tickSize());
        to.int64(7, instrument.lotSize());
        to.int64(8, instrument.minQuantity());
        to.int64(9, instrument.maxQuantity());
        to.int64(10, instrument.minNotional());
        to.int64(11, instrument.priceBandBps());
        to.int64(12, instrument.makerFeeBps());
        to.int64(13, instrument.takerFeeBps());
        to.enumeration(14, WireEnums.of(instrument.tier()));
        to.int64(15, instrument.volatilityBandBps());
    }
}
