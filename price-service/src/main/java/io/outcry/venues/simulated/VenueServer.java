// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An HTTP server. Stopped, it refuses connections and has cut those it had; started again, it is on the same port. */
final class VenueServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(VenueServer.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_URL = 64 * 1024;
    private static final int MAX_REQUEST_BYTES = 64 * 1024;

    private final String host;
    private final EventLoopGroup loop;
    private final Supplier<ChannelHandler> handlers;
    /** Read without the lock: the loop must never wait for one who waits for the loop. */
    private volatile int port;
    private volatile @Nullable Channel server;
    /** Bound and not listening while the server is stopped: else a connection to anywhere may be given its port. */
    private @Nullable Socket keptPort;
    private ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

    /**
     * @param port 0 for a free one
     * @param handlers makes the handler of requests for each connection
     */
    VenueServer(String host, int port, EventLoopGroup loop, Supplier<ChannelHandler> handlers) {
        this.host = host;
        this.port = port;
        this.loop = loop;
        this.handlers = handlers;
    }

    /**
     * Starts the server if it is stopped.
     *
     * @throws IllegalStateException if the port is taken
     */
    synchronized void start() {
        if (server != null) {
            return;
        }
        ChannelGroup group = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, 1_024)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        group.add(channel);
                        channel.pipeline().addLast(
                                new HttpServerCodec(new HttpDecoderConfig().setMaxInitialLineLength(MAX_URL)),
                                new HttpObjectAggregator(MAX_REQUEST_BYTES),
                                handlers.get());
                    }
                });
        releasePort();
        var binding = bootstrap.bind(host, port).awaitUninterruptibly();
        if (!binding.isSuccess()) {
            throw new IllegalStateException("cannot listen on " + host + ":" + port, binding.cause());
        }
        connections = group;
        server = binding.channel();
        port = ((InetSocketAddress) binding.channel().localAddress()).getPort();
    }

    /** Stops the server if it runs; its port stays its own. */
    synchronized void stop() {
        Channel running = server;
        if (running == null) {
            return;
        }
        server = null;
        running.close().awaitUninterruptibly(STOP_TIMEOUT.toMillis());
        keepPort();
        connections.close().awaitUninterruptibly(STOP_TIMEOUT.toMillis());
    }

    /** Stops the server for good. */
    @Override
    public synchronized void close() {
        stop();
        releasePort();
    }

    private void keepPort() {
        Socket socket = new Socket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
            keptPort = socket;
        } catch (IOException e) {
            LOG.atWarn().addKeyValue("port", port).addKeyValue("reason", e.getMessage()).log("a stopped venue's port could not be kept");
        }
    }

    private void releasePort() {
        Socket kept = keptPort;
        keptPort = null;
        if (kept != null) {
            try {
                kept.close();
            } catch (IOException e) {
                LOG.atWarn().addKeyValue("port", port).addKeyValue("reason", e.getMessage()).log("a stopped venue's port is not free");
            }
        }
    }

    boolean isRunning() {
        return server != null;
    }

    int port() {
        return port;
    }
}
