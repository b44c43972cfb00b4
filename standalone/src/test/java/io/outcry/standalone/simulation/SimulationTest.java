// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.recovery.OutcomeChain;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code -Dsim.seeds=N} runs so many seeds, {@code -Dsim.from=S} begins at another than the first. */
@ExtendWith(SilentLogs.class)
class SimulationTest {

    private static final long SEEDS = Long.getLong("sim.seeds", 2_000);
    private static final long FROM = Long.getLong("sim.from", 1);

    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS) // whoever asks for many seeds waits for them
    void noSeedBreaksAnInvariant() throws InterruptedException {
        assertThat(Seeds.pass(FROM, SEEDS)).as("commands that were sent").isPositive();
    }

    @Test
    void aSeedRunsTheSameWayEveryTime() {
        Seeds seeds = new Seeds();
        for (long seed = FROM; seed < FROM + 5; seed++) {
            assertThat(seeds.run(seed)).isEqualTo(new Seeds().run(seed));
        }
    }

    /** Two partitions, and a point of the hash chain with every thousandth outcome of each. */
    @Test
    void aLongRunPassesPointsOfTheHashChain() {
        assertThat(new Seeds().run(FROM, 300_000).commands()).isGreaterThan(2 * OutcomeChain.INTERVAL + 200);
    }

    /** A fault that never happens tries nothing. */
    @Test
    void everyKindOfFaultHappens() {
        Seeds seeds = new Seeds();
        Map<Happening, Integer> happened = new EnumMap<>(Happening.class);
        int reads = 0;
        for (long seed = FROM; seed < FROM + 100; seed++) {
            Simulation.Report report = seeds.run(seed);
            report.happened().forEach((happening, count) -> happened.merge(happening, count, Integer::sum));
            reads += report.reads();
        }
        assertThat(reads).isPositive();
        for (Happening happening : Happening.values()) {
            assertThat(happened.getOrDefault(happening, 0)).as("%s in 100 seeds", happening).isPositive();
        }
    }
}
