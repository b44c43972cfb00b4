// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Makes connections to one Redis or to a cluster, with the same limits. What the view sends has all its keys in one slot, so it is the same to both. */
final class RedisClients implements AutoCloseable {

    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration TOPOLOGY_REFRESH = Duration.ofSeconds(30);

    /** Makes connections of one kind of client. */
    private interface Maker {
        CompletionStage<RedisClusterAsyncCommands<String, byte[]>> commands();

        CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> listener();
    }

    private final AbstractRedisClient client;
    private final Maker maker;

    private RedisClients(AbstractRedisClient client, Maker maker) {
        this.client = client;
        this.maker = maker;
    }

    /**
     * @param uri one address; of a cluster some, with commas between
     * @param timeout after which a command fails
     * @param queue commands that may wait for an answer
     */
    static RedisClients of(ClientResources resources, String uri, boolean cluster, Duration timeout, int queue) {
        return cluster ? cluster(resources, uri, timeout, queue) : single(resources, RedisURI.create(uri), timeout, queue);
    }

    private static RedisClients single(ClientResources resources, RedisURI address, Duration timeout, int queue) {
        RedisClient node = RedisClient.create(resources, address);
        ClientOptions.Builder options = ClientOptions.builder();
        limit(options, timeout, queue);
        node.setOptions(options.build());
        return new RedisClients(node, new Maker() {
            @Override
            public CompletionStage<RedisClusterAsyncCommands<String, byte[]>> commands() {
                return node.connectAsync(CODEC, address).thenApply(connection -> connection.async());
            }

            @Override
            public CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> listener() {
                return node.connectPubSubAsync(StringCodec.UTF8, address);
            }
        });
    }

    private static RedisClients cluster(ClientResources resources, String uri, Duration timeout, int queue) {
        RedisClusterClient nodes = RedisClusterClient.create(resources, Stream.of(uri.split(",", -1)).map(RedisURI::create).toList());
        ClusterClientOptions.Builder options = ClusterClientOptions.builder();
        limit(options, timeout, queue);
        nodes.setOptions(options
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enablePeriodicRefresh(TOPOLOGY_REFRESH)
                        .build())
                .build());
        return new RedisClients(nodes, new Maker() {
            @Override
            public CompletionStage<RedisClusterAsyncCommands<String, byte[]>> commands() {
                return nodes.refreshPartitionsAsync().thenCompose(_ -> nodes.connectAsync(CODEC))
                        .thenApply(connection -> connection.async());
            }

            @Override
            public CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> listener() {
                return nodes.refreshPartitionsAsync().thenCompose(_ -> nodes.connectPubSubAsync(StringCodec.UTF8));
            }
        });
    }

    private static void limit(ClientOptions.Builder options, Duration timeout, int queue) {
        options.autoReconnect(true)
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
                        .build());
    }

    /** A new connection for commands. */
    CompletionStage<RedisClusterAsyncCommands<String, byte[]>> commands() {
        return maker.commands();
    }

    /** A new connection that hears messages. */
    CompletionStage<StatefulRedisPubSubConnection<String, String>> listener() {
        return maker.listener().thenApply(connection -> connection);
    }

    @Override
    public void close() {
        client.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
