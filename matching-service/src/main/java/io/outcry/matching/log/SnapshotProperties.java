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
 * @param commands a snapshot is due after so many commands of a partition, 1 to 100,000,000: so many are replayed after a crash, and
 *     as many as come in {@code apart}; the first of a process is due after a tenth of them
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
        Setting.between("outcry.matching.snapshots.commands", commands, 1L, 100_000_000L);
        Setting.between("outcry.matching.snapshots.apart", apart, Duration.ZERO, Duration.ofHours(1));
        Setting.between("outcry.matching.snapshots.every", every, Duration.ofSeconds(1), Duration.ofDays(1));
        Setting.between("outcry.matching.snapshots.rate", rate, DataSize.ofKilobytes(64), DataSize.ofGigabytes(1));
        Setting.between("outcry.matching.snapshots.keep", keep, 2, 100);
    }
}
