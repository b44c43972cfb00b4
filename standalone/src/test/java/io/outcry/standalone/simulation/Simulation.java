// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * One run: two instances of each service, clients and faults for some virtual seconds, then no more faults until everything has come to
 * rest, then a last look at all of it.
 */
final class Simulation {

    private static final int LOOK_MILLIS = 500;
    private static final long REST_MILLIS = 180_000;

    private final long seed;
    private final World world;
    private final List<MatchingProcess> matching;
    private final List<OrderProcess> orders;
    private final List<QueryProcess> queries;
    private final Readers readers;
    private final Traders traders;
    private final long untilMillis;

    /** What a run has seen. */
    record Report(int commands, int reads, Map<Happening, Integer> happened) {}

    private Simulation(World.Shared shared, long seed, Bug bug, long leastMillis) {
        this.seed = seed;
        world = new World(shared, seed, bug);
        SimGroup owners = new SimGroup(world.time, world.kafka, World.partitions(Topics.ORDER_COMMANDS));
        SimGroup projections = new SimGroup(world.time, world.kafka, World.partitions(Topics.ORDER_OUTCOMES));
        matching = Stream.generate(() -> new MatchingProcess(world, owners)).limit(2).toList();
        orders = Stream.generate(() -> new OrderProcess(world)).limit(2).toList();
        queries = Stream.generate(() -> new QueryProcess(world, projections)).limit(2).toList();
        readers = new Readers(world, queries);
        traders = new Traders(world, orders, readers);
        untilMillis = leastMillis + world.chance.between(2_000, 12_000);
    }

    /**
     * Runs a seed.
     *
     * @throws Violation if an invariant does not hold
     */
    static Report run(World.Shared shared, long seed, Bug bug) {
        return new Simulation(shared, seed, bug, 0).run();
    }

    /** As the other one, with trouble for at least so long. */
    static Report run(World.Shared shared, long seed, long leastMillis) {
        return new Simulation(shared, seed, Bug.NONE, leastMillis).run();
    }

    private Report run() {
        for (int partition = 0; partition < World.PARTITIONS; partition++) {
            world.kafka.append(new ProducerRecord<>(
                    Topics.ORDER_COMMANDS, partition, Orders.symbol(partition).getBytes(StandardCharsets.UTF_8),
                    Orders.define(partition, world.time.micros()).toByteArray()));
        }
        matching.forEach(MatchingProcess::start);
        orders.forEach(OrderProcess::start);
        queries.forEach(QueryProcess::start);
        traders.start(untilMillis);
        readers.start(untilMillis);
        trouble();
        replicate();
        while (world.time.elapsedMillis() < untilMillis && world.time.next()) {
            world.verdict();
        }
        rest();
        world.log.replay();
        world.clients.lookBack();
        world.view.whole(world.redis.view());
        Map<Happening, Integer> happened = world.faults.happened();
        happened.put(Happening.OUTCOME_REPEATED, world.log.repeated());
        happened.put(Happening.ORDER_REPEATED, world.clients.repeated());
        return new Report(world.log.commands(0) + world.log.commands(1), readers.answers(), happened);
    }

    /** Nothing fails any more; all that was asked for is done before long. */
    private void rest() {
        world.faults.end();
        world.kafka.reachable(true);
        world.redis.reachable(true);
        while (!isAtRest()) {
            Violation.unless(
                    world.time.next() && world.time.elapsedMillis() < untilMillis + REST_MILLIS, 0,
                    "seed %s does not come to rest: %s commands without an outcome, clients are %s, the view is %s", seed,
                    world.log.outstanding(), traders.areSettled() ? "settled" : "waiting",
                    world.view.isComplete(world.redis.view(), world.kafka) ? "complete" : "behind");
            world.verdict();
        }
    }

    private boolean isAtRest() {
        return world.log.outstanding() == 0 && traders.areSettled() && world.view.isComplete(world.redis.view(), world.kafka);
    }

    private void replicate() {
        world.time.after(world.chance.between(10, 200), () -> {
            world.redis.replicate();
            replicate();
        });
    }

    /** Every half second each kind of trouble has its chance. */
    private void trouble() {
        world.time.after(world.chance.between(1, 2 * LOOK_MILLIS), () -> {
            Faults faults = world.faults;
            matching.forEach(process -> strike(faults.crash / 10, process, MatchingProcess::die));
            orders.forEach(process -> strike(faults.crash / 10, process, OrderProcess::die));
            queries.forEach(process -> strike(faults.crash / 10, process, QueryProcess::die));
            if (faults.strikes(faults.outage, Happening.KAFKA_AWAY)) {
                world.kafka.reachable(false);
                world.time.after(world.chance.skewed(50, 6_000), () -> world.kafka.reachable(true));
            }
            if (faults.strikes(faults.redisOutage, Happening.REDIS_AWAY)) {
                world.redis.reachable(false);
                world.time.after(world.chance.skewed(50, 6_000), () -> world.redis.reachable(true));
            }
            if (faults.strikes(faults.failover, Happening.REDIS_FAILED_OVER)) {
                world.redis.failOver();
            }
            if (faults.strikes(faults.flush, Happening.REDIS_FLUSHED)) {
                world.redis.flush();
            }
            trouble();
        });
    }

    private <T> void strike(double percent, T process, Consumer<T> death) {
        if (world.faults.strikes(percent)) {
            death.accept(process);
        }
    }
}
