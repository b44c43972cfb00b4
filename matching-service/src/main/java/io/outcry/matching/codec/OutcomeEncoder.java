// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.ClientOrderId;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.LevelChanges;
import io.outcry.matching.domain.OrderReport;
import io.outcry.matching.domain.OrderReports;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.RejectCode;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.TimeInForce;
import io.outcry.matching.domain.Trades;
import java.util.Arrays;

/**
 * Outcomes to the bytes of {@code order.outcomes.v1}. Equal outcomes give equal bytes, those that the messages' own builders would give;
 * no message is built for it. Fields are listed by number. As single-threaded as the engine.
 *
 * <p>All is written into one array, which grows to the largest outcome and is used again. Room is made for a whole message at a time, so that
 * its fields need not ask for it.
 */
public final class OutcomeEncoder {

    private static final int FIRST_BYTES = 4_096;

    /** Longer names are not kept; no listed symbol and no account has one. */
    private static final int MOST_KEPT_CHARACTERS = 64;

    private static final int ACCOUNT = 2;
    private static final int SYMBOL = 4;
    private static final int INSTRUMENT_FIELDS = 16;
    private static final int SCALE_BITS = 8;
    private static final int HEAD_BYTES = 16 * WireFields.FIELD_BYTES;
    private static final int ORDER_BYTES = 24 * WireFields.FIELD_BYTES + ClientOrderId.MAX_LENGTH + 3 * MOST_KEPT_CHARACTERS;
    private static final int TRADE_BYTES = 9 * WireFields.FIELD_BYTES;
    private static final int LEVEL_BYTES = 6 * WireFields.FIELD_BYTES;

    private static final int NOT_REFUSED = WireNumbers.of(RejectCode.NONE);

    /** The fields of each {@link OrderReport#kind}. */
    private static final byte[][] KINDS = kinds();

    private final WrittenFields accounts = new WrittenFields((to, account, _) -> WireFields.text(to, 0, ACCOUNT, account));
    private final WrittenFields symbols = new WrittenFields(OutcomeEncoder::symbol);
    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    /** Writes an outcome where {@link #bytes} finds it until the next one. */
    public void write(CommandOutcome outcome) {
        int at = head(outcome);
        at = orders(outcome.orders(), at);
        at = trades(outcome.trades(), at);
        at = levels(outcome.levels(), at);
        length = outcome.isRare() ? rare(outcome, at) : at;
    }

    /** The outcome that was written last, from the beginning on; another array after the next one. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many bytes that is. */
    public int length() {
        return length;
    }

