// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import io.outcry.price.log.InstrumentReader;
import io.outcry.price.log.RefreshScheduler;
import io.outcry.price.venue.GuardedVenue;
import io.outcry.price.venue.Venues;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Up once the topics exist and the registry has been read. A venue that is out is told, but does not make the service unhealthy. */
final class PriceRegistryHealth implements HealthIndicator {

    private final PriceServiceLifecycle lifecycle;
    private final InstrumentReader reader;
    private final RefreshScheduler scheduler;
    private final Venues venues;

    PriceRegistryHealth(PriceServiceLifecycle lifecycle, InstrumentReader reader, RefreshScheduler scheduler, Venues venues) {
        this.lifecycle = lifecycle;
        this.reader = reader;
        this.scheduler = scheduler;
        this.venues = venues;
    }

    @Override
    public Health health() {
        PriceServiceLifecycle.State state = lifecycle.state();
        Health.Builder health = (state == PriceServiceLifecycle.State.LIVE ? Health.up() : Health.outOfService())
                .withDetail("state", state)
                .withDetail("registryPosition", reader.position())
                .withDetail("registryEndAtStart", reader.end())
                .withDetail("symbols", scheduler.scheduledSymbols())
                .withDetail("symbolsWithoutPrice", scheduler.unpricedSymbols());
        for (GuardedVenue venue : venues.all()) {
            health.withDetail("breaker." + venue.name(), venue.breakerState());
            health.withDetail("socketBreaker." + venue.name(), venue.socketBreakerState());
        }
        return health.build();
    }
}
