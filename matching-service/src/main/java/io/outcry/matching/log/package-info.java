// SPDX-License-Identifier: Apache-2.0
/**
 * The engine on the log: one {@link io.outcry.matching.log.MatchingPartition} for each partition this process owns.
 *
 * <p>On assignment the tail of the outcome partition tells what has been published; the commands are replayed in silence up to there, and
 * from then on each command's outcome is written once; the next poll does not wait for the acknowledgements. Offsets committed to Kafka
 * only show progress: recovery never reads them. What cannot be applied stops its partition, which stays paused with its owner: handed on,
 * it would only stop the next one.
 *
 * <p>The owner of a live partition also writes commands of its own: between polls, a tick for each symbol that is due by the clock.
 */
@NullMarked
package io.outcry.matching.log;

import org.jspecify.annotations.NullMarked;
