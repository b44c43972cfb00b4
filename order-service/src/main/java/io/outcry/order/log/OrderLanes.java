// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import io.outcry.contracts.topic.Topics;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;

/** The partitions that this service writes to. */
public final class OrderLanes {

    private final LogLane[] commands;
    private final LogLane[] prices;
    private final LogLane instruments;

    public OrderLanes(int orderPartitions, int pricePartitions, Duration stallAfter) {
        commands = lanes(Topics.ORDER_COMMANDS, orderPartitions, stallAfter);
        prices = lanes(Topics.PRICE_COMMANDS, pricePartitions, stallAfter);
        instruments = new LogLane(Topics.INSTRUMENTS, 0, stallAfter.toNanos());
    }

    public int orderPartitions() {
        return commands.length;
    }

    public int pricePartitions() {
        return prices.length;
    }

    /** The lane of a partition of the order commands; nothing if there is no such partition. */
    public Optional<LogLane> commands(int partition) {
        return partition >= 0 && partition < commands.length ? Optional.of(commands[partition]) : Optional.empty();
    }

    public LogLane prices(int partition) {
        return prices[partition];
    }

    public LogLane instruments() {
        return instruments;
    }

    private static LogLane[] lanes(String topic, int partitions, Duration stallAfter) {
        return IntStream.range(0, partitions)
                .mapToObj(partition -> new LogLane(topic, partition, stallAfter.toNanos()))
                .toArray(LogLane[]::new);
    }
}
