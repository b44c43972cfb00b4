// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.decimal.Decimals.DecimalFormatException;
import org.jspecify.annotations.Nullable;

/**
 * A decimal whose scale is its own, for a number whose symbol is not known: {@code value} divided by ten to the power of {@code scale}.
 *
 * @param value not negative
 * @param scale 0 to {@value Decimals#MAX_SCALE}
 */
public record ScaledDecimal(long value, int scale) {

    /** What was not given. */
    public static final ScaledDecimal NONE = new ScaledDecimal(0, 0);

    /**
     * Reads a positive decimal, zeros at its end left out; {@link #NONE} for null.
     *
     * @throws FaultException if it is no such number, has more than {@value Decimals#MAX_SCALE} decimals, or does not fit into 63 bits
     */
    static ScaledDecimal parse(String field, @Nullable String text) {
        if (text == null) {
            return NONE;
        }
        OrderChecks.positive(field, text);
        int scale = DecimalText.decimals(text);
        if (scale > Decimals.MAX_SCALE) {
            throw new FaultException(Fault.invalid(field, field + " has at most " + Decimals.MAX_SCALE + " decimals"));
        }
        try {
            return new ScaledDecimal(Decimals.parse(text, scale), scale);
        } catch (DecimalFormatException e) {
            throw new FaultException(Fault.invalid(field, field + " has too many digits"));
        }
    }
}
