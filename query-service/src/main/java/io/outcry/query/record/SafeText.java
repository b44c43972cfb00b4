// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.record;

/** Texts from the log that become part of keys and JSON without escaping. */
final class SafeText {

    private static final int MAX_LENGTH = 64;

    private SafeText() {}

    /**
     * {@code text}, if it has 1 to 64 of {@code A-Za-z0-9-_./}.
     *
     * @throws IllegalArgumentException if not
     */
    static String name(String what, String text) {
        return check(what, text, false);
    }

    /** As {@link #name}, with colons. */
    static String clientOrderId(String text) {
        return check("client order id", text, true);
    }

    private static String check(String what, String text, boolean colons) {
        boolean safe = !text.isEmpty() && text.length() <= MAX_LENGTH;
        for (int i = 0; safe && i < text.length(); i++) {
            char c = text.charAt(i);
            safe = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '-' && c <= '9' || c == '_' || colons && c == ':';
        }
        if (!safe) {
            throw new IllegalArgumentException("unusable " + what);
        }
        return text;
    }
}
