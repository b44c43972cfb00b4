// SPDX-License-Identifier: Apache-2.0
/**
 * {@code outcry-replay}: the log played again by a person, away from the service. It reads the commands of a partition from Kafka or from a
 * file, applies them through the same {@link io.outcry.matching.recovery.PartitionEngine} as the service, holds the results against the
 * published outcomes and their hash chain, and prints both as JSON lines. It writes to no topic.
 */
@NullMarked
package io.outcry.matching.replay;

import org.jspecify.annotations.NullMarked;
