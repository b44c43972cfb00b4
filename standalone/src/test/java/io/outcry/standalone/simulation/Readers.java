// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.position.LogPosition;
import io.outcry.query.domain.OrderCursor;
import io.outcry.query.view.Held;
import io.outcry.query.view.StoredOrder;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.List;
import java.util.Optional;

/** Reads at any query instance, with the token of an own command and without, and checks what they say and how old they say it is. */
final class Readers {

    private final World world;
    private final List<QueryProcess> queries;
    private int answers;

    Readers(World world, List<QueryProcess> queries) {
        this.world = world;
        this.queries = queries;
    }

    /** Reads come at random until {@code untilMillis} of the run. */
    void start(long untilMillis) {
        world.time.after(world.chance.skewed(1, 1_200), () -> {
            if (world.time.elapsedMillis() < untilMillis) {
                look();
                start(untilMillis);
            }
        });
    }

    /** How many answers there were. */
    int answers() {
        return answers;
    }

    /** After an acknowledged order: what the client reads with its token must know of it. */
    void readOwn(int partition, long offset, String account) {
        if (offset < 0 || world.chance.in(30)) {
            return;
        }
        ViewPartition view = new ViewPartition(ViewLog.ORDERS, partition);
        long id = LogPosition.of(partition, offset);
        QueryProcess query = world.chance.one(queries);
        if (world.chance.in(60)) {
            query.<Optional<StoredOrder>>read(view, id, reader -> reader.order(view, id), (answer, age) -> {
                checked(answer, offset, age);
                Violation.unless(answer.value().isPresent(), 8, "order %s is not found with its own token", id);
            });
        } else {
            query.<StoredOrder.Page>read(
                    view, id, reader -> reader.orders(view, account, null, false, OrderCursor.NEWEST, 1_000),
                    (answer, age) -> {
                        checked(answer, offset, age);
                        String name = "\"orderId\":\"" + id + "\"";
                        Violation.unless(
                                world.log.expected(partition, offset).getRepeatOfSequence() != 0
                                        || answer.value().orders().stream().anyMatch(order -> order.order().openJson().contains(name)),
                                8, "order %s is not listed with its own token", id);
                    });
        }
    }

    private void look() {
        int partition = world.chance.between(0, World.PARTITIONS - 1);
        ViewPartition view = new ViewPartition(ViewLog.ORDERS, partition);
        QueryProcess query = world.chance.one(queries);
        if (world.chance.in(70)) {
            query.read(view, -1, reader -> reader.book(view, Orders.symbol(partition), 5), (answer, age) -> checked(answer, -1, age));
        } else {
            query.read(view, -1, reader -> reader.trades(view, Orders.symbol(partition), Optional.empty(), 10),
                    (answer, age) -> checked(answer, -1, age));
        }
    }

    /** The answer holds what its token asked for, and is no older than it says: the first command that it lacks came later than that. */
    private void checked(Held<?> answer, long token, long ageMillis) {
        answers++;
        int partition = answer.partition().number();
        long held = answer.position().inputOffset();
        Violation.unless(held >= token, 8, "a read with the token %s was answered from %s", token, held);
        if (held + 1 < world.log.commands(partition)) {
            long missingMillis = world.time.millis() - world.log.command(partition, held + 1).timestamp();
            // Before it has caught up once, an instance goes by the newest record's time, which is as wrong as the gateway's clock was.
            Violation.unless(
                    ageMillis + world.fastestClockMillis >= missingMillis, 8,
                    "an answer says it is %s ms old, but lacks a command of %s ms ago", ageMillis,
                    missingMillis);
        }
    }
}
