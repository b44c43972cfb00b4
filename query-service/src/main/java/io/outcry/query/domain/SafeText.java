// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

/**
 * Names that become part of keys and JSON without escaping. Wider than the grammar of a new symbol, which may become another one: the view
 * shows what is in the log, and who asks for a symbol that nobody could register is told that it is unknown.
 */
public final class SafeText {

    private static final int MAX_LENGTH = 64;

    private SafeText() {}

    /** True for 1 to {@value #MAX_LENGTH} of {@code A-Za-z0-9-_./}. */
    public static boolean isName(String text) {
        boolean safe = !text.isEmpty() && text.length() <= MAX_LENGTH;
        for (int i = 0; safe && i < text.length(); i++) {
            char c = text.charAt(i);
            safe = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '-' && c <= '9' || c == '_';
        }
        return safe;
    }

    /**
     * {@code text}, if it is {@linkplain #isName a name}.
     *
     * @throws IllegalArgumentException if not
     */
    public static String name(String what, String text) {
        if (!isName(text)) {
            throw new IllegalArgumentException("unusable " + what);
        }
        return text;
    }
}
