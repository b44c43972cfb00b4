// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** How much processor time the generator itself takes: on one machine with the server, it takes it from the server. */
final class GeneratorCpu {

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long startNanos;
    private long startCpuNanos;

    synchronized void start() {
        startNanos = System.nanoTime();
        startCpuNanos = system.getProcessCpuTime();
    }

    /** One line for people, about the time since the start. */
    synchronized String summary() {
        double cores = (system.getProcessCpuTime() - startCpuNanos) / (double) (System.nanoTime() - startNanos);
        return String.format(
                Locale.ROOT, "generator used %.2f of %d cores on %s %s",
                cores, system.getAvailableProcessors(), System.getProperty("os.name"), System.getProperty("os.arch"));
    }
}
