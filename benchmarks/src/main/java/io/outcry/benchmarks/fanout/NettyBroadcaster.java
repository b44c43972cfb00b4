// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The limit: everybody gets everything, as fast as Netty writes to sockets. */
final class NettyBroadcaster implements Broadcaster {

    private static final int MAX_REQUEST = 8_192;
    private static final int BACKLOG = 4_096;
    private static final WriteBufferWaterMark WATER = new WriteBufferWaterMark(32 * 1024, 64 * 1024);

    private final MultiThreadIoEventLoopGroup group;
    private final Channel server;
    private final Map<EventLoop, NettyWriter> writers = new ConcurrentHashMap<>();
    private final int symbols;

    NettyBroadcaster(int symbols) {
        this.symbols = symbols;
        boolean epoll = Epoll.isAvailable();
        group = new MultiThreadIoEventLoopGroup(
                Runtime.getRuntime().availableProcessors(), epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        server = new ServerBootstrap().group(group)
                .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_SNDBUF, 128 * 1024)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(
                                new HttpServerCodec(), new HttpObjectAggregator(MAX_REQUEST),
                                new WebSocketServerProtocolHandler("/api/v1/stream"), new Joining());
                    }
                }).bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).syncUninterruptibly().channel();
    }

    private final class Joining extends SimpleChannelInboundHandler<WebSocketFrame> {

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof WebSocketServerProtocolHandler.HandshakeComplete) {
                // The frames are encoded already.
                context.pipeline().remove("wsencoder");
                EventLoop loop = context.channel().eventLoop();
                writers.computeIfAbsent(loop, key -> new NettyWriter(key, symbols)).join(context.channel());
            }
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
            // Nobody is asked what he wants.
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            NettyWriter writer = writers.get(context.channel().eventLoop());
            if (writer != null) {
                writer.leave(context.channel());
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }

    @Override
    public int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    @Override
    public int connections() {
        Collection<NettyWriter> all = writers.values();
        return all.stream().mapToInt(NettyWriter::size).sum();
    }

    @Override
    public void publish(Quote quote) {
        byte[] message = quote.message();
        writers.values().forEach(writer -> writer.offer(quote.symbol(), message));
    }

    @Override
    public void close() {
        server.close().syncUninterruptibly();
        group.shutdownGracefully(0, PATIENCE_SECONDS, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
