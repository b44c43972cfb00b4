// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Ready when the view holds what the log held at the start, and nothing of it has been lost since. Red while Redis is away, while the view
 * is filled, while the near-cache has not read the log yet, and when a projection has stopped; says which partition, where it is, and where
 * it has to be. A view that merely lags is ready: its answers state their age. So is one of which a node of a cluster is away: the others
 * can be read, and no instance could read more.
 */
public final class QueryViewHealth implements HealthIndicator {

    /** A Redis that is silent for less is none of a load balancer's business. */
    private static final long SILENCE_LIMIT_MILLIS = 2_000;

    private final ViewWatch watch;
    private final ProjectionFaults faults;
    private final Supplier<List<TopicPartition>> unread;

    /** @param unread logs that the near-cache has not caught up with: what is read or streamed from it may seem not to exist */
    public QueryViewHealth(ViewWatch watch, ProjectionFaults faults, Supplier<List<TopicPartition>> unread) {
        this.watch = watch;
        this.faults = faults;
        this.unread = unread;
    }

    @Override
    public Health health() {
        List<ViewWatch.Finding> findings = watch.findings();
        Map<String, String> stopped = faults.all();
        boolean silent = watch.silentMillis().orElse(0) > SILENCE_LIMIT_MILLIS;
        boolean behind = !watch.knowsAll() || findings.stream().anyMatch(ViewWatch.Finding::isBehind);
        List<TopicPartition> reading = unread.get();
        Health.Builder health = silent || behind || !reading.isEmpty() || !stopped.isEmpty() ? Health.down() : Health.up();
        watch.silentMillis().ifPresent(millis -> health.withDetail("redis", "no answer for " + millis + " ms: " + watch.silence()));
        if (watch.silentMillis().isEmpty() && !watch.silent().isEmpty()) {
            health.withDetail("redis", "no answer for " + watch.silent() + ": " + watch.silence());
        }
        if (!watch.knowsAll()) {
            health.withDetail("positions", "not yet compared with the log");
        }
        findings.stream().filter(ViewWatch.Finding::isBehind)
                .forEach(finding -> health.withDetail(finding.partition().toString(), behind(finding)));
        if (!reading.isEmpty()) {
            health.withDetail("nearCache", "the log of " + reading + " is still being read");
        }
        stopped.forEach((partition, why) -> health.withDetail("stopped " + partition, why));
        return health.withDetail("lagRecords", findings.stream().mapToLong(ViewWatch.Finding::lag).sum()).build();
    }

    private static String behind(ViewWatch.Finding finding) {
        String objection = finding.objection();
        if (objection != null) {
            return objection;
        }
        return finding.floor() == Long.MAX_VALUE
                ? "position " + finding.at() + ", not (yet) known to be of this log, which ends at " + finding.end()
                : "position " + finding.at() + ", target " + finding.floor();
    }
}
