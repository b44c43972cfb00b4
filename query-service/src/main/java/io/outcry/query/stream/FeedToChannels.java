// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import io.outcry.contracts.v1.Outcome;
import io.outcry.query.feed.FeedListener;
import io.outcry.query.feed.LivePrice;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;

/** Tells the channels what the feed hears. */
final class FeedToChannels implements FeedListener {

    private final Channels channels;

    FeedToChannels(Channels channels) {
        this.channels = channels;
    }

    @Override
    public void outcome(ViewPartition partition, Outcome outcome) {
        channels.outcome(partition.number(), outcome);
    }

    @Override
    public void price(LivePrice price) {
        channels.priced(price.symbol(), price.stored());
    }

    @Override
    public void restarted(ViewPartition partition) {
        // The next price of a symbol makes up for whatever was missed of prices.
        if (partition.log() == ViewLog.ORDERS) {
            channels.restarted(partition.number());
        }
    }
}
