// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import io.outcry.order.instrument.InstrumentRegistry;
import io.outcry.order.log.GrouplessReader;
import io.outcry.order.log.LogGate;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Red while commands cannot be written or answered: no broker connected, or instruments or outcomes not being followed. */
final class OrderLogHealthIndicator implements HealthIndicator {

    private final LogGate gate;
    private final GrouplessReader outcomes;
    private final GrouplessReader instruments;
    private final InstrumentRegistry registry;

    OrderLogHealthIndicator(LogGate gate, GrouplessReader outcomes, GrouplessReader instruments, InstrumentRegistry registry) {
        this.gate = gate;
        this.outcomes = outcomes;
        this.instruments = instruments;
        this.registry = registry;
    }

    @Override
    public Health health() {
        boolean connected = gate.isOpen();
        boolean followsOutcomes = outcomes.isFollowing();
        boolean followsInstruments = instruments.isFollowing();
        Health.Builder health = connected && followsOutcomes && followsInstruments ? Health.up() : Health.down();
        return health.withDetail("brokerConnected", connected)
                .withDetail("followsOutcomes", followsOutcomes)
                .withDetail("followsInstruments", followsInstruments)
                .withDetail("instruments", registry.size())
                .build();
    }
}
