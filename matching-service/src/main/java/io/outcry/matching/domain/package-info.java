// SPDX-License-Identifier: Apache-2.0
/**
 * The matching engine of one partition as a pure function: a call of {@link io.outcry.matching.domain.MatchingEngine} for each command in,
 * one reused {@link io.outcry.matching.domain.CommandOutcome outcome} out.
 *
 * <p>Every command is validated in full and only then changes anything, so a rejection leaves no trace but the sequence. No clock, random
 * number, floating point, thread or I/O lives here, and no order of iteration depends on a hash: time comes with the command, identity
 * with its offset.
 */
@NullMarked
package io.outcry.matching.domain;

import org.jspecify.annotations.NullMarked;
