// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

/** How many ticks behind the mid price an order of the public workload is placed: a power law with a bump at the ninth level. */
final class DepthProfile {

    private static final int LEVELS = 800;

    private final double[] runningSum = new double[LEVELS];

    DepthProfile() {
        double sum = 0;
        for (int k = 0; k < LEVELS; k++) {
            sum += StrictMath.pow(k + 1, -2.23) + 5 * StrictMath.exp(-0.5 * (k - 8.0) * (k - 8.0));
            runningSum[k] = sum;
        }
    }

    /** The level, from 0, of one uniform draw: the first whose running sum is not less than its share of the total. */
    int level(double uniform) {
        double share = uniform * runningSum[LEVELS - 1];
        int low = 0;
        int high = LEVELS - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (runningSum[middle] < share) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
