// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.run;

import java.util.List;
import java.util.Map;

/**
 * One run of one simulation.
 *
 * @param simulation its name without {@code Simulation}
 * @param title what is special about this run, for headings
 * @param started local date and time, {@code 2026-01-31 23:59:59}
 * @param seconds length of the measured time
 * @param commit of the checkout that the generator was built from; a plus sign stands for changes that are not committed
 * @param machine processors and operating system
 * @param server JVM flags and arguments of the server, as far as it runs on this machine or {@code -DserverFlags} says so
 * @param generator JVM and its flags
 * @param generatorCores processors that the generator kept busy in the measured time
 * @param processors of this machine
 * @param settings every property that the simulation asked for
 * @param series what was measured
 * @param levels the steps of a ramp, empty without one
 * @param targets what was asked for
 * @param notes what else should be known, in sentences
 */
public record Run(
        String simulation,
        String title,
        String started,
        int seconds,
        String commit,
        String machine,
        String server,
        String generator,
        double generatorCores,
        int processors,
        Map<String, String> settings,
        List<Figures> series,
        List<Figures> levels,
        List<Verdict> targets,
        List<String> notes) {

    /** Whether everything that was asked for holds. */
    public boolean metAll() {
        return targets.stream().allMatch(Verdict::met);
    }
}
