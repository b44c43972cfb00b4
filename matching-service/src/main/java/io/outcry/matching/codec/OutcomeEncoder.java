// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.ClientOrderId;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.LevelChanges;
import io.outcry.matching.domain.OrderReport;
import io.outcry.matching.domain.OrderReports;
import io.outcry.matching.domain.Trades;

/**
 * Outcomes to the bytes of {@code order.outcomes.v1}. Equal outcomes give equal bytes, those that the messages' own builders would give;
 * no message is built for it. Fields are listed by number. As single-threaded as the engine.
 */
public final class OutcomeEncoder {

    private final WireFields fields = new WireFields();
    private final WrittenFields accounts = new WrittenFields();

    /** One record's value. */
    public byte[] encode(CommandOutcome outcome) {
        write(outcome);
        return fields.copy();
    }

    /** Writes an outcome where {@link #bytes} finds it until the next one. */
    public void write(CommandOutcome outcome) {
        fields.clear();
        outcome(outcome);
    }

    /** The outcome that was written last, from the beginning on; another array after the next one. */
    public byte[] bytes() {
        return fields.bytes();
    }

    /** How many bytes that is. */
    public int length() {
        return fields.length();
    }

    private void outcome(CommandOutcome outcome) {
        fields.int64(1, outcome.inputOffset());
        fields.int64(2, outcome.sequence());
        fields.int64(3, outcome.timeUs());
        fields.text(4, outcome.symbol());
        fields.int64(5, outcome.priceScale());
        fields.int64(6, outcome.quantityScale());
        fields.int64(7, WireNumbers.of(outcome.reject()));
        fields.int64(8, outcome.repeatOfSequence());
        orders(outcome.orders());
        trades(outcome.trades());
        levels(outcome.levels());
        var instrument = outcome.instrument();
        if (instrument != null) {
            int begun = fields.begin(12);
            instrument(instrument);
            fields.end(begun);
        }
        var state = outcome.tradingState();
        if (state != null) {
            fields.int64(13, WireNumbers.of(state));
        }
        fields.int64(14, outcome.repeatOfTimeUs());
        if (outcome.inAuction()) {
            int begun = fields.begin(15);
            auction(outcome);
            fields.end(begun);
        }
        fields.int64(16, outcome.stopsActivated());
        fields.int64(17, outcome.engineVersion());
    }

    private void orders(OrderReports orders) {
        for (int i = 0; i < orders.size(); i++) {
            int begun = fields.begin(9);
            order(orders.get(i));
            fields.end(begun);
        }
    }

    private void trades(Trades trades) {
        for (int i = 0; i < trades.size(); i++) {
            int begun = fields.begin(10);
            trade(trades, i);
            fields.end(begun);
        }
    }

    private void levels(LevelChanges levels) {
        for (int i = 0; i < levels.size(); i++) {
            int begun = fields.begin(11);
            level(levels, i);
            fields.end(begun);
        }
    }

    private void order(OrderReport order) {
        fields.int64(1, order.orderId());
        account(order);
        clientOrderId(order, order.clientOrderIdHandle());
        fields.int64(4, WireNumbers.of(order.side()));
        fields.int64(5, WireNumbers.of(order.type()));
        fields.int64(6, WireNumbers.of(order.timeInForce()));
        fields.int64(7, order.price());
        fields.int64(8, order.quantity());
        fields.int64(9, order.executedQuantity());
        fields.fixed64(10, order.cumulativeQuoteLow());
        fields.int64(11, order.cumulativeQuoteHigh());
        fields.int64(12, WireNumbers.of(order.status()));
        fields.int64(13, order.leavesQuantity());
        fields.int64(14, order.stopPrice());
        fields.int64(15, order.quoteQuantity());
        fields.bool(16, order.postOnly());
        fields.int64(17, order.displayQuantity());
        fields.int64(18, WireNumbers.of(order.selfTradePrevention()));
        fields.int64(19, order.expireTimeUs());
    }

    private void account(OrderReport order) {
        String account = order.account();
        byte[] written = accounts.get(order.accountNumber(), account);
        if (written.length != 0) {
            fields.again(written);
        } else {
            int begun = fields.length();
            fields.text(2, account);
            accounts.keep(order.accountNumber(), account, fields.copyFrom(begun));
        }
    }

    private void clientOrderId(OrderReport order, int handle) {
        if (handle != 0) {
            int begun = fields.begin(3);
            for (int word = 0; word < ClientOrderId.WORDS; word++) {
                fields.sevenBits(order.clientOrderIdWord(handle, word));
            }
            fields.end(begun);
        }
    }

    private void trade(Trades trades, int i) {
        fields.int64(1, trades.takerOrderId(i));
        fields.int64(2, trades.makerOrderId(i));
        fields.int64(3, WireNumbers.of(trades.takerSide(i)));
        fields.int64(4, trades.price(i));
        fields.int64(5, trades.quantity(i));
        fields.int64(6, trades.takerFee(i));
        fields.int64(7, trades.makerFee(i));
    }

    private void level(LevelChanges levels, int i) {
        fields.int64(1, WireNumbers.of(levels.side(i)));
        fields.int64(2, levels.price(i));
        fields.int64(3, levels.quantity(i));
        fields.int64(4, levels.orders(i));
    }

    private void auction(CommandOutcome outcome) {
        fields.int64(1, outcome.indicativePrice());
        fields.int64(2, outcome.indicativeVolume());
        fields.int64(3, outcome.indicativeImbalance());
    }

    private void instrument(Instrument instrument) {
        fields.text(1, instrument.symbol());
        fields.text(2, instrument.baseAsset());
        fields.text(3, instrument.quoteAsset());
        fields.int64(4, instrument.priceScale());
        fields.int64(5, instrument.quantityScale());
        fields.int64(6, instrument.tickSize());
        fields.int64(7, instrument.lotSize());
        fields.int64(8, instrument.minQuantity());
        fields.int64(9, instrument.maxQuantity());
        fields.int64(10, instrument.minNotional());
        fields.int64(11, instrument.priceBandBps());
        fields.int64(12, instrument.makerFeeBps());
        fields.int64(13, instrument.takerFeeBps());
        fields.int64(14, WireNumbers.of(instrument.tier()));
        fields.int64(15, instrument.volatilityBandBps());
    }
}
