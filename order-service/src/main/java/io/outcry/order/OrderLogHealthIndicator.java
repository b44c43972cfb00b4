// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import io.outcry.order.instrument.InstrumentRegistry;
import io.outcry.order.log.GrouplessReader;
import io.outcry.order.log.LogGate;
import io.outcry.order.reply.CommandGateway;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Red while commands cannot be written or answered: no broker connected, or instruments or outcomes not being followed, or an outcome missing. */
final class OrderLogHealthIndicator implements HealthIndicator {

    private final LogGate gate;
    private final GrouplessReader outcomes;
    private final GrouplessReader instruments;
    private final InstrumentRegistry registry;
    private final CommandGateway gateway;

    OrderLogHealthIndicator(
            LogGate gate,
            GrouplessReader outcomes,
            GrouplessReader instruments,
            InstrumentRegistry registry,
            CommandGateway gateway) {
        this.gate = gate;
        this.outcomes = outcomes;
        this.instruments = instruments;
        this.registry = registry;
        this.gateway = gateway;
    }

    @Override
    public Health health() {
        boolean connected = gate.isOpen();
        boolean followsOutcomes = outcomes.isFollowing();
        boolean followsInstruments = instruments.isFollowing();
        boolean outcomesInOrder = gateway.hasAllOutcomes();
        Health.Builder health = connected && followsOutcomes && followsInstruments && outcomesInOrder ? Health.up() : Health.down();
        return health.withDetail("brokerConnected", connected)
                .withDetail("followsOutcomes", followsOutcomes)
                .withDetail("followsInstruments", followsInstruments)
                .withDetail("outcomesInOrder", outcomesInOrder)
                .withDetail("instruments", registry.size())
                .build();
    }
}