    /** The array, with room for so many bytes more. */
    private byte[] room(int at, int needed) {
        if (bytes.length - at < needed) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + needed));
        }
        return bytes;
    }

    private int head(CommandOutcome outcome) {
        String symbol = outcome.symbol();
        byte[] to = room(0, HEAD_BYTES + WireFields.textBytes(symbol));
        int at = WireFields.int64(to, 0, 1, outcome.inputOffset());
        at = WireFields.int64(to, at, 2, outcome.sequence());
        at = WireFields.int64(to, at, 3, outcome.timeUs());
        int scales = outcome.priceScale() << SCALE_BITS | outcome.quantityScale();
        at = symbol.length() <= MOST_KEPT_CHARACTERS
                ? symbols.write(to, at, symbol.hashCode(), symbol, scales)
                : scales(to, WireFields.text(to, at, SYMBOL, symbol), scales);
        if (!outcome.isRare()) {
            return WireFields.small(to, at, 7, NOT_REFUSED);
        }
        at = WireFields.small(to, at, 7, WireNumbers.of(outcome.reject()));
        return WireFields.int64(to, at, 8, outcome.repeatOfSequence());
    }

    private static int symbol(byte[] to, String symbol, int scales) {
        return scales(to, WireFields.text(to, 0, SYMBOL, symbol), scales);
    }

    private static int scales(byte[] to, int begin, int scales) {
        int at = WireFields.small(to, begin, 5, scales >>> SCALE_BITS);
        return WireFields.small(to, at, 6, scales & (1 << SCALE_BITS) - 1);
    }

    private int orders(OrderReports orders, int begin) {
        int at = begin;
        int size = orders.size();
        for (int i = 0; i < size; i++) {
            byte[] to = room(at, ORDER_BYTES);
            int begun = WireFields.begin(to, at, 9);
            at = WireFields.end(to, order(to, begun, orders.get(i)), begun);
        }
        return at;
    }

    private int trades(Trades trades, int begin) {
        int at = begin;
        int size = trades.size();
        for (int i = 0; i < size; i++) {
            byte[] to = room(at, TRADE_BYTES);
            int begun = WireFields.begin(to, at, 10);
            at = WireFields.end(to, trade(to, begun, trades, i), begun);
        }
        return at;
    }

    private int levels(LevelChanges levels, int begin) {
        int at = begin;
        int size = levels.size();
        for (int i = 0; i < size; i++) {
            byte[] to = room(at, LEVEL_BYTES);
            int begun = WireFields.begin(to, at, 11);
            at = WireFields.end(to, level(to, begun, levels, i), begun);
        }
        return at;
    }

    private int order(byte[] to, int begin, OrderReport order) {
        int at = WireFields.int64(to, begin, 1, order.orderId());
        at = accounts.write(to, at, order.accountNumber(), order.account(), 0);
        at = clientOrderId(to, at, order, order.clientOrderIdHandle());
        byte[] kind = KINDS[order.kind()];
        EightBytes.set(to, at, EightBytes.get(kind, 0));
        at += kind[Long.BYTES];
        at = WireFields.int64(to, at, 7, order.price());
        at = WireFields.int64(to, at, 8, order.quantity());
        at = WireFields.int64(to, at, 9, order.executedQuantity());
        at = WireFields.fixed64(to, at, 10, order.cumulativeQuoteLow());
        if (order.cumulativeQuoteHigh() != 0) {
            at = WireFields.int64(to, at, 11, order.cumulativeQuoteHigh());
        }
        at = WireFields.small(to, at, 12, WireNumbers.of(order.status()));
        at = WireFields.int64(to, at, 13, order.leavesQuantity());
        if (order.namesMore()) {
            return more(to, at, order);
        }
        return WireFields.small(to, at, 18, WireNumbers.of(order.selfTradePrevention()));
    }

    /** Eight bytes each, and how many of them count. */
    private static byte[][] kinds() {
        byte[][] kinds = new byte[OrderReport.KINDS][];
        for (Side side : Side.values()) {
            for (OrderType type : OrderType.values()) {
                for (TimeInForce timeInForce : TimeInForce.values()) {
                    byte[] kind = new byte[Long.BYTES + 1];
                    int at = WireFields.small(kind, 0, 4, WireNumbers.of(side));
                    at = WireFields.small(kind, at, 5, WireNumbers.of(type));
                    kind[Long.BYTES] = (byte) WireFields.small(kind, at, 6, WireNumbers.of(timeInForce));
                    kinds[OrderReport.kind(side, type, timeInForce)] = kind;
                }
            }
        }
        return kinds;
    }

    /** What few orders name. */
    private static int more(byte[] to, int begin, OrderReport order) {
        int at = WireFields.int64(to, begin, 14, order.stopPrice());
        at = WireFields.int64(to, at, 15, order.quoteQuantity());
        at = WireFields.small(to, at, 16, order.postOnly() ? 1 : 0);
        at = WireFields.int64(to, at, 17, order.displayQuantity());
        at = WireFields.small(to, at, 18, WireNumbers.of(order.selfTradePrevention()));
        return WireFields.int64(to, at, 19, order.expireTimeUs());
    }

    private static int clientOrderId(byte[] to, int begin, OrderReport order, int handle) {
        if (handle == 0) {
            return begin;
        }
        int begun = WireFields.begin(to, begin, 3);
        int at = begun;
        for (int i = 0; i < ClientOrderId.WORDS; i++) {
            long word = order.clientOrderIdWord(handle, i);
            if (word == 0) {
                break;
            }
            at = WireFields.sevenBits(to, at, word);
        }
        return WireFields.end(to, at, begun);
    }

    private static int trade(byte[] to, int begin, Trades trades, int i) {
        int at = WireFields.int64(to, begin, 1, trades.takerOrderId(i));
        at = WireFields.int64(to, at, 2, trades.makerOrderId(i));
        at = WireFields.small(to, at, 3, WireNumbers.of(trades.takerSide(i)));
        at = WireFields.int64(to, at, 4, trades.price(i));
        at = WireFields.int64(to, at, 5, trades.quantity(i));
        at = WireFields.int64(to, at, 6, trades.takerFee(i));
        return WireFields.int64(to, at, 7, trades.makerFee(i));
    }

    private static int level(byte[] to, int begin, LevelChanges levels, int i) {
        int at = WireFields.small(to, begin, 1, WireNumbers.of(levels.side(i)));
        at = WireFields.int64(to, at, 2, levels.price(i));
        at = WireFields.int64(to, at, 3, levels.quantity(i));
        return WireFields.int64(to, at, 4, levels.orders(i));
    }

    /** What few commands say, behind all else. */
    private int rare(CommandOutcome outcome, int begin) {
        int at = begin;
        Instrument instrument = outcome.instrument();
        if (instrument != null) {
            at = instrument(at, instrument);
        }
        byte[] to = room(at, HEAD_BYTES);
        var state = outcome.tradingState();
        if (state != null) {
            at = WireFields.small(to, at, 13, WireNumbers.of(state));
        }
        at = WireFields.int64(to, at, 14, outcome.repeatOfTimeUs());
        if (outcome.inAuction()) {
            int begun = WireFields.begin(to, at, 15);
            at = WireFields.end(to, auction(to, begun, outcome), begun);
        }
        at = WireFields.int64(to, at, 16, outcome.stopsActivated());
        return WireFields.int64(to, at, 17, outcome.engineVersion());
    }

    private static int auction(byte[] to, int begin, CommandOutcome outcome) {
        int at = WireFields.int64(to, begin, 1, outcome.indicativePrice());
        at = WireFields.int64(to, at, 2, outcome.indicativeVolume());
        return WireFields.int64(to, at, 3, outcome.indicativeImbalance());
    }

    private int instrument(int begin, Instrument instrument) {
        int texts = WireFields.textBytes(instrument.symbol()) + WireFields.textBytes(instrument.baseAsset())
                + WireFields.textBytes(instrument.quoteAsset());
        byte[] to = room(begin, texts + INSTRUMENT_FIELDS * WireFields.FIELD_BYTES);
        int begun = WireFields.begin(to, begin, 12);
        int at = WireFields.text(to, begun, 1, instrument.symbol());
        at = WireFields.text(to, at, 2, instrument.baseAsset());
        at = WireFields.text(to, at, 3, instrument.quoteAsset());
        at = WireFields.int64(to, at, 4, instrument.priceScale());
        at = WireFields.int64(to, at, 5, instrument.quantityScale());
        at = WireFields.int64(to, at, 6, instrument.tickSize());
        at = WireFields.int64(to, at, 7, instrument.lotSize());
        at = WireFields.int64(to, at, 8, instrument.minQuantity());
        at = WireFields.int64(to, at, 9, instrument.maxQuantity());
        at = WireFields.int64(to, at, 10, instrument.minNotional());
        at = WireFields.int64(to, at, 11, instrument.priceBandBps());
        at = WireFields.int64(to, at, 12, instrument.makerFeeBps());
        at = WireFields.int64(to, at, 13, instrument.takerFeeBps());
        at = WireFields.int64(to, at, 14, WireNumbers.of(instrument.tier()));
        at = WireFields.int64(to, at, 15, instrument.volatilityBandBps());
        at = WireFields.int64(to, at, 16, instrument.maxOpenOrders());
        return WireFields.end(to, at, begun);
    }
}
