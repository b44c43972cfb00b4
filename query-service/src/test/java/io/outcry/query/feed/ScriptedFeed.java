// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Follows the log from its beginning, unless it is said not to, and knows the one price that it is told. */
public final class ScriptedFeed implements MarketFeed {

    private @Nullable LivePrice last;
    private Predicate<ViewPartition> live = _ -> true;

    public void tells(LivePrice price) {
        last = price;
    }

    /** It has not read the other logs to their end yet. */
    public void isLiveIn(Predicate<ViewPartition> read) {
        live = read;
    }

    @Override
    public void listen(FeedListener listener) {
        throw new UnsupportedOperationException("nobody listens here");
    }

    @Override
    public Optional<LivePrice> price(String symbol) {
        return Optional.ofNullable(last);
    }

    @Override
    public Optional<LiveBook> book(String symbol) {
        return Optional.empty();
    }

    @Override
    public Optional<ViewPosition> instrumentsSince(ViewPartition partition) {
        return Optional.empty();
    }

    @Override
    public boolean isLive(ViewPartition partition) {
        return live.test(partition);
    }

    @Override
    public long epoch(ViewLog log) {
        return 1;
    }
}
