// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.Principal;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.LiveChannel;
import io.outcry.query.stream.channel.UnknownChannelException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What nobody needs is not kept. */
class SweepTest {

    private final MarketOnStage market = new MarketOnStage();
    private final Channels channels = new Channels(market, 64, -1, System::currentTimeMillis);

    @BeforeEach
    void define() {
        market.tell(channels);
        market.define("BTC-USD");
    }

    @Test
    void aChannelThatNobodyWatchesIsForgotten() throws UnknownChannelException {
        LiveChannel channel = channels.acquire("book:BTC-USD", Optional.empty());
        channels.sweep();
        assertThat(channels.size()).isEqualTo(1);
        channels.release(channel);
        channels.sweep();
        assertThat(channels.size()).isZero();
    }

    @Test
    void theOrdersOfAnAccountThatNobodyWatchesAreForgotten() throws UnknownChannelException {
        LiveChannel channel = channels.acquire("orders", Optional.of(new Principal("alice", Set.of(Principal.Scope.TRADE))));
        channels.sweep();
        assertThat(channels.size()).isEqualTo(1);
        channels.release(channel);
        channels.sweep();
        assertThat(channels.size()).isZero();
    }

    @Test
    void whoWatchesAPriceIsCountedUntilHeLeaves() throws UnknownChannelException {
        channels.acquire("trades:BTC-USD", Optional.empty());
        LiveChannel price = channels.acquire("price:BTC-USD", Optional.empty());
        channels.acquire("price:BTC-USD", Optional.empty());
        assertThat(watched()).isEqualTo(Map.of("BTC-USD", 2));
        channels.release(price);
        assertThat(watched()).isEqualTo(Map.of("BTC-USD", 1));
        channels.release(price);
        assertThat(watched()).isEmpty();
    }

    private Map<String, Integer> watched() {
        Map<String, Integer> found = new HashMap<>();
        channels.watchedPrices(found::put);
        return found;
    }

    @Test
    void thePartsOfALargeBookAreForgottenThoughItIsWatched() throws UnknownChannelException {
        market.turnBook("BTC-USD", 2_500, 0);
        LiveChannel channel = channels.acquire("book:BTC-USD", Optional.empty());
        Cursor behindTheFirst = channel.since(Cursor.NONE).to();
        byte[] second = channel.since(behindTheFirst).messages().getFirst();
        assertThat(channel.since(behindTheFirst).messages().getFirst()).isSameAs(second);
        channels.sweep();
        assertThat(channel.since(behindTheFirst).messages().getFirst()).isNotSameAs(second).isEqualTo(second);
    }
}
