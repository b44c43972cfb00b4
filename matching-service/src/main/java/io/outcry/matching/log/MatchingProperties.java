// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.setting.Setting;
import java.time.Duration;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How this process runs its engines. Nothing here decides an outcome.
 *
 * @param concurrency Consumer threads that share the partitions of this process, 1 to 64
 * @param instanceId Name of this instance that no other running instance has, 1 to 200 of {@code A-Za-z0-9-_.}, or empty for none: after a
 *     crash the instance with the same name takes its partitions back at once, instead of when the old session has timed out (6 s)
 * @param acknowledgeTimeout How long Kafka may take to acknowledge an outcome, 1 s to 4 min; after that it is given up, and the log tells
 *     what was written
 * @param loadTimeout How long each answer of Kafka may take while a partition is loaded, 1 s to 4 min; after that it is loaded anew
 * @param maxPollRecords Commands that one poll takes at most, 1 to 10,000. The engine waits for Kafka to acknowledge outcomes only when
 *     more than 10,000 of a partition are on their way, or more bytes than the partition's part of 32 MiB (at least 2 MiB)
 */
@ConfigurationProperties("outcry.matching")
public record MatchingProperties(
        @DefaultValue("2") int concurrency,
        @DefaultValue("") String instanceId,
        @DefaultValue("30s") Duration acknowledgeTimeout,
        @DefaultValue("30s") Duration loadTimeout,
        @DefaultValue("1000") int maxPollRecords) {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(4);

    /** What Kafka takes, with room for what it adds. */
    private static final Pattern INSTANCE_ID = Pattern.compile("[A-Za-z0-9_.-]{0,200}");

    public MatchingProperties {
        if (!INSTANCE_ID.matcher(instanceId).matches()) {
            throw new IllegalArgumentException("outcry.matching.instance-id must be 1 to 200 of A-Za-z0-9-_., not '" + instanceId + "'");
        }
        Setting.between("outcry.matching.concurrency", concurrency, 1, 64);
        Setting.between("outcry.matching.acknowledge-timeout", acknowledgeTimeout, SHORTEST, LONGEST);
        Setting.between("outcry.matching.load-timeout", loadTimeout, SHORTEST, LONGEST);
        Setting.between("outcry.matching.max-poll-records", maxPollRecords, 1, 10_000);
    }
}
