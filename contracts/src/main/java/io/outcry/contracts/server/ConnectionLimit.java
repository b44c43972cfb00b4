// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.outcry.contracts.setting.Setting;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.netty.http.server.HttpServer;

/**
 * How many connections a server has open at a time; one more is closed where it is accepted, before anything is made for it or read from it.
 * Without it a crowd takes every file that the process may open, and then its Kafka and Redis clients can open none.
 */
final class ConnectionLimit {

    private static final String NAME = "outcry.connections";
    private static final int WITHOUT_FILES = 10_000;

    private final int limit;
    private final AtomicInteger open = new AtomicInteger();

    /** @param limit at least 1 */
    ConnectionLimit(int limit) {
        Setting.atLeast("outcry.http.max-connections", limit, 1);
        this.limit = limit;
    }

    /** As the settings say: their number, or three quarters of the files that this process may open. */
    static ConnectionLimit of(HttpProperties properties) {
        return new ConnectionLimit(properties.maxConnections() > 0 ? properties.maxConnections() : threeQuartersOfFiles());
    }

    private static int threeQuartersOfFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? Math.clamp(unix.getMaxFileDescriptorCount() / 4 * 3, 1, Integer.MAX_VALUE)
                : WITHOUT_FILES;
    }

    /** Makes a server keep to it. */
    HttpServer in(HttpServer server) {
        return server.doOnBound(bound -> bound.channel().pipeline().addFirst(NAME, new Door()));
    }

    /** In front of what sets up the connections that one server accepts. */
    private final class Door extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object accepted) {
            Channel connection = (Channel) accepted;
            if (open.incrementAndGet() > limit) {
                open.decrementAndGet();
                connection.unsafe().closeForcibly();
            } else {
                connection.closeFuture().addListener(_ -> open.decrementAndGet());
                context.fireChannelRead(connection);
            }
        }
    }
}
