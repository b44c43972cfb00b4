// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.contracts.topic.Topics;
import io.outcry.query.domain.ViewPosition;
import java.util.Locale;

/** A topic the view is made of. */
public enum ViewLog {
    ORDERS("o", Topics.ORDER_OUTCOMES), PRICES("x", Topics.PRICE_UPDATES);

    private final String letter;
    private final String topic;

    ViewLog(String letter, String topic) {
        this.letter = letter;
        this.topic = topic;
    }

    /** What the hash tags of its partitions start with. */
    public String letter() {
        return letter;
    }

    public String topic() {
        return topic;
    }

    /** What meters of this log are tagged with, under {@code log}. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Where unreadable records go. */
    public String deadLetterTopic() {
        return topic + ".dlt";
    }

    /**
     * The offset that a token speaks of, -1 before the first: for orders that of the newest command whose outcome is applied, for prices
     * that of the newest price.
     */
    public long held(ViewPosition position) {
        return this == ORDERS ? position.inputOffset() : position.next() - 1;
    }
}
