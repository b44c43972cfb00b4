// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * When snapshots are taken. They only make recovery shorter: nothing here decides an outcome, and nothing is lost without them.
 *
 * @param commands a snapshot is due after so many commands of a partition, 1 to 100,000,000: so many are replayed after a crash, and
 *     as many as come in {@code apart}
 * @param apart but not sooner than this after the one before, 0 to 1 h: a large book under load shall not be copied all the time
 * @param every and at the latest after this, if there was any command, 1 s to 1 day
 * @param rate bytes of snapshots that are written each second at most, 64 KB to 1 GB: a slow one leaves the cores to orders
 * @param keep how many snapshots of a partition stay, 2 to 100: the older ones are for when the newest turns out to be damaged
 */
@ConfigurationProperties("outcry.matching.snapshots")
public record SnapshotProperties(
        @DefaultValue("250000") long commands,
        @DefaultValue("10s") Duration apart,
        @DefaultValue("5m") Duration every,
        @DefaultValue("4MB") DataSize rate,
        @DefaultValue("3") int keep) {

    public SnapshotProperties {
        require(commands >= 1 && commands <= 100_000_000, "commands", commands);
        require(!apart.isNegative() && apart.compareTo(Duration.ofHours(1)) <= 0, "apart", apart);
        require(every.compareTo(Duration.ofSeconds(1)) >= 0 && every.compareTo(Duration.ofDays(1)) <= 0, "every", every);
        require(rate.toBytes() >= 64 << 10 && rate.toBytes() <= 1 << 30, "rate", rate);
        require(keep >= 2 && keep <= 100, "keep", keep);
    }

    private static void require(boolean valid, String name, Object value) {
        if (!valid) {
            throw new IllegalArgumentException("outcry.matching.snapshots." + name + " is out of range: " + value);
        }
    }
}
