// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.lettuce.core.resource.Transports;
import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.resolver.dns.NoopDnsCnameCache;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The connections to Redis: one for those who write the view, two for those who read it, in turn, one that listens; more for a while where much is
 * written or read at once. Redis need not be there at start; {@link #connect} is called again and again, and a connection that was made
 * once mends itself.
 *
 * <p>Lettuce by default queues without limit while Redis is away, never times a command out, waits up to 30 s between reconnects, stays with
 * a Redis that has become silent, and believes the DNS for as long as its answer says: none of that here. A command that is not answered in
 * time may still be carried out later; the view's scripts bear that.
 */
public final class RedisLink implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);
    private static final int READ_CONNECTIONS = 2;
    private static final int READ_QUEUE = 10_000;
    private static final int WRITE_QUEUE = 20_000;
    private static final int FLUSH_AFTER = 256;
    /** Redis may be busy with one command until its time limit, and say nothing meanwhile. */
    private static final Duration SILENCE_PAST_TIMEOUT = Duration.ofSeconds(1);
    /** It may take a moment until the address leads elsewhere, and to make all connections anew costs reads. */
    private static final long MOVE_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** Told again after a while, not each time that the address still leads to a replica. */
    private static final long TELL_AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** What a replica says when it is asked what it is. */
    private static final byte[] OF_A_REPLICA = "slave".getBytes(StandardCharsets.US_ASCII);

    private final boolean cluster;
    private final ClientResources resources;
    private final RedisClients readClients;
    private final RedisClients writeClients;
    private final List<RedisConnection<RedisClusterAsyncCommands<String, byte[]>>> readers;
    private final RedisConnection<RedisClusterAsyncCommands<String, byte[]>> writer;
    private final RedisConnection<StatefulRedisPubSubConnection<String, String>> listener;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicInteger moves = new AtomicInteger();
    private final AtomicLong movedNanos = new AtomicLong(System.nanoTime() - TELL_AGAIN_NANOS);

    /**
     * @param uri one address; of a cluster some of its nodes, with commas between
     * @param cluster whether it is one
     * @param readTimeout after which a read fails
     * @param writeTimeout after which a write fails; a connection that is silent for a second more than the longer of both is made anew
     */
    public RedisLink(String uri, boolean cluster, Duration readTimeout, Duration writeTimeout) {
        this.cluster = cluster;
        Duration silence = (readTimeout.compareTo(writeTimeout) > 0 ? readTimeout : writeTimeout).plus(SILENCE_PAST_TIMEOUT);
        List<RedisURI> addresses = RedisClients.addresses(uri, cluster);
        resources = ClientResources.builder()
                .addressResolverGroup(new DnsAddressResolverGroup(new DnsNameResolverBuilder()
                        .datagramChannelType(Transports.datagramChannelClass())
                        .socketChannelType(Transports.socketChannelClass().asSubclass(SocketChannel.class))
                        .resolveCache(NoopDnsCache.INSTANCE)
                        .cnameCache(NoopDnsCnameCache.INSTANCE)))
                .reconnectDelay(Delay.exponential(Duration.ofMillis(20), Duration.ofMillis(500), 2, TimeUnit.MILLISECONDS))
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .nettyCustomizer(new NettyCustomizer() {
                    @Override
                    public void afterChannelInitialized(Channel channel) {
                        channel.pipeline().addFirst(new SilenceLimit(silence, moves::get));
                        // What readers ask at the same moment goes out in one write, and comes back in one.
                        channel.pipeline().addFirst(new FlushConsolidationHandler(FLUSH_AFTER, true));
                    }
                })
                .build();
        readClients = RedisClients.of(resources, addresses, cluster, readTimeout, READ_QUEUE);
        writeClients = RedisClients.of(resources, addresses, cluster, writeTimeout, WRITE_QUEUE);
        readers = Stream.generate(() -> new RedisConnection<>(readClients.where(), readClients::commands)).limit(READ_CONNECTIONS).toList();
        writer = new RedisConnection<>(writeClients.where(), writeClients::commands);
        listener = new RedisConnection<>(readClients.where(), readClients::listener);
    }

    /**
     * Starts to make the connections that are not there yet, asks the one that listens for a sign of life, and a Redis that is no cluster
     * whether it has become a replica, which it tells only who writes. Returns at once.
     */
    public void connect() {
        readers.forEach(RedisConnection::connect);
        writer.connect();
        listener.connect();
        // It asks nothing else, and so would not notice that nobody is there.
        listener.ifMade(connection -> connection.async().ping());
        if (!cluster) {
            writer.ifMade(commands -> commands.role().thenAccept(this::look));
        }
    }

    private void look(List<Object> role) {
        if (role.getFirst() instanceof byte[] name && Arrays.equals(name, OF_A_REPLICA)) {
            move();
        }
    }

    /** @throws RedisConnectionException if there has been no connection yet */
    RedisClusterAsyncCommands<String, byte[]> reads() {
        return readers.get((turn.getAndIncrement() & Integer.MAX_VALUE) % READ_CONNECTIONS).get();
    }

    /** @throws RedisConnectionException if there has been no connection yet */
    RedisClusterAsyncCommands<String, byte[]> writes() {
        return writer.get();
    }

    /**
     * A new connection to the node that holds {@code key}, for whoever writes or reads much at once. It is not mended when it breaks, and its
     * commands have no time limit of their own.
     */
    CompletionStage<StatefulRedisConnection<String, byte[]>> toNodeOf(String key) {
        return writeClients.toNodeOf(key);
    }

    /** Redis has turned out to be a replica: all connections are made anew, to where the address leads by now. */
    void move() {
        long now = System.nanoTime();
        long before = movedNanos.get();
        if (now - before >= MOVE_AGAIN_NANOS && movedNanos.compareAndSet(before, now)) {
            LOG.atLevel(now - before >= TELL_AGAIN_NANOS ? Level.WARN : Level.DEBUG)
                    .log("Redis has become a replica: all connections to it are made anew");
            moves.incrementAndGet();
        }
    }

    /** Hears {@code channel} on a connection of its own, from when there is one, and again after each loss. */
    void listen(String channel, RedisPubSubListener<String, String> heard) {
        listener.whenMade(connection -> {
            connection.addListener(heard);
            CompletionStage<Void> subscribed = connection.async().subscribe(channel);
            subscribed.exceptionally(failure -> {
                connection.closeAsync();
                listener.lost();
                return null;
            });
        });
    }

    @Override
    public void close() {
        readClients.close();
        writeClients.close();
        resources.shutdown(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
