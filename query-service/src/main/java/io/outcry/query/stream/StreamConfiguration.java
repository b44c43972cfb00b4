// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBufAllocator;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.query.feed.MarketFeed;
import io.outcry.query.feed.SymbolPartitions;
import io.outcry.query.log.PriceReadCounts;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.fanout.Fanout;
import io.outcry.query.stream.fanout.StreamCounts;
import io.outcry.query.stream.netty.StreamDoor;
import io.outcry.query.view.ViewReader;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Wires the streams: to the feed on one side, into the HTTP server of the context on the other. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StreamProperties.class)
public class StreamConfiguration {

    private static final int SWEEP_SECONDS = 5;

    @Bean
    Channels queryStreamChannels(
            MarketFeed feed, ViewReader view, SymbolPartitions partitions, StreamProperties properties, MeterRegistry registry) {
        FeedSource source = new FeedSource(feed, view, partitions);
        Channels channels =
                new Channels(source, properties.history(), properties.resumeWindow().toNanos(), Clock.systemUTC()::millis);
        feed.listen(new FeedToChannels(channels));
        Gauge.builder("outcry.stream.channels", channels, Channels::size).description("Channels that are kept").register(registry);
        return channels;
    }

    @Bean
    Fanout queryStreamFanout(Channels channels, StreamProperties properties, MeterRegistry registry) {
        return new Fanout(
                channels, properties.limits(), new StreamCounts(registry), ByteBufAllocator.DEFAULT, Clock.systemUTC()::millis);
    }

    @Bean
    StreamLifecycle queryStreamLifecycle(Fanout fanout, Channels channels, PriceReadCounts reads) {
        return new StreamLifecycle(fanout, channels, reads, Clock.systemUTC()::millis, SWEEP_SECONDS);
    }

    @Bean
    StreamDoor queryStreamDoor(Fanout fanout, ApiKeys keys) {
        return new StreamDoor(fanout, keys);
    }

    /**
     * The server is made before the feed can be, so the door is asked for when somebody knocks. The first of all that go behind the codec, so the
     * last to see a request: what is answered in front of it is answered first.
     */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    NettyServerCustomizer queryStreams(ObjectProvider<StreamDoor> door) {
        return server -> StreamDoor.in(server, door::getObject);
    }
}
