// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.NewOrder;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.SelfTradePrevention;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.TimeInForce;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Reads a placement in the shape that nearly all of them have straight into the engine's words, without a message in between: a time and
 * one {@code PlaceOrder}, names in ASCII, known words only. It says so of anything else, which then goes by way of the message; so what a
 * record means, and what is undecodable, is for protobuf to say, and only how fast it is read differs. Not thread-safe.
 */
final class PlacementReader {

    private static final int VARINT = 0;
    private static final int LENGTH_DELIMITED = 2;
    private static final int TIME = OrderCommand.TIME_US_FIELD_NUMBER << 3 | VARINT;
    private static final int PLACE = OrderCommand.PLACE_FIELD_NUMBER << 3 | LENGTH_DELIMITED;

    /** The fields of a {@code PlaceOrder}: texts first, then numbers, all with tags of one byte. */
    private static final int LAST_TEXT = PlaceOrder.SYMBOL_FIELD_NUMBER;
    private static final int LAST_NUMBER = PlaceOrder.EXPIRE_TIME_US_FIELD_NUMBER;

    private static final Side[] SIDES = words(io.outcry.contracts.v1.Side::forNumber, KnownValues::side, Side[]::new);
    private static final OrderType[] TYPES = words(io.outcry.contracts.v1.OrderType::forNumber, KnownValues::type, OrderType[]::new);
    private static final TimeInForce[] TIMES_IN_FORCE =
            words(io.outcry.contracts.v1.TimeInForce::forNumber, KnownValues::timeInForce, TimeInForce[]::new);
    private static final SelfTradePrevention[] PREVENTIONS = words(
            io.outcry.contracts.v1.SelfTradePrevention::forNumber, KnownValues::selfTradePrevention, SelfTradePrevention[]::new);

    private final NumberedNames accounts;
    private final NumberedNames symbols;
    private final long[] numbers = new long[LAST_NUMBER + 1];
    private final int[] textAt = new int[LAST_TEXT + 1];
    private final int[] textLength = new int[LAST_TEXT + 1];
    private byte[] bytes = {};
    private int at;
    private int end;
    private boolean usual;
    private long timeUs;

    PlacementReader(MatchingEngine engine) {
        accounts = new NumberedNames(engine::account);
        symbols = new NumberedNames(engine::symbol);
    }

    /**
     * Reads a record's value.
     *
     * @return whether the order is filled now; if not, neither it nor the engine has been touched
     */
    boolean read(byte[] value, NewOrder order) {
        if (value.length < Long.BYTES) {
            return false;
        }
        bytes = value;
        at = 0;
        end = value.length;
        usual = true;
        timeUs = 0;
        boolean placed = false;
        while (usual && at < end) {
            int tag = bytes[at++];
            if (tag == TIME) {
                timeUs = varint();
            } else if (tag == PLACE && !placed) {
                placed = true;
                placement();
            } else {
                usual = false;
            }
        }
        boolean known = usual && placed
                && isIn(PlaceOrder.SIDE_FIELD_NUMBER, SIDES)
                && isIn(PlaceOrder.TYPE_FIELD_NUMBER, TYPES)
                && isIn(PlaceOrder.TIME_IN_FORCE_FIELD_NUMBER, TIMES_IN_FORCE)
                && isIn(PlaceOrder.SELF_TRADE_PREVENTION_FIELD_NUMBER, PREVENTIONS);
        if (known) {
            fill(order);
        }
        return known;
    }

    /** The time of what was read last, microseconds since the epoch. */
    long timeUs() {
        return timeUs;
    }

    private void placement() {
        int length = length();
        int whole = end;
        end = at + length;
        Arrays.fill(numbers, 0);
        Arrays.fill(textAt, 0);
        Arrays.fill(textLength, 0);
        while (usual && at < end) {
            int tag = bytes[at++];
            int field = tag >> 3;
            int type = tag & 7;
            if (field > LAST_TEXT && field <= LAST_NUMBER && type == VARINT) {
                numbers[field] = varint();
            } else if (field > 0 && field <= LAST_TEXT && type == LENGTH_DELIMITED) {
                text(field);
            } else {
                usual = false;
            }
        }
        end = whole;
    }

