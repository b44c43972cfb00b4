// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.outcry.contracts.http.Principal;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.LiveChannel;
import io.outcry.query.stream.channel.UnknownChannelException;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of channels when the log of a partition goes on somewhere else than where it was. */
@Timeout(20)
class RestartedLogTest {

    private static final Optional<Principal> ALICE = Optional.of(new Principal("alice", Set.of(Principal.Scope.TRADE)));

    private final MarketOnStage market = new MarketOnStage();
    private final Channels channels = new Channels(market, 64, -1, System::currentTimeMillis);

    private void restart(ViewLog log, int partition) {
        new FeedToChannels(channels).restarted(new ViewPartition(log, partition));
    }

    @BeforeEach
    void define() {
        market.tell(channels);
        market.define("BTC-USD");
        market.trade("BTC-USD", 6_000_000, 3, "bob", "carol");
    }

    private LiveChannel begun(String name) throws UnknownChannelException {
        LiveChannel channel = channels.acquire(name, ALICE);
        channel.ready().toCompletableFuture().join();
        return channel;
    }

    @ParameterizedTest
    @ValueSource(strings = {"book:BTC-USD", "trades:BTC-USD", "orders"})
    void whoWatchesBeginsAnew(String name) throws UnknownChannelException {
        restart(ViewLog.ORDERS, MarketOnStage.PARTITION);
        LiveChannel channel = begun(name);
        Cursor at = channel.since(Cursor.NONE).to();
        assertThat(channel.since(at).messages()).isEmpty();
        restart(ViewLog.ORDERS, MarketOnStage.PARTITION);
        assertThat(new String(channel.since(at).messages().getLast(), StandardCharsets.UTF_8)).contains("\"type\":\"snapshot\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"book:BTC-USD", "trades:BTC-USD"})
    void whoWatchesWhatIsInAnotherPartitionGoesOn(String name) throws UnknownChannelException {
        restart(ViewLog.ORDERS, MarketOnStage.PARTITION);
        LiveChannel channel = begun(name);
        Cursor at = channel.since(Cursor.NONE).to();
        restart(ViewLog.ORDERS, MarketOnStage.PARTITION + 1);
        restart(ViewLog.PRICES, MarketOnStage.PARTITION);
        assertThat(channel.since(at).messages()).isEmpty();
    }

    /** The view is at the beginning of it, and has nothing of what was announced before. */
    @ParameterizedTest
    @ValueSource(strings = {"trades:BTC-USD", "orders"})
    void whoComesThenIsNotHeldToWhatWasAnnouncedBefore(String name) {
        restart(ViewLog.ORDERS, MarketOnStage.PARTITION);
        assertThatCode(() -> begun(name)).doesNotThrowAnyException();
    }
}
