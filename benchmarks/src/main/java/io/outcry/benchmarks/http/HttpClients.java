// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.http;

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
import java.util.ArrayDeque;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connections to one server on loopback, all on one thread, each with one request under way at most. A request takes a connection that is
 * idle, or waits for one.
 */
public final class HttpClients implements AutoCloseable {

    /** The status of a request whose connection was lost. */
    public static final int LOST = 0;

    private final MultiThreadIoEventLoopGroup thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private final ArrayDeque<Client> idle = new ArrayDeque<>();

    /** Something to ask, once or again and again. */
    public interface Request {

        /** The whole request, which nobody changes any more; on the clients' thread, when there is a connection for it. */
        byte[] encoded();

        /**
         * On the clients' thread, once for each time it was sent.
         *
         * @param status the answer's, or {@link #LOST}
         * @param answer its head and body, until this returns
         */
        void answered(int status, ByteBuf answer);
    }

    /** Opens so many connections to a port. */
    public HttpClients(int port, int connections) {
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

    /** Asks as soon as there is a connection for it; from any thread. */
    public void send(Request request) {
        if (thread.next().inEventLoop()) {
            sendNow(request);
        } else {
            thread.execute(() -> sendNow(request));
        }
    }

    /** What {@code question} comes to on the clients' thread, between two answers. */
    public <T> T between(Callable<T> question) {
        return thread.submit(question).syncUninterruptibly().getNow();
    }

    private void sendNow(Request request) {
        Client client = idle.poll();
        if (client == null) {
            waiting.add(request);
        } else {
            client.ask(request);
        }
    }

    /** Closes the connections, also those with a request under way: its answer is never told. */
    @Override
    public void close() {
        thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private final class Client extends SimpleChannelInboundHandler<ByteBuf> {

        private final ByteBuf gathered = Unpooled.buffer(4_096);
        private @Nullable ChannelHandlerContext context;
        private @Nullable Request asked;

        @Override
        public void channelActive(ChannelHandlerContext active) {
            context = active;
            serveNext();
        }

        private void serveNext() {
            Request next = waiting.poll();
            if (next == null) {
                idle.add(this);
            } else {
                ask(next);
            }
        }

        private void ask(Request request) {
            ChannelHandlerContext to = context;
            if (to == null) {
                throw new IllegalStateException("asked before it was connected");
            }
            asked = request;
            to.writeAndFlush(Unpooled.wrappedBuffer(request.encoded()), to.voidPromise());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext of, ByteBuf bytes) {
            gathered.writeBytes(bytes);
            int status = HttpAnswer.wholeStatus(gathered);
            Request request = asked;
            if (status == HttpAnswer.NOT_WHOLE || request == null) {
                return;
            }
            asked = null;
            serveNext();
            request.answered(status, gathered);
            gathered.clear();
        }

        @Override
        public void channelInactive(ChannelHandlerContext of) {
            idle.remove(this);
            Request request = asked;
            asked = null;
            if (request != null && !thread.isShuttingDown()) {
                request.answered(LOST, gathered);
            }
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext of) {
            gathered.release();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext of, Throwable cause) {
            of.close();
        }
    }
}
