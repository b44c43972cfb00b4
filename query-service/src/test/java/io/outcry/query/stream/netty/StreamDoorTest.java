// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.outcry.contracts.http.AccessProperties;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.http.Principal;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.fanout.Fanout;
import io.outcry.query.stream.fanout.Prices;
import io.outcry.query.stream.fanout.StreamCounts;
import io.outcry.query.stream.fanout.StreamLimits;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StreamDoorTest {

    private static final StreamLimits LIMITS = new StreamLimits(
            10, 10, 10, 10, 1_024, 1_024, Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofHours(1));

    private final StreamCounts counts = new StreamCounts(new SimpleMeterRegistry());
    private final Channels channels = new Channels(new Prices(), 64, Duration.ofMinutes(1).toNanos(), System::currentTimeMillis);
    private final Fanout fanout = new Fanout(channels, LIMITS, counts, UnpooledByteBufAllocator.DEFAULT, System::currentTimeMillis);
    private final StreamDoor door = new StreamDoor(fanout, new ApiKeys(
            new AccessProperties(List.of(new AccessProperties.Key("key-of-alice", "alice", Set.of(Principal.Scope.TRADE))), null)));

    /** Its client has reset it: macOS permits no options then. */
    private static final class Reset extends EmbeddedChannel {

        private final ChannelConfig config = new DefaultChannelConfig(this) {
            @Override
            public <T> boolean setOption(ChannelOption<T> option, T value) {
                throw new ChannelException("Invalid argument");
            }
        };

        Reset(StreamRoute route) {
            super(route);
        }

        @Override
        public ChannelConfig config() {
            // Asked for while it is made.
            return config == null ? super.config() : config;
        }
    }

    @Test
    void aConnectionThatIsResetBeforeItsStreamOpensHoldsNoChannel() {
        EmbeddedChannel reset = new Reset(new StreamRoute(() -> door));
        reset.writeInbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/api/v1/stream/prices?symbols=BTC-USD"));
        assertThat(reset.isActive()).isFalse();
        assertThat(counts.connections()).isZero();
        channels.watchedPrices((symbol, _) -> fail(symbol + " is watched"));
    }
}
