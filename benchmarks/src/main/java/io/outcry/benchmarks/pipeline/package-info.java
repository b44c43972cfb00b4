// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code pipeline}: the matching service as it is deployed, between two topics of a real broker, against a loop of the same
 * consumer and producer with no engine between them.
 *
 * <p>What is done so that the comparison is fair. A turn is one product on a new broker: the two products in turn, each in a JVM of its
 * own with the same flags, the broker in another one, the load in this one. Both get the same commands, drawn from the same seed, and
 * write records of the same size one by one: the engine of this JVM has applied each command before it is written and puts the size of its
 * outcome into the reply header, which both copy. A matching service whose outcomes have other sizes ends the
 * run. The machine's memory is in the same state for both ({@link io.outcry.benchmarks.jvm.TouchedMemory}).
 *
 * <p>Throughput: the commands are on the log before the product starts. The first part of them warms it up; the second is timed, from the
 * moment the outcome log reaches its first to the moment it reaches its last record, as the broker says. Nothing else runs then. Latency:
 * commands come at an even rate, a few every millisecond, whatever happens to those before (an open model), and each is timed from the
 * moment it was due, not from the moment it was written, until its outcome is read here.
 *
 * <p>What it is not: one broker with one replica on the same machine, so no network and no follower to wait for. That makes the floor
 * lower, and the engine a larger part of it, than in a cluster.
 */
@NullMarked
package io.outcry.benchmarks.pipeline;

import org.jspecify.annotations.NullMarked;
