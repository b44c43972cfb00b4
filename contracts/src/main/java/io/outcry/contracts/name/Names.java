// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.name;

import java.util.regex.Pattern;

/**
 * The grammar of a symbol and of a clientOrderId. The engine takes every such name and keeps to a grammar of its own: what it refuses
 * decides outcomes, so that one changes with the version of the engine only.
 */
public final class Names {

    /** Longest symbol in characters. */
    public static final int MAX_SYMBOL = 20;

    /** Longest clientOrderId in characters. */
    public static final int MAX_CLIENT_ORDER_ID = 36;

    /** {@link #isSymbol} for people, behind "a symbol has". */
    public static final String SYMBOL_RULE = "1 to " + MAX_SYMBOL + " characters: A-Z 0-9, joined by single - _ .";

    /** {@link #isClientOrderId} for people, behind "clientOrderId has". */
    public static final String CLIENT_ORDER_ID_RULE = "1 to " + MAX_CLIENT_ORDER_ID + " characters of A-Z a-z 0-9 - _ . :";

    private static final Pattern SYMBOL = Pattern.compile("[A-Z0-9]+([-_.][A-Z0-9]+)*");

    private Names() {}

    /** True for 1 to {@value #MAX_SYMBOL} characters: upper-case letters and digits, joined by single {@code - _ .}. */
    public static boolean isSymbol(String text) {
        return text.length() <= MAX_SYMBOL && SYMBOL.matcher(text).matches();
    }

    /** True for 1 to {@value #MAX_CLIENT_ORDER_ID} of {@code A-Za-z0-9-_.:}. */
    public static boolean isClientOrderId(String text) {
        if (text.isEmpty() || text.length() > MAX_CLIENT_ORDER_ID) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            if (!letter && !(c >= '0' && c <= ':') && c != '-' && c != '_' && c != '.') {
                return false;
            }
        }
        return true;
    }
}
