// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import io.outcry.contracts.decimal.Decimals;

/** Looks at a decimal before its scale is known. */
final class DecimalText {

    private DecimalText() {}

    /** True for {@code digits[.digits]} of at most {@value Decimals#MAX_LENGTH} characters: no sign, exponent or blank. */
    static boolean isDecimal(String text) {
        int length = text.length();
        if (length == 0 || length > Decimals.MAX_LENGTH) {
            return false;
        }
        int point = -1;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == '.' && point < 0) {
                point = i;
            } else if (c < '0' || c > '9') {
                return false;
            }
        }
        return point != 0 && point != length - 1;
    }

    /** True if a decimal is nothing but zeros. */
    static boolean isZero(String decimal) {
        for (int i = 0; i < decimal.length(); i++) {
            char c = decimal.charAt(i);
            if (c != '0' && c != '.') {
                return false;
            }
        }
        return true;
    }

    /** How many digits a decimal has after the point, zeros at its end not counted. */
    static int decimals(String decimal) {
        int point = decimal.indexOf('.');
        int end = decimal.length();
        while (point >= 0 && decimal.charAt(end - 1) == '0') {
            end--;
        }
        return point < 0 ? 0 : end - 1 - point;
    }
}
