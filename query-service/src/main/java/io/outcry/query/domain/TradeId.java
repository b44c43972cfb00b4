// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A trade's public id, {@code <outcome sequence>-<index in the outcome>}.
 *
 * @param sequence sequence of the outcome, from 1
 * @param index place of the trade in the outcome, from 0
 */
public record TradeId(long sequence, long index) implements Comparable<TradeId> {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})");
    private static final Comparator<TradeId> ORDER = Comparator.comparingLong(TradeId::sequence).thenComparingLong(TradeId::index);

    /** The id that {@code text} spells, or nothing. */
    public static Optional<TradeId> parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(new TradeId(Long.parseLong(form.group(1)), Long.parseLong(form.group(2))))
                : Optional.empty();
    }

    @Override
    public int compareTo(TradeId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return sequence + "-" + index;
    }
}
