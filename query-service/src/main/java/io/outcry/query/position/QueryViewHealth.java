// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Ready when the view holds what the log held at the start, and nothing of it has been lost since. Red while Redis is away, while the view
 * is filled, and when a projection has stopped; says which partition, where it is, and where it has to be. A view that merely lags is
 * ready: its answers state their age.
 */
public final class QueryViewHealth implements HealthIndicator {

    /** A Redis that is silent for less is none of a load balancer's business. */
    private static final long SILENCE_LIMIT_MILLIS = 2_000;

    private final ViewWatch watch;
    private final ProjectionFaults faults;

    public QueryViewHealth(ViewWatch watch, ProjectionFaults faults) {
        this.watch = watch;
        this.faults = faults;
    }

    @Override
    public Health health() {
        List<ViewWatch.Finding> findings = watch.findings();
        Map<String, String> stopped = faults.all();
        boolean silent = watch.silentMillis().orElse(0) > SILENCE_LIMIT_MILLIS;
        boolean behind = findings.isEmpty() || findings.stream().anyMatch(ViewWatch.Finding::isBehind);
        Health.Builder health = silent || behind || !stopped.isEmpty() ? Health.down() : Health.up();
        watch.silentMillis().ifPresent(millis -> health.withDetail("redis", "no answer for " + millis + " ms"));
        if (findings.isEmpty()) {
            health.withDetail("positions", "not yet compared with the log");
        }
        findings.stream().filter(ViewWatch.Finding::isBehind).forEach(finding -> health.withDetail(finding.partition().toString(),
                finding.floor() == Long.MAX_VALUE
                        ? "position " + finding.at() + ", not (yet) known to be of this log, which ends at " + finding.end()
                        : "position " + finding.at() + ", target " + finding.floor()));
        stopped.forEach((partition, why) -> health.withDetail("stopped " + partition, why));
        return health.withDetail("lagRecords", findings.stream().mapToLong(ViewWatch.Finding::lag).sum()).build();
    }
}
