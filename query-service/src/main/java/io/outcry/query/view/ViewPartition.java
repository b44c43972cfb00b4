// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/** One partition of the view: what one partition of a topic makes, in one slot of Redis. */
public record ViewPartition(ViewLog log, int number) {

    /** All partitions of {@code log}, by number. */
    public static List<ViewPartition> all(ViewLog log, int count) {
        List<ViewPartition> partitions = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            partitions.add(new ViewPartition(log, number));
        }
        return List.copyOf(partitions);
    }

    public TopicPartition topicPartition() {
        return new TopicPartition(log.topic(), number);
    }

    /** For example {@code o3}: short for logs, hash tags and messages. */
    @Override
    public String toString() {
        return log.letter() + number;
    }
}
