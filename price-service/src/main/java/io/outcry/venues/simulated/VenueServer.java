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
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An HTTP server. Stopped, it refuses connections and has cut those it had; started again, it is on the same port. */
final class VenueServer implements AutoCloseable {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final long LOOK_AGAIN_NANOS = Duration.ofMillis(1).toNanos();
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
        if (server != null) {
            halt(server);
            keepPort();
        }
    }

    /** Stops the server for good. */
    @Override
    public synchronized void close() {
        if (server != null) {
            halt(server);
        }
        releasePort();
    }

    private void halt(Channel running) {
        server = null;
        running.close().awaitUninterruptibly(STOP_TIMEOUT.toMillis());
        connections.close().awaitUninterruptibly(STOP_TIMEOUT.toMillis());
    }

    /** Waits until the port is nobody's: a closed channel listens until its loop selects the next time. */
    private void keepPort() {
        Socket socket = new Socket();
        keptPort = socket;
        long deadline = System.nanoTime() + STOP_TIMEOUT.toNanos();
        while (true) {
            try {
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(host, port));
                return;
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("port " + port + " cannot be kept", e);
                }
                LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            }
        }
    }

    private void releasePort() {
        Socket kept = keptPort;
        keptPort = null;
        if (kept != null) {
            try {
                kept.close();
            } catch (IOException e) {
                throw new IllegalStateException("port " + port + " cannot be given back", e);
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
