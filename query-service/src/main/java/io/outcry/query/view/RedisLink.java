// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The connections to Redis: one that only writes the view, two that read it in turn, one that listens. Redis need not be there at start;
 * {@link #connect} is called again and again, and a connection that was made once mends itself.
 *
 * <p>Lettuce by default queues without limit while Redis is away, never times a command out, and waits up to 30 s between reconnects:
 * none of that here. A command that is not answered in time may still be carried out later; the view's scripts bear that.
 */
public final class RedisLink implements AutoCloseable {

    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);
    private static final int READ_CONNECTIONS = 2;
    private static final int READ_QUEUE = 10_000;
    private static final int WRITE_QUEUE = 1_000;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    private final ClientResources resources;
    private final RedisClient readClient;
    private final RedisClient writeClient;
    private final List<RedisConnection<StatefulRedisConnection<String, byte[]>>> readers;
    private final RedisConnection<StatefulRedisConnection<String, byte[]>> writer;
    private final RedisConnection<StatefulRedisPubSubConnection<String, String>> listener;
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * @param readTimeout after which a read fails
     * @param writeTimeout after which a write fails
     */
    public RedisLink(String uri, Duration readTimeout, Duration writeTimeout) {
        RedisURI address = RedisURI.create(uri);
        resources = ClientResources.builder()
                .reconnectDelay(Delay.exponential(Duration.ofMillis(20), Duration.ofMillis(500), 2, TimeUnit.MILLISECONDS))
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .build();
        readClient = client(address, readTimeout, READ_QUEUE);
        writeClient = client(address, writeTimeout, WRITE_QUEUE);
        readers = List.of(reader(address), reader(address));
        writer = new RedisConnection<>(() -> writeClient.connectAsync(CODEC, address));
        listener = new RedisConnection<>(() -> readClient.connectPubSubAsync(StringCodec.UTF8, address));
    }

    private RedisConnection<StatefulRedisConnection<String, byte[]>> reader(RedisURI address) {
        return new RedisConnection<>(() -> readClient.connectAsync(CODEC, address));
    }

    private RedisClient client(RedisURI address, Duration timeout, int queue) {
        RedisClient client = RedisClient.create(resources, address);
        client.setOptions(ClientOptions.builder()
                .autoReconnect(true)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(queue)
                .timeoutOptions(TimeoutOptions.enabled(timeout))
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(CONNECT_TIMEOUT)
                        .tcpNoDelay(true)
                        .keepAlive(SocketOptions.KeepAliveOptions.builder()
                                .enable()
                                .idle(Duration.ofSeconds(5))
                                .interval(Duration.ofSeconds(1))
                                .count(3)
                                .build())
                        .build())
                .build());
        return client;
    }

    /** Starts to make the connections that are not there yet; returns at once. */
    public void connect() {
        readers.forEach(RedisConnection::connect);
        writer.connect();
        listener.connect();
    }

    /** @throws RedisConnectionException if there has been no connection yet */
    RedisAsyncCommands<String, byte[]> reads() {
        return readers.get((turn.getAndIncrement() & Integer.MAX_VALUE) % READ_CONNECTIONS).get().async();
    }

    /** @throws RedisConnectionException if there has been no connection yet */
    RedisAsyncCommands<String, byte[]> writes() {
        return writer.get().async();
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
        readClient.shutdown(0, 1, TimeUnit.SECONDS);
        writeClient.shutdown(0, 1, TimeUnit.SECONDS);
        resources.shutdown(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
