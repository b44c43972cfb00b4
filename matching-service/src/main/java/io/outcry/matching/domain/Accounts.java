// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The accounts that the log has named, by number in order of appearance. */
final class Accounts {

    /** Longest name in characters. */
    static final int MAX_LENGTH = 64;

    private final Map<String, Integer> numbers = new HashMap<>();
    private String[] names = new String[16];

    /** Number of an account, given at its first appearance; {@link MatchingEngine#UNKNOWN} for a name that cannot be one. */
    int register(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            return MatchingEngine.UNKNOWN;
        }
        int number = numbers.size();
        numbers.put(name, number);
        if (number == names.length) {
            names = Arrays.copyOf(names, number * 2);
        }
        names[number] = name;
        return number;
    }

    /** Empty for {@link MatchingEngine#UNKNOWN}. */
    String name(int number) {
        return number < 0 ? "" : names[number];
    }

    int size() {
        return numbers.size();
    }

    /** Names of the first {@link #size} accounts, by number; entries behind them mean nothing. */
    String[] copyNames() {
        return names.clone();
    }
}
