// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.Principal;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.LiveChannel;
import io.outcry.query.stream.channel.StreamSource;
import io.outcry.query.stream.channel.UnknownChannelException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What nobody needs is not kept. */
class SweepTest {

    private static final Optional<Principal> ALICE = Optional.of(new Principal("alice", Set.of(Principal.Scope.TRADE)));

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
        LiveChannel channel = channels.acquire("orders", ALICE);
        channels.sweep();
        assertThat(channels.size()).isEqualTo(1);
        channels.release(channel);
        channels.sweep();
        assertThat(channels.size()).isZero();
    }

    /** Who was cut off a moment ago comes back, and is told what he missed. */
    @Test
    void whatWasReportedAMomentAgoIsKept() throws UnknownChannelException {
        LiveChannel channel = channels.acquire("orders", ALICE);
        long epoch = channel.since(Cursor.NONE).epoch();
        market.rest("BTC-USD", "alice", 100, 1);
        market.rest("BTC-USD", "alice", 101, 1);
        channels.sweep();
        assertThat(channel.resume(epoch, 1)).isNotNull();
    }

    /** However often it is asked for meanwhile: those who wait for it are told that it cannot begin. */
    @Test
    void aChannelThatCouldNotBeginIsMadeAnewWhenNobodyWaitsForItAnyMore() throws UnknownChannelException {
        market.storedTrades(CompletableFuture.failedFuture(new IllegalStateException("the view is away")));
        LiveChannel failed = channels.acquire("trades:BTC-USD", Optional.empty());
        assertThat(channels.acquire("trades:BTC-USD", Optional.empty())).isSameAs(failed);
        channels.release(failed);
        assertThat(channels.acquire("trades:BTC-USD", Optional.empty())).isSameAs(failed);
        channels.release(failed);
        channels.release(failed);

        market.storedTrades(CompletableFuture.completedFuture(new StreamSource.RecentTrades(0, List.of())));
        LiveChannel next = channels.acquire("trades:BTC-USD", Optional.empty());
        assertThat(next.ready()).isCompleted();
        channels.release(next);
        assertThat(channels.acquire("trades:BTC-USD", Optional.empty())).as("one that could").isSameAs(next);
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
