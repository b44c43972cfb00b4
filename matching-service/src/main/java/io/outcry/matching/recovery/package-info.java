// SPDX-License-Identifier: Apache-2.0
/**
 * From the log to a live engine: the newest good snapshot, the end of the outcome log, and a replay in silence up to the last command
 * whose outcome is published. What is replayed must give the hash chain that the published outcomes have up to the last one, going by the
 * newest published value, and that one byte for byte, or the partition stops.
 *
 * <p>Nothing here knows Kafka, a thread or a clock. {@link io.outcry.matching.recovery.PartitionEngine} is the one place that applies a
 * command, live or in replay, here, in the simulation and in the replay tool; {@link io.outcry.matching.recovery.CatchUp} is the replay.
 */
@NullMarked
package io.outcry.matching.recovery;

import org.jspecify.annotations.NullMarked;
