// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.setting.Setting;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * When snapshots are taken. They only make recovery shorter: nothing here decides an outcome, and nothing is lost without them.
 *
 * @param commands Commands of a partition after which its next snapshot is due, 1 to 100,000,000: so many, and those that come within
 *     {@code snapshots.apart}, are replayed after a crash. The first snapshot of a process is due after a tenth of them
 * @param apart Shortest time between two snapshots of a partition, 0 to 1 h: a large book under load shall not be copied all the time
 * @param every Longest time between two snapshots of a partition that gets commands, 1 s to 1 day, so that a quiet one is recovered as
 *     fast; {@code snapshots.apart} goes first
 * @param rate Bytes of snapshots that this process writes in a second at most, 64 KB to 1 GB: at full speed writing would take a core from
 *     orders
 * @param keep Snapshots of a partition that are kept, 2 to 100: the older ones are for when the newest turns out to be damaged
 */
@ConfigurationProperties("outcry.matching.snapshots")
public record SnapshotProperties(
        @DefaultValue("250000") long commands,
        @DefaultValue("10s") Duration apart,
        @DefaultValue("5m") Duration every,
        @DefaultValue("4MB") DataSize rate,
        @DefaultValue("3") int keep) {

    public SnapshotProperties {
        Setting.between("outcry.matching.snapshots.commands", commands, 1L, 100_000_000L);
        Setting.between("outcry.matching.snapshots.apart", apart, Duration.ZERO, Duration.ofHours(1));
        Setting.between("outcry.matching.snapshots.every", every, Duration.ofSeconds(1), Duration.ofDays(1));
        Setting.between("outcry.matching.snapshots.rate", rate, DataSize.ofKilobytes(64), DataSize.ofGigabytes(1));
        Setting.between("outcry.matching.snapshots.keep", keep, 2, 100);
    }
}
