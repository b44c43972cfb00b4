// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.order.log.LogWriterSteps;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.reply.AccountLimits;
import io.outcry.order.reply.Command;
import io.outcry.order.reply.CommandGateway;
import io.outcry.order.reply.CommandKind;
import io.outcry.order.reply.CommandLimits;
import io.outcry.order.reply.CommandResult;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** An instance of order-service below its HTTP: the gateway, the writer and the tail of the outcomes. */
final class OrderProcess {

    private static final Duration DELIVERY = Duration.ofSeconds(5);
    private static final Duration STALL = Duration.ofSeconds(2);
    private static final int LIMIT = 1_000;

    private final World world;
    private @Nullable Running running;

    /** A client that waits on its connection. */
    private record Caller(Consumer<CommandResult> answered, Runnable lost) {}

    /** One life of it. */
    private static final class Running {

        private final SimProducer producer;
        private final LogWriterSteps writer;
        private final CommandGateway gateway;
        private final OrderLanes lanes = new OrderLanes(World.PARTITIONS, 1, STALL);
        private final SimConsumer tail;
        private final VirtualTimers timers;
        private final Set<Caller> callers = new LinkedHashSet<>();

        Running(World world) {
            long instance = world.chance.number();
            producer = PlantedPorts.commandLog(world, DELIVERY.toMillis());
            writer = new LogWriterSteps(producer, LIMIT, world.shared.orders, world.time::nanoTime);
            timers = new VirtualTimers(world.time);
            AccountLimits accounts = new AccountLimits(LIMIT, 0, 1, world.time::nanoTime);
            gateway = new CommandGateway(
                    writer.writer(), DELIVERY, new CommandLimits(LIMIT, LIMIT), accounts, world.shared.orders, instance, timers);
            tail = new SimConsumer(world.kafka, "");
            if (world.bug == Bug.REPLY_TO_ANOTHER) {
                tail.seeing(record -> addressed(record, instance));
            }
            tail.assign(World.partitions(Topics.ORDER_OUTCOMES));
            tail.assignment().forEach(partition -> tail.seek(partition, Math.max(0, world.kafka.end(partition) - 1)));
        }

        private static ConsumerRecord<byte[], byte[]> addressed(ConsumerRecord<byte[], byte[]> record, long instance) {
            var header = record.headers().lastHeader(ReplyHeader.NAME);
            if (header == null) {
                return record;
            }
            byte[] address = ByteBuffer.wrap(header.value().clone()).putLong(0, instance).array();
            var headers = new RecordHeaders().add(ReplyHeader.NAME, address);
            return new ConsumerRecord<>(
                    record.topic(), record.partition(), record.offset(), record.timestamp(), record.timestampType(),
                    record.serializedKeySize(), record.serializedValueSize(), record.key(), record.value(), headers,
                    Optional.empty());
        }
    }

    OrderProcess(World world) {
        this.world = world;
    }

    void start() {
        Running started = new Running(world);
        running = started;
        again(started);
    }

    private void again(Running life) {
        world.time.after(world.chance.between(1, 60) + world.faults.delay(), () -> {
            if (running == life) {
                step(life);
            }
        });
    }

    private void step(Running life) {
        life.writer.run();
        life.tail.most(world.chance.skewed(1, 100));
        var records = life.tail.poll(Duration.ZERO);
        if (!records.isEmpty()) {
            life.gateway.outcomes(records);
            world.judge(() -> Violation.unless(life.gateway.hasAllOutcomes(), 6, "a gateway has stopped to take outcomes"));
            world.judge(() -> Violation.unless(life.gateway.hasAllCommands(), 1, "a gateway has stopped to write commands"));
        }
        again(life);
    }

    /**
     * A request comes in.
     *
     * @param lost is called instead if the process dies first
     * @return false: nobody listens
     */
    boolean submit(
            CommandKind kind, int partition, String symbol, OrderCommand message, Duration wait, Consumer<CommandResult> answered,
            Runnable lost) {
        Running life = running;
        if (life == null) {
            return false;
        }
        Caller caller = new Caller(answered, lost);
        life.callers.add(caller);
        Command command =
                new Command(kind, life.lanes.commands(partition).orElseThrow(), symbol.getBytes(StandardCharsets.UTF_8), message);
        life.gateway.submit(command, wait, Runnable::run, result -> {
            life.callers.remove(caller);
            answered.accept(result);
        });
        return true;
    }

    /** Killed; it comes back. */
    void die() {
        Running life = running;
        if (life == null) {
            return;
        }
        running = null;
        world.faults.note(Happening.DEATH);
        life.producer.die();
        life.timers.stop();
        List<Caller> callers = new ArrayList<>(life.callers);
        life.callers.clear();
        callers.forEach(caller -> caller.lost().run());
        world.time.after(world.chance.skewed(200, 5_000), this::start);
    }
}
