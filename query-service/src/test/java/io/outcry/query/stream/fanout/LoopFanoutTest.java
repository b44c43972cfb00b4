// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.outcry.query.stream.channel.UnknownChannelException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one connection does in the middle of a pass is its own affair. */
class LoopFanoutTest {

    private final EmbeddedChannel first = channel();
    private final EmbeddedChannel second = channel();
    private final LoopOnStage stage = new LoopOnStage(first);

    /** One write fills it. */
    private static EmbeddedChannel channel() {
        EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1, 2));
        return channel;
    }

    @AfterEach
    void close() {
        second.finishAndReleaseAll();
        stage.close();
    }

    @Test
    void aClientMayBeSentAwayWhileHisSocketIsFlushed() throws UnknownChannelException {
        StreamConnection connection = stage.connection(first, new PlainFormat(0, false));
        first.pipeline().addLast(new ChannelInboundHandlerAdapter() {

            @Override
            public void channelWritabilityChanged(ChannelHandlerContext context) {
                if (context.channel().isWritable()) {
                    connection.end(EndReason.ABUSE);
                }
            }
        });
        stage.subscribe(connection, "price:A");
        stage.subscribe(connection, "price:B");
        stage.subscribe(connection, "price:C");

        connection.deliver(stage.allocator);
        assertThat(told(first)).singleElement().asString().contains("price:A");
        first.runPendingTasks();
        assertThat(stage.meters.get("outcry.stream.subscriptions").gauge().value()).isZero();
        assertThat(stage.ended(EndReason.ABUSE)).isEqualTo(1);
    }

    @Test
    void theOthersAreServedThoughOneCannotBe() throws UnknownChannelException {
        stage.subscribe(stage.connection(first, new PlainFormat(0, true)), "price:A");
        stage.subscribe(stage.connection(second, new PlainFormat(1, false)), "price:A");
        first.runPendingTasks();
        assertThat(first.isOpen()).isFalse();
        assertThat(told(second)).singleElement().asString().contains("price:A");
    }

    private static List<String> told(EmbeddedChannel channel) {
        return LoopOnStage.told(channel).stream().filter(text -> !text.equals("bye")).toList();
    }
}
