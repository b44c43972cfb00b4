// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.outcry.query.domain.ViewPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears the positions that the scripts publish, whichever instance runs them. A message may be lost: whoever needs them all also reads. */
public final class PositionFeed {

    private static final Logger LOG = LoggerFactory.getLogger(PositionFeed.class);

    /** Messages are the partition's name, a blank, and its new position. */
    static final String CHANNEL = "outcry:view";

    private final Map<String, ViewPartition> partitions = new HashMap<>();

    /** @param partitions those to hear of; messages about others are passed over */
    public PositionFeed(List<ViewPartition> partitions) {
        partitions.forEach(partition -> this.partitions.put(partition.toString(), partition));
    }

    /**
     * Starts to listen. Both callbacks run on Redis's event loop and must not wait.
     *
     * @param moved called with each new position
     * @param subscribed called each time the subscription stands: what was published before was missed
     */
    public void start(RedisLink link, BiConsumer<ViewPartition, ViewPosition> moved, Runnable subscribed) {
        link.listen(CHANNEL, new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String message) {
                int blank = message.indexOf(' ');
                ViewPartition partition = blank < 0 ? null : partitions.get(message.substring(0, blank));
                try {
                    if (partition != null) {
                        moved.accept(partition, ViewPosition.parse(message.substring(blank + 1)));
                    }
                } catch (IllegalArgumentException e) {
                    LOG.atWarn().addKeyValue("channel", channel).addKeyValue("said", message)
                            .log("a message that is none of Outcry's came on its Redis channel and was ignored");
                }
            }

            @Override
            public void subscribed(String channel, long count) {
                subscribed.run();
            }
        });
    }
}
