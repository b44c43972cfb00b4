// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.order.reply.CommandKind;
import io.outcry.order.reply.CommandResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The clients: they place, cancel and amend at any gateway, ask again under the same client order id until they know that an order is in
 * the log, and read what they were promised.
 */
final class Traders {

    private static final List<Duration> WAITS = List.of(Duration.ZERO, Duration.ofMillis(500), Duration.ofSeconds(3));

    private final World world;
    private final List<OrderProcess> gateways;
    private final Readers readers;
    private final Orders orders;
    private final List<Placed> placed = new ArrayList<>();
    private int open;
    private int made;

    /** An order that a client wants, and asks for until it is there. */
    private record Placed(Attempt.Intent intent, int partition, PlaceOrder order) {}

    Traders(World world, List<OrderProcess> gateways, Readers readers) {
        this.world = world;
        this.gateways = gateways;
        this.readers = readers;
        orders = new Orders(world.chance);
    }

    /** Commands come at random until {@code untilMillis} of the run. */
    void start(long untilMillis) {
        world.time.after(world.chance.skewed(1, 400), () -> {
            if (world.time.elapsedMillis() < untilMillis) {
                command();
                start(untilMillis);
            }
        });
    }

    /** Whether every order that was wanted is in the log, as far as its client knows. */
    boolean areSettled() {
        return open == 0;
    }

    private void command() {
        int partition = world.chance.between(0, World.PARTITIONS - 1);
        String account = orders.account();
        int choice = world.chance.between(0, 99);
        if (choice < 70 || placed.isEmpty()) {
            long timeUs = stamp();
            PlaceOrder order = orders.place(partition, account, "c-" + made, timeUs);
            Placed wanted = new Placed(new Attempt.Intent(), partition, order);
            placed.add(wanted);
            open++;
            ask(wanted, timeUs);
            return;
        }
        Placed earlier = world.chance.one(placed);
        long orderId = earlier.intent.attempts.stream().mapToLong(attempt -> attempt.offset).max().orElse(0);
        long position = LogPosition.of(earlier.partition, Math.max(0, orderId));
        String owner = earlier.order.getAccount();
        if (choice < 82) {
            send(CommandKind.CANCEL, earlier.partition, orders.cancel(owner, position, earlier.order.getClientOrderId()));
        } else if (choice < 92) {
            send(CommandKind.AMEND, earlier.partition, orders.amend(owner, position));
        } else if (choice < 96) {
            send(CommandKind.MASS_CANCEL, partition, orders.massCancel(partition, account));
        } else {
            send(CommandKind.SET_TRADING_STATE, partition, orders.enter(partition));
        }
    }

    /** The gateway's clock in microseconds: no two commands of a run have the same, and it may be wrong by some seconds. */
    private long stamp() {
        long wrong = 0;
        if (world.faults.strikes(world.faults.skew, Happening.CLOCK_WRONG)) {
            wrong = world.chance.between(-20_000, 20_000);
        }
        world.fastestClockMillis = Math.max(world.fastestClockMillis, wrong);
        return (world.time.millis() + wrong) * 1_000 + made++ % 1_000;
    }

    private void ask(Placed wanted, long timeUs) {
        OrderCommand message = Orders.placement(wanted.order).setTimeUs(timeUs).build();
        if (world.bug == Bug.RETRY_UNDER_NEW_ID && !wanted.intent.attempts.isEmpty()) {
            message = PlantedPorts.renamed(message, "again-" + made);
        }
        Attempt attempt = new Attempt(wanted.intent, wanted.partition, message);
        boolean sent = submit(CommandKind.PLACE, attempt, () -> {
            if (wanted.intent.isSettled()) {
                open--;
                readers.readOwn(wanted.partition, attempt.offset, wanted.order.getAccount());
            } else {
                world.time.after(world.chance.skewed(50, 4_000), () -> ask(wanted, stamp()));
            }
        });
        if (!sent) {
            attempt.state = Attempt.State.REFUSED;
            world.time.after(world.chance.skewed(50, 2_000), () -> ask(wanted, stamp()));
        }
    }

    private void send(CommandKind kind, int partition, OrderCommand.Builder message) {
        Attempt attempt = new Attempt(new Attempt.Intent(), partition, message.setTimeUs(stamp()).build());
        submit(kind, attempt, () -> {});
    }

    /** @param done is called when the client knows all it will know of this attempt */
    private boolean submit(CommandKind kind, Attempt attempt, Runnable done) {
        world.clients.sent(attempt);
        return world.chance.one(gateways).submit(
                kind, attempt.partition, Orders.symbol(attempt.partition), attempt.message, world.chance.one(WAITS),
                result -> {
                    world.judge(() -> world.clients.answered(attempt, result));
                    done.run();
                },
                () -> {
                    world.clients.lost(attempt);
                    done.run();
                });
    }
}
