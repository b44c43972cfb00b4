// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.StreamSource;
import io.outcry.query.stream.channel.UnknownChannelException;
import io.outcry.query.stream.channel.Update;
import io.outcry.query.view.StoredPrice;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one connection does in the middle of a pass is its own affair. */
class LoopFanoutTest {

    private static final StreamLimits LIMITS =
            new StreamLimits(10, 10, 10, 20, 65_536, Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofHours(1));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final StreamCounts counts = new StreamCounts(meters);
    private final Channels channels = new Channels(new Prices(), 64, Duration.ofMinutes(1).toNanos(), System::currentTimeMillis);
    private final Fanout fanout = new Fanout(channels, LIMITS, counts, allocator, System::currentTimeMillis);
    private final EmbeddedChannel first = channel();
    private final EmbeddedChannel second = channel();
    private final LoopFanout loop =
            new LoopFanout(first.eventLoop(), allocator, counts, new Wheel.Timing(LIMITS, System::currentTimeMillis));

    /** One write fills it. */
    private static EmbeddedChannel channel() {
        EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1, 2));
        return channel;
    }

    @AfterEach
    void close() {
        first.finishAndReleaseAll();
        second.finishAndReleaseAll();
        assertThat(allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory()).isZero();
    }

    private StreamConnection connection(EmbeddedChannel of, WireFormat format) {
        fanout.admit();
        StreamConnection connection = new StreamConnection(fanout, loop, of.pipeline().firstContext(), format);
        loop.wheel().add(connection);
        of.closeFuture().addListener(_ -> connection.closed());
        return connection;
    }

    private void subscribe(StreamConnection connection, String name) throws UnknownChannelException {
        connection.subscribe(channels.acquire(name, Optional.empty()), Cursor.NONE);
    }

    @Test
    void aClientMayBeSentAwayWhileHisSocketIsFlushed() throws UnknownChannelException {
        StreamConnection connection = connection(first, new Plain(0, false));
        first.pipeline().addLast(new ChannelInboundHandlerAdapter() {

            @Override
            public void channelWritabilityChanged(ChannelHandlerContext context) {
                if (context.channel().isWritable()) {
                    connection.end(EndReason.ABUSE);
                }
            }
        });
        subscribe(connection, "price:A");
        subscribe(connection, "price:B");
        subscribe(connection, "price:C");

        connection.deliver(allocator);
        assertThat(told(first)).singleElement().asString().contains("price:A");
        first.runPendingTasks();
        assertThat(meters.get("outcry.stream.subscriptions").gauge().value()).isZero();
        assertThat(meters.get("outcry.stream.ended").tag("reason", "abuse").counter().count()).isEqualTo(1);
    }

    @Test
    void theOthersAreServedThoughOneCannotBe() throws UnknownChannelException {
        subscribe(connection(first, new Plain(0, true)), "price:A");
        subscribe(connection(second, new Plain(1, false)), "price:A");
        first.runPendingTasks();
        assertThat(first.isOpen()).isFalse();
        assertThat(told(second)).singleElement().asString().contains("price:A");
    }

    private static List<String> told(EmbeddedChannel channel) {
        List<String> told = new ArrayList<>();
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            told.add(bytes.toString(StandardCharsets.UTF_8));
            bytes.release();
        }
        return told.stream().filter(text -> !text.equals("bye")).toList();
    }

    /** The messages as they are. */
    private record Plain(int index, boolean fails) implements WireFormat {

        private static ByteBuf text(ByteBufAllocator allocator, byte[] text) {
            return allocator.directBuffer(text.length).writeBytes(text);
        }

        @Override
        public ByteBuf update(ByteBufAllocator allocator, Update update) {
            if (fails) {
                throw new IllegalStateException("there is no memory for it, say");
            }
            return text(allocator, update.messages().getFirst());
        }

        @Override
        public ByteBuf heartbeat(ByteBufAllocator allocator, Heartbeat heartbeat) {
            return text(allocator, heartbeat.json());
        }

        @Override
        public int heartbeatSeconds() {
            return 1;
        }

        @Override
        public ByteBuf ping(ByteBufAllocator allocator) {
            return null;
        }

        @Override
        public ByteBuf bye(ByteBufAllocator allocator, EndReason reason, int retryMillis) {
            return text(allocator, "bye".getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Every symbol has a price, and nothing else is asked for. */
    private static final class Prices implements StreamSource {

        @Override
        public Optional<StoredPrice> price(String symbol) {
            return Optional.of(new StoredPrice(1, "HOT", "FRESH", 1, 1, "{\"symbol\":\"" + symbol + "\""));
        }

        @Override
        public Optional<BookImage> book(String symbol) {
            return Optional.empty();
        }

        @Override
        public boolean isKnown(String symbol) {
            return true;
        }

        @Override
        public boolean isComplete(String symbol) {
            return true;
        }

        @Override
        public long priceEpoch() {
            return 1;
        }

        @Override
        public long orderEpoch() {
            return 1;
        }

        @Override
        public int orderPartition(String symbol) {
            return 0;
        }

        @Override
        public CompletionStage<RecentTrades> trades(String symbol, int limit) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<OpenOrders> openOrders(String account, int limit) {
            return new CompletableFuture<>();
        }
    }
}
