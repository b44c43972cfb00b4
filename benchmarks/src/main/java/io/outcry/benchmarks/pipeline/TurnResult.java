// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

/**
 * What one turn gave.
 *
 * @param commandBytes mean of the commands' values
 * @param outcomeBytes mean of the outcomes' values
 * @param rate records a second
 * @param productCpuMicros processor time of the product for a record
 * @param brokerCpuMicros processor time of the broker for a record
 * @param offered records a second that were due for latency
 * @param achieved records a second whose outcome came
 * @param p50Millis from due until read
 * @param p99Millis from due until read
 * @param p999Millis from due until read
 * @param maxMillis from due until read
 */
record TurnResult(
        double commandBytes,
        double outcomeBytes,
        double rate,
        double productCpuMicros,
        double brokerCpuMicros,
        double offered,
        double achieved,
        double p50Millis,
        double p99Millis,
        double p999Millis,
        double maxMillis) {}
