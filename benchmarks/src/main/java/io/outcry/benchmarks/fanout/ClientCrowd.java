// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Connections of one process, on as many event loops as there are cores. */
final class ClientCrowd implements AutoCloseable {

    /** Handshakes under way at the same time. */
    private static final int AT_ONCE = 64;
    private static final int PATIENCE_SECONDS = 60;
    private static final int SMALL_BUFFER = 4_096;

    private final ClientTally tally = new ClientTally();
    private final boolean epoll = Epoll.isAvailable();
    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(
            Runtime.getRuntime().availableProcessors(), epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    private final int port;
    private final int symbols;
    private final byte[] subscribe;
    private final List<Channel> sockets = new ArrayList<>();
    private final List<Channel> stalled = new ArrayList<>();

    ClientCrowd(int port, int symbols) {
        this.port = port;
        this.symbols = symbols;
        this.subscribe = subscribe(0, symbols);
    }

    private static byte[] subscribe(int from, int to) {
        return maskedText("{\"op\":\"subscribe\",\"channels\":[" + IntStream.range(from, to)
                .mapToObj(symbol -> "\"price:" + Quote.name(symbol) + "\"").collect(Collectors.joining(",")) + "]}");
    }

    ClientTally tally() {
        return tally;
    }

    private static byte[] maskedText(String text) {
        byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(0x81);
        if (payload.length <= 125) {
            frame.write(0x80 | payload.length);
        } else {
            frame.write(0x80 | 126);
            frame.write(payload.length >> 8);
            frame.write(payload.length);
        }
        // A mask of zeroes changes nothing.
        frame.writeBytes(new byte[4]);
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    /** Returns when all are open. */
    void connect(int count) throws InterruptedException {
        Semaphore underWay = new Semaphore(AT_ONCE);
        for (int i = 0; i < count; i++) {
            take(underWay, 1);
            sockets.add(open(new ClientSocket(tally, symbols, subscribe, underWay::release), 0));
        }
        take(underWay, AT_ONCE);
    }

    /** Closes those that never read, and opens {@code count} that subscribe to the symbol behind all others and then never read. */
    void stall(int count) throws InterruptedException {
        stalled.forEach(Channel::close);
        stalled.clear();
        Semaphore opened = new Semaphore(0);
        ClientTally uncounted = new ClientTally();
        byte[] flood = subscribe(symbols, symbols + 1);
        for (int i = 0; i < count; i++) {
            stalled.add(open(new ClientSocket(uncounted, symbols + 1, flood, opened::release), SMALL_BUFFER));
        }
        take(opened, count);
        stalled.forEach(socket -> socket.config().setAutoRead(false));
    }

    private static void take(Semaphore permits, int count) throws InterruptedException {
        if (!permits.tryAcquire(count, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("not all clients could open their connection");
        }
    }

    private Channel open(ClientSocket client, int receiveBuffer) {
        Bootstrap bootstrap = new Bootstrap().group(group).channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(client);
                    }
                });
        if (receiveBuffer > 0) {
            bootstrap.option(ChannelOption.SO_RCVBUF, receiveBuffer);
        }
        return bootstrap.connect(InetAddress.getLoopbackAddress(), port).syncUninterruptibly().channel();
    }

    @Override
    public void close() {
        stalled.forEach(Channel::close);
        sockets.forEach(Channel::close);
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
