// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.outcry.contracts.setting.UnusableSetupException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes connections to one Redis or to a cluster, with the same limits. What the view sends has all its keys in one slot, so it is the same to both. */
final class RedisClients implements AutoCloseable {

    /** Keys are text, values are bytes. */
    static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    /** More than the changes of a batch in bulk can come to: a list's takes two commands, a level's four. */
    private static final int LANE_QUEUE = 400_000;

    private static final Duration TOPOLOGY_REFRESH = Duration.ofSeconds(30);
    /** Between two looks at who has which slots while something is wrong; a replica needs some seconds to take over. */
    private static final Duration TROUBLED_REFRESH = Duration.ofSeconds(1);

    /** Makes connections of one kind of client. */
    private interface Maker {
        CompletionStage<RedisClusterAsyncCommands<String, byte[]>> commands();

        CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> listener();

        CompletionStage<RedisURI> nodeOf(String key);
    }

    private final AbstractRedisClient client;
    private final RedisClient nodeClient;
    private final Maker maker;
    private final String where;

    private RedisClients(ClientResources resources, AbstractRedisClient client, List<RedisURI> addresses, Maker maker) {
        this.client = client;
        where = addresses.stream().flatMap(address -> Stream.concat(Stream.of(address), address.getSentinels().stream()))
                .filter(address -> address.getHost() != null)
                .map(address -> address.getHost() + ":" + address.getPort()).collect(Collectors.joining(", "));
        this.maker = maker;
        nodeClient = RedisClient.create(resources);
        nodeClient.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .requestQueueSize(LANE_QUEUE)
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .socketOptions(socket())
                .build());
    }

    /**
     * @param uri one address; of a cluster some, with commas between
     * @throws UnusableSetupException if it is none
     */
    static List<RedisURI> addresses(String uri, boolean cluster) {
        return (cluster ? Stream.of(uri.split(",", -1)) : Stream.of(uri)).map(RedisClients::address).toList();
    }

    /**
     * @param addresses of a cluster some, else one
     * @param timeout after which a command fails
     * @param queue commands that may wait for an answer
     */
    static RedisClients of(ClientResources resources, List<RedisURI> addresses, boolean cluster, Duration timeout, int queue) {
        return cluster ? cluster(resources, addresses, timeout, queue) : single(resources, addresses.getFirst(), timeout, queue);
    }

    private static RedisClients single(ClientResources resources, RedisURI address, Duration timeout, int queue) {
        RedisClient node = RedisClient.create(resources, address);
        ClientOptions.Builder options = ClientOptions.builder();
        limit(options, timeout, queue);
        node.setOptions(options.build());
        return new RedisClients(resources, node, List.of(address), new Maker() {
            @Override
            public CompletionStage<RedisClusterAsyncCommands<String, byte[]>> commands() {
                return node.connectAsync(CODEC, address).thenApply(connection -> connection.async());
            }

            @Override
            public CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> listener() {
                return node.connectPubSubAsync(StringCodec.UTF8, address);
            }

            @Override
            public CompletionStage<RedisURI> nodeOf(String key) {
                return CompletableFuture.completedFuture(address);
            }
        });
    }

    private static RedisClients cluster(ClientResources resources, List<RedisURI> addresses, Duration timeout, int queue) {
        List<RedisURI> seeds = addresses.stream().map(RedisClients::seed).toList();
        RedisClusterClient nodes = RedisClusterClient.create(resources, seeds);
        ClusterClientOptions.Builder options = ClusterClientOptions.builder();
        limit(options, timeout, queue);
        nodes.setOptions(options
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enablePeriodicRefresh(TOPOLOGY_REFRESH)
                        .adaptiveRefreshTriggersTimeout(TROUBLED_REFRESH)
                        .refreshTriggersReconnectAttempts(1)
                        .build())
                .nodeFilter(node -> !(node.is(RedisClusterNode.NodeFlag.FAIL) && node.getSlots().isEmpty()))
                .build());
        return new RedisClients(resources, nodes, seeds, new Maker() {
            @Override
            public CompletionStage<RedisClusterAsyncCommands<String, byte[]>> commands() {
                return nodes.refreshPartitionsAsync().thenCompose(_ -> nodes.connectAsync(CODEC))
                        .thenApply(connection -> connection.async());
            }

            @Override
            public CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> listener() {
                return nodes.refreshPartitionsAsync().thenCompose(_ -> nodes.connectPubSubAsync(StringCodec.UTF8));
            }

            @Override
            public CompletionStage<RedisURI> nodeOf(String key) {
                return nodes.refreshPartitionsAsync().thenApply(_ -> {
                    RedisClusterNode node = nodes.getPartitions().getPartitionBySlot(SlotHash.getSlot(key));
                    if (node == null) {
                        throw new RedisException("no node of the cluster has the slot of " + key);
                    }
                    return node.getUri();
                });
            }
        });
    }

    /** What is wrong is told without the text itself: there is a password in it. */
    private static RedisURI address(String uri) {
        String wrong;
        try {
            return RedisURI.create(new URI(uri));
        } catch (URISyntaxException e) {
            wrong = e.getReason() + " at index " + e.getIndex();
        } catch (IllegalArgumentException e) {
            wrong = "not one of a Redis";
        }
        throw new UnusableSetupException("outcry.query.redis-uri is no URI: " + wrong,
                "it is redis://user:password@host:port, with special characters encoded as %XX", null);
    }

    /** Whoever asks who has which slots does not wait for long for a node that stands still. */
    private static RedisURI seed(RedisURI address) {
        return RedisURI.builder(address).withTimeout(CONNECT_TIMEOUT).build();
    }

    private static void limit(ClientOptions.Builder options, Duration timeout, int queue) {
        options.autoReconnect(true)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(queue)
                .timeoutOptions(TimeoutOptions.enabled(timeout))
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .socketOptions(socket());
    }

    private static SocketOptions socket() {
        return SocketOptions.builder()
                .connectTimeout(CONNECT_TIMEOUT)
                .tcpNoDelay(true)
                .keepAlive(SocketOptions.KeepAliveOptions.builder()
                        .enable()
                        .idle(Duration.ofSeconds(5))
                        .interval(Duration.ofSeconds(1))
                        .count(3)
                        .build())
                .build();
    }

    /** Hosts and ports as they were set. */
    String where() {
        return where;
    }

    /** A new connection for commands. */
    CompletionStage<RedisClusterAsyncCommands<String, byte[]>> commands() {
        return maker.commands();
    }

    /** A new connection to the node that holds {@code key}. It is not mended when it breaks, and its commands have no time limit of their own. */
    CompletionStage<StatefulRedisConnection<String, byte[]>> toNodeOf(String key) {
        return maker.nodeOf(key).thenCompose(address -> nodeClient.connectAsync(CODEC, address));
    }

    /** A new connection that hears messages. */
    CompletionStage<StatefulRedisPubSubConnection<String, String>> listener() {
        return maker.listener().thenApply(connection -> connection);
    }

    @Override
    public void close() {
        nodeClient.shutdown(0, 1, TimeUnit.SECONDS);
        client.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
