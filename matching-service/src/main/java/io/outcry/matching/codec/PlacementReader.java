// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.matching.domain.NewOrder;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.SelfTradePrevention;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.TimeInForce;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Reads a placement in the shape that nearly all of them have straight into the engine's words, without a message in between: a time and
 * one {@code PlaceOrder}, the fields by their numbers and each once, names in ASCII, known words and valid ids only. It says so of anything
 * else, which then goes by way of the message; so what a record means, and what is undecodable, is for protobuf to say, and only how fast it
 * is read differs. Not thread-safe.
 */
final class PlacementReader {

    private static final int VARINT = 0;
    private static final int LENGTH_DELIMITED = 2;
    private static final int PLACE = OrderCommand.PLACE_FIELD_NUMBER << 3 | LENGTH_DELIMITED;

    private static final Side[] SIDES = words(io.outcry.contracts.v1.Side::forNumber, KnownValues::side, Side[]::new);
    private static final OrderType[] TYPES = words(io.outcry.contracts.v1.OrderType::forNumber, KnownValues::type, OrderType[]::new);
    private static final TimeInForce[] TIMES_IN_FORCE =
            words(io.outcry.contracts.v1.TimeInForce::forNumber, KnownValues::timeInForce, TimeInForce[]::new);
    private static final SelfTradePrevention[] PREVENTIONS = words(
            io.outcry.contracts.v1.SelfTradePrevention::forNumber, KnownValues::selfTradePrevention, SelfTradePrevention[]::new);

    private final NumberedNames accounts;
    private final NumberedNames symbols;
    private byte[] bytes = {};
    private int at;
    private boolean usual;
    private long timeUs;
    private long account;
    private long symbol;

    PlacementReader(NumberedNames accounts, NumberedNames symbols) {
        this.accounts = accounts;
        this.symbols = symbols;
    }

    /**
     * Reads a record's value.
     *
     * @param order gets the numbers that account and symbol have here, and not their names
     * @return whether the order is filled now; if not, it may be in part, but no name has got a number
     */
    boolean read(byte[] value, NewOrder order) {
        if (!readTerms(value, order)) {
            return false;
        }
        order.account = accounts.number(value, begin(account), length(account));
        order.symbol = symbols.number(value, begin(symbol), length(symbol));
        return true;
    }

    /** Reads all but the names that have numbers, of which it notes where they stand. */
    private boolean readTerms(byte[] value, NewOrder order) {
        if (value.length < Long.BYTES) {
            return false;
        }
        bytes = value;
        at = 0;
        usual = true;
        timeUs = number(OrderCommand.TIME_US_FIELD_NUMBER);
        if (!isNext(PLACE)) {
            return false;
        }
        at++;
        long length = varint();
        if (length != value.length - at) {
            return false;
        }
        account = text(PlaceOrder.ACCOUNT_FIELD_NUMBER);
        long clientOrderId = text(PlaceOrder.CLIENT_ORDER_ID_FIELD_NUMBER);
        symbol = text(PlaceOrder.SYMBOL_FIELD_NUMBER);
        long side = number(PlaceOrder.SIDE_FIELD_NUMBER);
        long type = number(PlaceOrder.TYPE_FIELD_NUMBER);
        long timeInForce = number(PlaceOrder.TIME_IN_FORCE_FIELD_NUMBER);
        long price = number(PlaceOrder.PRICE_FIELD_NUMBER);
        long quantity = number(PlaceOrder.QUANTITY_FIELD_NUMBER);
        long stopPrice = number(PlaceOrder.STOP_PRICE_FIELD_NUMBER);
        long quoteQuantity = number(PlaceOrder.QUOTE_QUANTITY_FIELD_NUMBER);
        long postOnly = number(PlaceOrder.POST_ONLY_FIELD_NUMBER);
        long displayQuantity = number(PlaceOrder.DISPLAY_QUANTITY_FIELD_NUMBER);
        long prevention = number(PlaceOrder.SELF_TRADE_PREVENTION_FIELD_NUMBER);
        long expireTimeUs = number(PlaceOrder.EXPIRE_TIME_US_FIELD_NUMBER);
        if (!usual || at != value.length || side >= SIDES.length || type >= TYPES.length || timeInForce >= TIMES_IN_FORCE.length
                || prevention >= PREVENTIONS.length
                || !ClientOrderIdBytes.read(value, begin(clientOrderId), length(clientOrderId), order.clientOrderId)) {
            return false;
        }
        order.kind(SIDES[(int) side], TYPES[(int) type], TIMES_IN_FORCE[(int) timeInForce], PREVENTIONS[(int) prevention], postOnly != 0);
        order.price = price;
        order.quantity = quantity;
        order.stopPrice = stopPrice;
        order.quoteQuantity = quoteQuantity;
        order.displayQuantity = displayQuantity;
        order.expireTimeUs = expireTimeUs;
        return true;
    }

    /** The time of what was read last, microseconds since the epoch. */
    long timeUs() {
        return timeUs;
    }

    /** Whether this tag of one byte comes next. */
    private boolean isNext(int tag) {
        return at < bytes.length && bytes[at] == tag;
    }

    /** The number of this field, zero if it does not come next; it is of 56 bits, or nothing is as usual. */
    private long number(int field) {
        if (!isNext(field << 3 | VARINT)) {
            return 0;
        }
        at++;
        return varint();
    }

    private long varint() {
        long word = EightBytes.upToEnd(bytes, at);
        long ends = ~word & ~EightBytes.SEVEN_BITS;
        at += (Long.numberOfTrailingZeros(ends) >>> 3) + 1;
        usual &= ends != 0 && at <= bytes.length;
        return EightBytes.gathered(word & (ends ^ ends - 1));
    }

    /** Where the text of this field stands, in no bytes if it does not come next; in ASCII and short, or nothing is as usual. */
    private long text(int field) {
        if (!isNext(field << 3 | LENGTH_DELIMITED)) {
            return 0;
        }
        int begin = at + 2;
        int length = begin <= bytes.length ? bytes[at + 1] : -1;
        if (length < 0 || length > bytes.length - begin) {
            usual = false;
            return 0;
        }
        at = begin + length;
        usual &= isAscii(begin, length);
        return (long) begin << Integer.SIZE | length;
    }

    private static int begin(long text) {
        return (int) (text >>> Integer.SIZE);
    }

    private static int length(long text) {
        return (int) text;
    }

    private boolean isAscii(int begin, int length) {
        long seen = 0;
        for (int done = 0; done < length; done += Long.BYTES) {
            seen |= EightBytes.first(bytes, begin + done, Math.min(length - done, Long.BYTES));
        }
        return (seen & ~EightBytes.SEVEN_BITS) == 0;
    }

    /** The engine's words by the numbers that protobuf has for them. */
    private static <W, E> E[] words(IntFunction<W> wire, Function<W, E> word, IntFunction<E[]> array) {
        return IntStream.iterate(0, number -> wire.apply(number) != null, number -> number + 1)
                .mapToObj(wire)
                .map(word)
                .toArray(array);
    }
}
