// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.Principal;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.channel.LiveChannel;
import io.outcry.query.stream.channel.StreamSource;
import io.outcry.query.stream.channel.UnknownChannelException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a channel begins with, when the log has gone on before anybody wanted it. */
class BeginningTest {

    private final MarketOnStage market = new MarketOnStage();
    private final Channels channels = new Channels(market, 64, -1, System::currentTimeMillis);

    /** It would be told to nobody: the channel has not heard of it, and the view does not say it. */
    @ParameterizedTest
    @ValueSource(strings = {"trades:BTC-USD", "orders"})
    void whatWasAnnouncedBeforeMustBeInIt(String name) throws UnknownChannelException {
        market.tell(channels);
        market.define("BTC-USD");
        long announced = market.rest("BTC-USD", "alice", 100, 1);
        store(announced - 1);
        assertThat(begins(name)).as("the view is a step behind").isFalse();
        store(announced);
        assertThat(begins(name)).isTrue();
    }

    private boolean begins(String name) throws UnknownChannelException {
        LiveChannel channel = channels.acquire(name, Optional.of(new Principal("alice", Set.of(Principal.Scope.TRADE))));
        Future.State state = channel.ready().toCompletableFuture().state();
        channels.release(channel);
        channels.sweep();
        return state == Future.State.SUCCESS;
    }

    private void store(long sequence) {
        market.storedTrades(CompletableFuture.completedFuture(new StreamSource.RecentTrades(sequence, List.of())));
        market.storedOrders(CompletableFuture.completedFuture(
                new StreamSource.OpenOrders(Map.of(MarketOnStage.PARTITION, sequence), List.of(), false)));
    }
}
