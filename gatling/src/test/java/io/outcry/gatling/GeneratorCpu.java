// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How much processor time the generator itself takes: on one machine with the server, it takes it from the server. */
final class GeneratorCpu {

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long startNanos;
    private long startCpuNanos;
    private double cores;

    /** The measured time begins. */
    synchronized void start() {
        startNanos = System.nanoTime();
        startCpuNanos = system.getProcessCpuTime();
    }

    /** The measured time is over. */
    synchronized void stop() {
        cores = (system.getProcessCpuTime() - startCpuNanos) / (double) (System.nanoTime() - startNanos);
    }

    /** Processors kept busy between the two, 0 before the end. */
    synchronized double cores() {
        return cores;
    }
}
