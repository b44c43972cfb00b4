// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import io.outcry.contracts.topic.Topics;
import io.outcry.order.instrument.InstrumentRegistry;
import io.outcry.order.log.GrouplessReader;
import io.outcry.order.log.LogWriter;
import io.outcry.order.log.WriteRight;
import io.outcry.order.reply.CommandGateway;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Red while commands cannot be written or answered: no broker connected, or the writing thread at its end, or no topic of commands, or no
 * right to write it, or instruments or outcomes not being followed, or an outcome missing, or the command log without commands whose outcomes are there.
 *
 * <p>That right or topic is missing is found out by a command. Whoever is red gets no more of them, so that it is back is found out by
 * asking.
 */
final class OrderLogHealthIndicator implements HealthIndicator {

    private final LogWriter writer;
    private final WriteRight right;
    private final GrouplessReader outcomes;
    private final GrouplessReader instruments;
    private final InstrumentRegistry registry;
    private final CommandGateway gateway;

    OrderLogHealthIndicator(
            LogWriter writer,
            WriteRight right,
            GrouplessReader outcomes,
            GrouplessReader instruments,
            InstrumentRegistry registry,
            CommandGateway gateway) {
        this.writer = writer;
        this.right = right;
        this.outcomes = outcomes;
        this.instruments = instruments;
        this.registry = registry;
        this.gateway = gateway;
    }

    @Override
    public Health health() {
        boolean connected = writer.gate().isOpen();
        boolean writes = writer.isWriting();
        boolean mayWrite = mayWrite();
        boolean followsOutcomes = outcomes.isFollowing();
        boolean followsInstruments = instruments.isFollowing();
        boolean outcomesInOrder = gateway.hasAllOutcomes();
        boolean commandsWhole = gateway.hasAllCommands();
        boolean serves = connected && writes && mayWrite && followsOutcomes && followsInstruments && outcomesInOrder && commandsWhole;
        Health.Builder health = serves ? Health.up() : Health.down();
        writer.refusal(Topics.ORDER_COMMANDS).ifPresent(why -> health.withDetail("commandsRefused", why.toString()));
        if (!commandsWhole) {
            health.withDetail("commandsLost", "the command log has lost its end");
        }
        return health.withDetail("brokerConnected", connected)
                .withDetail("writesCommands", writes)
                .withDetail("mayWriteCommands", mayWrite)
                .withDetail("followsOutcomes", followsOutcomes)
                .withDetail("followsInstruments", followsInstruments)
                .withDetail("outcomesInOrder", outcomesInOrder)
                .withDetail("instruments", registry.size())
                .build();
    }

    private boolean mayWrite() {
        if (!writer.isDenied(Topics.ORDER_COMMANDS)) {
            return true;
        }
        boolean mayAgain = right.isThere(Topics.ORDER_COMMANDS);
        if (mayAgain) {
            writer.allowed(Topics.ORDER_COMMANDS);
        }
        return mayAgain;
    }
}
