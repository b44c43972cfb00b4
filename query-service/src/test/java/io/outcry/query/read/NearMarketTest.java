// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.feed.LivePrice;
import io.outcry.query.feed.ScriptedFeed;
import io.outcry.query.position.PositionBarrier;
import io.outcry.query.position.ViewAges;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NearMarketTest {

    private static final ViewPartition PRICES = new ViewPartition(ViewLog.PRICES, 0);

    private final ViewPositions positions = new ViewPositions(1, 1);
    private final ScriptedFeed feed = new ScriptedFeed();
    private final NearMarket near = new NearMarket(
            feed, positions, new ViewAges(positions, Clock.systemUTC()), new PositionBarrier(positions, Duration.ofSeconds(1), 1));

    private static ViewPosition at(long offset) {
        return ViewPosition.EMPTY.priced(offset, 1);
    }

    private void priceAt(long offset) {
        feed.tells(new LivePrice(PriceUpdate.getDefaultInstance(), new StoredPrice(1, "HOT", "FRESH", 3, offset + 1, "{"), at(offset)));
    }

    private ViewPosition stated() {
        return near.price(PRICES, "BTC-USD").orElseThrow().position();
    }

    /** Who asks another instance for no less than this answer states would get an older price there. */
    @Test
    void aPriceStatesItsOwnPlaceThoughTheFeedHasNotToldOfItYet() {
        priceAt(0);
        assertThat(stated()).isEqualTo(at(0));
        positions.observe(PRICES, at(0));
        priceAt(7);
        assertThat(stated()).isEqualTo(at(7));
    }

    @Test
    void aPriceThatOthersHaveFollowedStatesHowFarTheFeedIs() {
        priceAt(7);
        positions.observe(PRICES, at(9));
        assertThat(stated()).isEqualTo(at(9));
    }
}
