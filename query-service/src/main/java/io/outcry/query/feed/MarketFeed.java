// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.Optional;

/** The market as this instance knows it from the log. Reads are safe from any thread and never wait for anything but a memory access. */
public interface MarketFeed {

    /** Adds somebody who hears all changes from now on; before the feed is started, to miss none. */
    void listen(FeedListener listener);

    /** The last price of a symbol; nothing if there is none, or none is known here yet ({@link #isLive}). */
    Optional<LivePrice> price(String symbol);

    /** The book of a symbol; nothing if the symbol is unknown, or not known here yet ({@link #isLive}). */
    Optional<LiveBook> book(String symbol);

    /** Where an instrument of the partition has changed last, or further on; nothing while that is not known. */
    Optional<ViewPosition> instrumentsSince(ViewPartition partition);

    /** True once the partition has reached the end that its log had when the feed began; then what is not here does not exist. */
    boolean isLive(ViewPartition partition);

    /**
     * Names the log that sequences are of, the same in every instance: another value means that old sequences say nothing. From 1 to
     * 2^31-1, made from the id that Kafka gave the topic; 0 while that is not known.
     */
    long epoch(ViewLog log);
}
