// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterURIUtil;
import io.outcry.contracts.tool.ToolOptions;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for on the command line.
 *
 * @param kafka how to connect to Kafka
 * @param redis addresses: of some nodes of a cluster, or the one there is
 * @param cluster whether Redis is a cluster
 * @param orderPartitions of the order topics; zero: as many as there are
 * @param pricePartitions of the price topics; zero: as many as there are
 * @param stream where to follow the books; null: nowhere
 * @param streamDuration how long to follow them
 */
record VerifyOptions(
        Map<String, Object> kafka,
        List<RedisURI> redis,
        boolean cluster,
        int orderPartitions,
        int pricePartitions,
        PartitionComparison.Limits limits,
        @Nullable URI stream,
        Duration streamDuration) {

    static final String USAGE = """
            outcry-verify --bootstrap-servers=HOST:PORT --redis=redis://HOST:PORT [options]
              --command-config=FILE     properties of Kafka's client, where it asks who somebody is
              --cluster=true            Redis is a cluster; --redis names some of its nodes, with commas between
              --order-partitions=N      refuse a log that has not so many (compare as many as there are)
              --price-partitions=N      the same, of prices
              --retention=DURATION      outcry.query.closed-order-retention (7d)
              --stream=ws://HOST:PORT/api/v1/stream   first follow all books there, as a client does, and compare them too
              --stream-duration=DURATION              for so long (10s)
              --orders-kept=N --trades-kept=N --candles-kept=N --fills-kept=N   outcry.query.* (10000, 10000, 10000, 1000)

            Ends with 0 if all is equal, 1 if anything is not, 2 if it was asked wrongly, 3 if the log, Redis or the stream could not be read or
            the view would not stand still.
            """;

    private static final Set<String> NAMES = Set.of(
            ToolOptions.BOOTSTRAP_SERVERS, ToolOptions.COMMAND_CONFIG, "redis", "cluster", "order-partitions", "price-partitions",
            "retention", "orders-kept", "trades-kept", "candles-kept", "fills-kept", "stream", "stream-duration");

    /** @throws IllegalArgumentException if something cannot be understood */
    static VerifyOptions parse(List<String> arguments) {
        ToolOptions given = new ToolOptions(NAMES, arguments);
        boolean cluster = given.text("cluster").map(Boolean::parseBoolean).orElse(false);
        String redis = given.needed("redis");
        Duration retention = given.duration("retention", Duration.ofDays(7));
        return new VerifyOptions(
                given.kafka(),
                cluster ? RedisClusterURIUtil.toRedisURIs(URI.create(redis)) : List.of(RedisURI.create(redis)),
                cluster,
                count(given, "order-partitions", 0),
                count(given, "price-partitions", 0),
                new PartitionComparison.Limits(
                        System.currentTimeMillis() - retention.toMillis(), count(given, "orders-kept", 10_000),
                        count(given, "trades-kept", 10_000), count(given, "candles-kept", 10_000), count(given, "fills-kept", 1_000)),
                given.text("stream").map(VerifyOptions::stream).orElse(null),
                given.duration("stream-duration", Duration.ofSeconds(10)));
    }

    private static URI stream(String text) {
        URI address = URI.create(text);
        if (!Set.of("ws", "wss").contains(String.valueOf(address.getScheme())) || address.getHost() == null) {
            throw new IllegalArgumentException("--stream is no address of a WebSocket: " + text);
        }
        return address;
    }

    private static int count(ToolOptions given, String name, int otherwise) {
        return (int) given.number(name, otherwise, 1, Integer.MAX_VALUE);
    }
}
