// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.decimal;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Decimal strings to integers at a fixed scale and back, exactly: nothing is ever rounded.
 *
 * <p>The accepted grammar is {@code digits[.digits]} with at most {@value #MAX_LENGTH} characters: no sign, no exponent, no blanks.
 */
public final class Decimals {

    /** Longest accepted text: 19 digits, a point, and {@value #MAX_SCALE} digits. */
    public static final int MAX_LENGTH = 38;

    /** The largest scale a symbol may have. */
    public static final int MAX_SCALE = 18;

    private Decimals() {}

    /** Why a text is not a number at a scale. */
    public enum Fault {
        /** Not the accepted grammar. */
        MALFORMED,
        /** Needs more fraction digits than the scale has. */
        TOO_FINE,
        /** Does not fit into 63 bits at the scale. */
        TOO_LARGE
    }

    /** Thrown for a text that is not a number at the scale; carries why. */
    public static final class DecimalFormatException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final Fault fault;

        DecimalFormatException(Fault fault, String text) {
            super(fault + ": '" + text + "'", null, false, false);
            this.fault = fault;
        }

        public Fault fault() {
            return fault;
        }
    }

    /**
     * The value of {@code text} times ten to the power of {@code scale}.
     *
     * <p>Trailing zeros beyond the scale are accepted, other digits beyond it are {@link Fault#TOO_FINE}.
     *
     * @throws DecimalFormatException if the text is not such a number
     */
    public static long parse(String text, int scale) {
        int length = text.length();
        if (length == 0 || length > MAX_LENGTH) {
            throw new DecimalFormatException(Fault.MALFORMED, abbreviated(text));
        }
        long value = 0;
        int integerDigits = 0;
        int fractionDigits = -1;
        boolean tooLarge = false;
        boolean tooFine = false;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == '.' && fractionDigits < 0 && integerDigits > 0) {
                fractionDigits = 0;
                continue;
            }
            if (c < '0' || c > '9') {
                throw new DecimalFormatException(Fault.MALFORMED, abbreviated(text));
            }
            int digit = c - '0';
            if (fractionDigits < 0) {
                integerDigits++;
            } else if (++fractionDigits > scale) {
                tooFine |= digit != 0;
                continue;
            }
            tooLarge |= value > (Long.MAX_VALUE - digit) / 10;
            value = value * 10 + digit;
        }
        if (fractionDigits == 0) {
            throw new DecimalFormatException(Fault.MALFORMED, abbreviated(text));
        }
        if (tooFine) {
            throw new DecimalFormatException(Fault.TOO_FINE, abbreviated(text));
        }
        for (int digits = Math.max(fractionDigits, 0); digits < scale; digits++) {
            tooLarge |= value > Long.MAX_VALUE / 10;
            value *= 10;
        }
        if (tooLarge) {
            throw new DecimalFormatException(Fault.TOO_LARGE, abbreviated(text));
        }
        return value;
    }

    /** {@code value} with exactly {@code scale} fraction digits: {@code format(6000000, 2)} is {@code "60000.00"}. */
    public static String format(long value, int scale) {
        return append(new StringBuilder(24), value, scale).toString();
    }

    /** Appends {@link #format} to {@code out} without an intermediate string. */
    public static StringBuilder append(StringBuilder out, long value, int scale) {
        if (scale == 0) {
            return out.append(value);
        }
        int start = out.length();
        out.append(value);
        int digitsFrom = value < 0 ? start + 1 : start;
        int missing = scale + 1 - (out.length() - digitsFrom);
        if (missing > 0) {
            out.insert(digitsFrom, "0".repeat(missing));
        }
        return out.insert(out.length() - scale, '.');
    }

    /**
     * A 128-bit value with at most {@code scale} fraction digits, trailing zeros beyond {@code minimumScale} left out.
     *
     * @param high the signed upper 64 bits
     * @param low the lower 64 bits, unsigned
     */
    public static String formatWide(long high, long low, int scale, int minimumScale) {
        if (high == low >> Long.SIZE - 1 && scale >= minimumScale) {
            return formatNarrow(low, scale, minimumScale);
        }
        BigInteger lower = new BigInteger(Long.toUnsignedString(low));
        BigDecimal value = new BigDecimal(BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(lower), scale);
        BigDecimal stripped = value.stripTrailingZeros();
        return (stripped.scale() < minimumScale ? value.setScale(minimumScale) : stripped).toPlainString();
    }

    private static String formatNarrow(long value, int scale, int minimumScale) {
        long digits = value;
        int left = scale;
        while (left > minimumScale && digits % 10 == 0) {
            digits /= 10;
            left--;
        }
        return format(digits, left);
    }

    private static String abbreviated(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
    }
}