    private void text(int field) {
        int length = length();
        textAt[field] = at;
        textLength[field] = length;
        usual &= isAscii(length);
        at += length;
    }

    /** A length that fits into what is left, or zero and nothing is as usual. */
    private int length() {
        long length = varint();
        if (length < 0 || length > end - at) {
            usual = false;
            return 0;
        }
        return (int) length;
    }

    private boolean isAscii(int length) {
        long seen = 0;
        for (int done = 0; done < length; done += Long.BYTES) {
            seen |= EightBytes.first(bytes, at + done, Math.min(length - done, Long.BYTES));
        }
        return (seen & ~EightBytes.SEVEN_BITS) == 0;
    }

    private long varint() {
        long word = EightBytes.upToEnd(bytes, at);
        long ends = ~word & ~EightBytes.SEVEN_BITS;
        if (ends == 0) {
            return longVarint();
        }
        at += (Long.numberOfTrailingZeros(ends) >>> 3) + 1;
        usual &= at <= end;
        return EightBytes.gathered(word & (ends ^ ends - 1));
    }

    /** One of more than eight bytes. */
    private long longVarint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE && at < end; shift += 7) {
            byte one = bytes[at++];
            value |= (one & 0x7FL) << shift;
            if (one >= 0) {
                return value;
            }
        }
        usual = false;
        return 0;
    }

    private boolean isIn(int field, Object[] words) {
        return numbers[field] >= 0 && numbers[field] < words.length;
    }

    private void fill(NewOrder order) {
        order.kind(
                SIDES[(int) numbers[PlaceOrder.SIDE_FIELD_NUMBER]],
                TYPES[(int) numbers[PlaceOrder.TYPE_FIELD_NUMBER]],
                TIMES_IN_FORCE[(int) numbers[PlaceOrder.TIME_IN_FORCE_FIELD_NUMBER]],
                PREVENTIONS[(int) numbers[PlaceOrder.SELF_TRADE_PREVENTION_FIELD_NUMBER]],
                numbers[PlaceOrder.POST_ONLY_FIELD_NUMBER] != 0);
        order.account = number(accounts, PlaceOrder.ACCOUNT_FIELD_NUMBER);
        order.symbol = number(symbols, PlaceOrder.SYMBOL_FIELD_NUMBER);
        order.symbolName = symbols.name();
        int client = PlaceOrder.CLIENT_ORDER_ID_FIELD_NUMBER;
        order.clientOrderId.set(bytes, textAt[client], textLength[client]);
        order.price = numbers[PlaceOrder.PRICE_FIELD_NUMBER];
        order.quantity = numbers[PlaceOrder.QUANTITY_FIELD_NUMBER];
        order.stopPrice = numbers[PlaceOrder.STOP_PRICE_FIELD_NUMBER];
        order.quoteQuantity = numbers[PlaceOrder.QUOTE_QUANTITY_FIELD_NUMBER];
        order.displayQuantity = numbers[PlaceOrder.DISPLAY_QUANTITY_FIELD_NUMBER];
        order.expireTimeUs = numbers[PlaceOrder.EXPIRE_TIME_US_FIELD_NUMBER];
    }

    private int number(NumberedNames names, int field) {
        return names.number(bytes, textAt[field], textLength[field]);
    }

    /** The engine's words by the numbers that protobuf has for them. */
    private static <W, E> E[] words(IntFunction<W> wire, Function<W, E> word, IntFunction<E[]> array) {
        return IntStream.iterate(0, number -> wire.apply(number) != null, number -> number + 1)
                .mapToObj(wire)
                .map(word)
                .toArray(array);
    }
}
