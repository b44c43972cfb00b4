// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.v1.Outcome;
import io.outcry.query.view.ViewPartition;
import org.jspecify.annotations.Nullable;

/**
 * What one command did, as the feed hands it on. Everything in it is of one moment: a listener shows all of it or none.
 *
 * @param partition where it is
 * @param offset its place in the log of outcomes
 * @param outcome its trades, levels and reports; {@code sequence} orders them within the partition
 * @param reported false if the command was refused: then only the report of the commanded order itself, if it is new, says something
 * @param book the symbol's book after it; nothing if the symbol is not held here
 */
public record FeedOutcome(
        ViewPartition partition, long offset, Outcome outcome, boolean reported, @Nullable LiveBook book) {}
