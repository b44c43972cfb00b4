// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code recovery}: how long a matching service needs until it knows its books again, with the service's own classes: the
 * same reader of snapshots and outcomes, the same engine, on the records of a real broker.
 *
 * <p>A broker is filled once. Partition 0 has a snapshot of resting orders and the command log behind it, partition 1 an order flow with
 * its outcomes and no snapshot. Then each measurement is a JVM of its own, in turn: {@code restore} reads the snapshot of partition 0 into
 * an engine, hash and all, as a service does after a crash, in a JVM that has done nothing before; {@code replay} applies the commands of
 * partition 1 from the first on, in silence, checking the hash chain that is on the log; {@code read} polls the same records with the same
 * consumer and throws them away. Replay and reading go over the log several times in one JVM: the first pass is that of a service that
 * has just started, the ratio is that of the last.
 */
@NullMarked
package io.outcry.benchmarks.recovery;

import org.jspecify.annotations.NullMarked;
