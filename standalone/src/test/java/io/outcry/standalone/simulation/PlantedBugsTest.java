// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the simulation is worth: each bug that was planted is found. {@code docs/simulation.md} tells by which seed. */
@ExtendWith(SilentLogs.class)
class PlantedBugsTest {

    private static final int SEEDS = 200;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void isFound(Bug bug) {
        Seeds seeds = new Seeds();
        OptionalLong found = seeds.find(bug, 1, SEEDS);
        assertThat(found).as("the first of %s seeds that finds %s", SEEDS, bug).isPresent();
        Violation violation = seeds.violation(bug, found.getAsLong());
        System.out.printf("PLANTED %s seed=%d %s%n", bug, found.getAsLong(), violation.getMessage().lines().findFirst().orElse(""));
    }
}
