// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.v1.Outcome;
import io.outcry.query.view.ViewPartition;

/**
 * Hears everything that the log says, once and in the order of each partition. Called on the feed's only thread: it must neither wait nor
 * throw, for whatever it does delays every other listener and the near-cache.
 */
public interface FeedListener {

    /**
     * A command had an effect. Duplicates and repeats of an earlier answer are never heard. The book is already as it is after it. Everything in
     * the outcome is of one moment: a listener shows all of it or none. Its sequence orders it within the partition.
     */
    void outcome(ViewPartition partition, Outcome outcome);

    /** A new aggregated price, which {@link MarketFeed#price} already gives. */
    void price(LivePrice price);

    /**
     * The partition was read anew from Redis, as at the start or where its log had a gap: what comes next need not follow what was heard
     * before. Its books have new snapshots.
     */
    void restarted(ViewPartition partition);
}
