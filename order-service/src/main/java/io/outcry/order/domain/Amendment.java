// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import io.outcry.contracts.http.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * What an open order is changed to. At least one of the two is given; the engine knows the order's symbol and so whether they fit.
 *
 * @param quantity what has been executed included; {@link ScaledDecimal#NONE}: unchanged
 * @param price {@link ScaledDecimal#NONE}: unchanged
 */
public record Amendment(ScaledDecimal quantity, ScaledDecimal price) {

    /** The amendment that a client spelled; null where it gave nothing. */
    public static Checked<Amendment> form(@Nullable String quantity, @Nullable String price) {
        if (quantity == null && price == null) {
            return Checked.refused(new Fault(ErrorCode.MISSING_FIELD, "quantity", "quantity or price is required"));
        }
        try {
            return Checked.valid(new Amendment(ScaledDecimal.parse("quantity", quantity), ScaledDecimal.parse("price", price)));
        } catch (FaultException e) {
            return Checked.refused(e.fault());
        }
    }
}
