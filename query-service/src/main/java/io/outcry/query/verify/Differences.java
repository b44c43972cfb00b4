// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was compared and what did not agree; of many differences only the first are kept in words. */
final class Differences {

    private static final int KEPT = 50;
    private static final int SHOWN = 300;

    private final List<String> first = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private long count;

    /** Notes that {@code key} is one that Redis should know, or may. */
    void expect(String key) {
        seen.add(key);
    }

    /** Notes a comparison of what the log says with what Redis says. */
    void compare(String key, @Nullable Object log, @Nullable Object redis) {
        seen.add(key);
        if (!Objects.equals(log, redis)) {
            differs(key, "the log says " + log + ", Redis says " + redis);
        }
    }

    void differs(String key, String how) {
        count++;
        if (first.size() < KEPT) {
            String text = key + ": " + how;
            first.add(text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text);
        }
    }

    boolean wasExpected(String key) {
        return seen.contains(key);
    }

    /** Keys that were compared. */
    int keys() {
        return seen.size();
    }

    long count() {
        return count;
    }

    /** The first of them in words. */
    List<String> first() {
        return List.copyOf(first);
    }
}
