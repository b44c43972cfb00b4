// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.HashSecret;

/**
 * A client's name for an order: 1 to {@value #MAX_LENGTH} characters of {@code A-Za-z0-9-_.:}, seven bits each in four longs. One object
 * is filled again for every command.
 */
public final class ClientOrderId {

    /** Longest name in characters. */
    public static final int MAX_LENGTH = 36;

    /** Longs that a name takes. */
    public static final int WORDS = 4;

    /** Bits of a word that are one character, the first one's the lowest; a word ends where the rest is zero. */
    private static final int BITS = 7;

    /** Characters that a word holds. */
    public static final int CHARACTERS_OF_WORD = 9;

    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final long COUNTED = 7;

    /** No account's number, not even the unknown one's. */
    private static final int NOBODY = Integer.MIN_VALUE;

    private final long[] words = new long[WORDS];
    private long key;
    private int keyAccount = NOBODY;
    private boolean empty = true;

    /** Whether no name was given, not even a wrong one. */
    private boolean none = true;

    /**
     * Takes over a name; the empty one is none.
     *
     * @return whether it is a valid name; one that is not makes its command invalid
     */
    public boolean set(String name) {
        clear();
        none = name.isEmpty();
        if (!isAllowed(name)) {
            return false;
        }
        empty = none;
        for (int i = 0; i < name.length(); i++) {
            words[i / CHARACTERS_OF_WORD] |= (long) name.charAt(i) << i % CHARACTERS_OF_WORD * BITS;
        }
        return true;
    }

    /** As {@link #set(String)}, of a valid name in four words: nine characters each, the first one in the lowest seven bits; zeros behind it. */
    public void set(long first, long second, long third, long fourth) {
        clear();
        words[0] = first;
        words[1] = second;
        words[2] = third;
        words[3] = fourth;
        none = first == 0;
        empty = none;
    }

    /** Names none. */
    public void clear() {
        words[0] = 0;
        words[1] = 0;
        words[2] = 0;
        words[3] = 0;
        none = true;
        empty = true;
        keyAccount = NOBODY;
    }

    public boolean isEmpty() {
        return empty;
    }

    /** Whether no name was given, not even a wrong one. */
    boolean isNone() {
        return none;
    }

    boolean isValid() {
        return none || !empty;
    }

    /** One of the {@value #WORDS} words of a valid name, as {@link #set(long, long, long, long)} takes them. */
    public long word(int index) {
        return words[index];
    }

    /**
     * A number for the name in the hands of an account; equal for equal ones. Names that differ in the lowest three bits of their last
     * character alone, as those do that are counted up, have numbers that differ in these bits alone: a {@code HandleIndex} keeps them in
     * one line of a cache. It holds for this process only.
     */
    public long key(int account) {
        if (account != keyAccount) {
            key = newKey(account, HashSecret.VALUE);
            keyAccount = account;
        }
        return key;
    }

    /** Takes over what {@link #key(int)} said of an equal name in the hands of this account. */
    public void key(int account, long said) {
        keyAccount = account;
        key = said;
    }

    /** The number that {@link #key} would say in a process of this secret. */
    long newKey(int account, long secret) {
        int end = WORDS - 1;
        while (end > 0 && words[end] == 0) {
            end--;
        }
        int last = (Long.SIZE - 1 - Long.numberOfLeadingZeros(words[end] | 1)) / BITS * BITS;
        long counted = words[end] >>> last & COUNTED;
        long factor = (secret ^ MIX) | 1;
        long mixed = secret ^ account;
        for (int i = 0; i < end; i++) {
            mixed = folded(mixed ^ words[i], factor);
        }
        return folded(mixed ^ words[end] ^ counted << last, factor) & ~COUNTED | counted;
    }

    /** Both halves of a product, so that each bit of either hangs on bits of the other. */
    private static long folded(long word, long factor) {
        return Math.multiplyHigh(word, factor) ^ word * factor;
    }

    /** The name that four words spell. */
    static String text(long first, long second, long third, long fourth) {
        StringBuilder text = new StringBuilder(MAX_LENGTH);
        append(text, first);
        append(text, second);
        append(text, third);
        append(text, fourth);
        return text.toString();
    }

    private static void append(StringBuilder text, long word) {
        for (long rest = word; rest != 0; rest >>>= BITS) {
            text.append((char) (rest & (1 << BITS) - 1));
        }
    }

    private static boolean isAllowed(String name) {
        boolean allowed = name.length() <= MAX_LENGTH;
        for (int i = 0; allowed && i < name.length(); i++) {
            allowed = isAllowed(name.charAt(i));
        }
        return allowed;
    }

    private static boolean isAllowed(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.' || c == ':';
    }

    @Override
    public String toString() {
        return text(words[0], words[1], words[2], words[3]);
    }
}
