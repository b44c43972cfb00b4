// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.reads;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Clients who read their own writes: each order is asked for as soon as it is known to be in the log, with its id as token. The time of a
 * read counts from that moment, also while it waits for a connection to be free.
 */
final class OwnWriteReads implements AutoCloseable {

    private static final long MAX_MICROS = TimeUnit.SECONDS.toMicros(60);
    private static final int OK = 200;

    private final MultiThreadIoEventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final ArrayDeque<Wanted> waiting = new ArrayDeque<>();
    private final ArrayDeque<Client> idle = new ArrayDeque<>();
    private Histogram micros = new Histogram(MAX_MICROS, 3);
    private long refused;
    private long wrong;
    private volatile long answers;

    private record Wanted(long id, String key, long startNanos) {}

    /**
     * What came of the reads.
     *
     * @param refused answers other than 200
     * @param wrong answers 200 that do not hold the order
     */
    record Result(Histogram micros, long refused, long wrong) {}

    OwnWriteReads(int port, int connections) {
        Bootstrap bootstrap = new Bootstrap().group(thread).channel(NioSocketChannel.class).option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Client());
                    }
                });
        for (int i = 0; i < connections; i++) {
            bootstrap.connect("127.0.0.1", port).syncUninterruptibly();
        }
    }

    /** Reads an order as soon as there is a connection for it; from any thread. */
    void read(long id, String key) {
        Wanted wanted = new Wanted(id, key, System.nanoTime());
        thread.execute(() -> {
            waiting.add(wanted);
            serve();
        });
    }

    /** Answers that have come, whatever they say. */
    long answers() {
        return answers;
    }

    /** What has come since the last time it was asked. */
    Result take() {
        return thread.submit(() -> {
            Result result = new Result(micros, refused, wrong);
            micros = new Histogram(MAX_MICROS, 3);
            refused = 0;
            wrong = 0;
            return result;
        }).syncUninterruptibly().getNow();
    }

    private void serve() {
        while (!waiting.isEmpty() && !idle.isEmpty()) {
            idle.remove().ask(waiting.remove());
        }
    }

    private final class Client extends SimpleChannelInboundHandler<ByteBuf> {

        private final ByteBuf gathered = Unpooled.buffer(4_096);
        private @Nullable ChannelHandlerContext context;
        private @Nullable Wanted asked;

        @Override
        public void channelActive(ChannelHandlerContext active) {
            context = active;
            idle.add(this);
            serve();
        }

        private void ask(Wanted wanted) {
            ChannelHandlerContext to = Objects.requireNonNull(context, "asked only while it is active");
            asked = wanted;
            byte[] request = ("GET /api/v1/orders/" + wanted.id() + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + wanted.key()
                    + "\r\nOutcry-Read-After: " + wanted.id() + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
            to.writeAndFlush(Unpooled.wrappedBuffer(request), to.voidPromise());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext of, ByteBuf bytes) {
            gathered.writeBytes(bytes);
            int status = HttpAnswer.wholeStatus(gathered);
            Wanted wanted = asked;
            if (status == HttpAnswer.NOT_WHOLE || wanted == null) {
                return;
            }
            micros.recordValue(Math.min(MAX_MICROS, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - wanted.startNanos())));
            if (status != OK) {
                refused++;
            } else if (!gathered.toString(StandardCharsets.US_ASCII).contains("\"orderId\":\"" + wanted.id() + "\"")) {
                wrong++;
            }
            gathered.clear();
            answers = answers + 1;
            idle.add(this);
            serve();
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext of) {
            gathered.release();
        }
    }

    @Override
    public void close() {
        thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
