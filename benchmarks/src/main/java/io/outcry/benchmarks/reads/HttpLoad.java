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
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Clients with one request under way each, on one thread, that do as little as a client can: requests are encoded before, of an answer only
 * the status and the length are read. Whoever asks the next question when the last is answered cannot say how long a queue would have been:
 * the latencies are those of this load, and the rate is what counts.
 */
final class HttpLoad {

    private static final long MAX_MICROS = TimeUnit.SECONDS.toMicros(60);

    private final RequestMix mix;
    private final Histogram micros = new Histogram(MAX_MICROS, 3);
    private long clients;
    private long answers;
    private long errors;
    private volatile boolean counting;

    private HttpLoad(RequestMix mix) {
        this.mix = mix;
    }

    /** What came of a run. */
    record Result(double rate, long errors, Histogram micros) {
        double percentileMillis(double percentile) {
            return micros.getValueAtPercentile(percentile) / 1_000.0;
        }
    }

    static Result run(int port, int connections, int seconds, RequestMix mix) {
        HttpLoad load = new HttpLoad(mix);
        MultiThreadIoEventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            return load.run(thread, port, connections, seconds);
        } finally {
            thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    private Result run(MultiThreadIoEventLoopGroup thread, int port, int connections, int seconds) {
        Bootstrap bootstrap = new Bootstrap().group(thread).channel(NioSocketChannel.class).option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Client());
                    }
                });
        List<Channel> channels = new ArrayList<>(connections);
        for (int i = 0; i < connections; i++) {
            channels.add(bootstrap.connect("127.0.0.1", port).syncUninterruptibly().channel());
        }
        counting = true;
        long start = System.nanoTime();
        channels.forEach(channel -> channel.pipeline().fireUserEventTriggered(this));
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(seconds));
        while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds)) {
            Thread.onSpinWait();
        }
        long nanos = System.nanoTime() - start;
        counting = false;
        return thread.submit(() -> new Result(answers * 1e9 / nanos, errors, micros.copy())).syncUninterruptibly().getNow();
    }

    /** One connection; lives on the load's thread. */
    private final class Client extends SimpleChannelInboundHandler<ByteBuf> {

        private final SplittableRandom random = new SplittableRandom(clients++);
        private final ByteBuf gathered = Unpooled.buffer(4_096);
        private long sentNanos;

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            ask(context);
        }

        private void ask(ChannelHandlerContext context) {
            sentNanos = System.nanoTime();
            context.writeAndFlush(Unpooled.wrappedBuffer(mix.next(random)), context.voidPromise());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
            gathered.writeBytes(bytes);
            int status = HttpAnswer.wholeStatus(gathered);
            if (status == HttpAnswer.NOT_WHOLE) {
                return;
            }
            gathered.clear();
            if (counting) {
                answers++;
                if (status != 200) {
                    errors++;
                }
                micros.recordValue(Math.min(MAX_MICROS, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - sentNanos)));
                ask(context);
            } else {
                context.close();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (counting) {
                errors++;
            }
            gathered.release();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
