// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.outcry.contracts.topic.ToolClient;
import io.outcry.query.feed.FeedConsumers;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * The tool that operators run: folds the log from its beginning and compares Redis with it, key by key and in both directions; and, if it is
 * told where the stream is, the books that a client of it puts together from snapshots and deltas. Reads only. Ends with 0 if all agrees,
 * 1 if anything does not, 2 for a wrong command line, 3 if the view would not stand still.
 */
public final class OutcryVerify {

    static final String USAGE = """
            outcry-verify --kafka=HOST:PORT --redis=redis://HOST:PORT [options]
              --command-config=FILE     properties of Kafka's client, where it asks who somebody is
              --cluster=true            Redis is a cluster; --redis names some of its nodes, with commas between
              --order-partitions=N      as configured for the services (4)
              --price-partitions=N      as configured for the services (4)
              --retention=DURATION      outcry.query.closed-order-retention (P7D)
              --stream=ws://HOST:PORT/api/v1/stream   first follow all books there, as a client does, and compare them too
              --stream-duration=DURATION              for so long (PT10S)
              --orders-kept=N --trades-kept=N --candles-kept=N --fills-kept=N   outcry.query.* (10000, 10000, 10000, 1000)
            """;

    private static final Set<String> OPTIONS = Set.of(
            "kafka", ToolClient.OPTION, "redis", "cluster", "order-partitions", "price-partitions", "retention", "orders-kept",
            "trades-kept", "candles-kept",
            "fills-kept", "stream", "stream-duration");

    private OutcryVerify() {}

    public static void main(String[] arguments) {
        System.setProperty("logback.configurationFile", "outcry-tools-logback.xml");
        System.exit(run(List.of(arguments), System.out));
    }

    /** What {@link #main} does, with its status as the result. */
    public static int run(List<String> arguments, PrintStream out) {
        Map<String, String> options = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (!argument.startsWith("--") || equals < 0 || !OPTIONS.contains(argument.substring(2, equals))) {
                out.print("unknown: " + argument + "\n" + USAGE);
                return 2;
            }
            options.put(argument.substring(2, equals), argument.substring(equals + 1));
        }
        if (!options.containsKey("kafka") || !options.containsKey("redis")) {
            out.print(USAGE);
            return 2;
        }
        Map<String, Object> kafka;
        try {
            kafka = ToolClient.of(String.valueOf(options.get("kafka")), options.get(ToolClient.OPTION));
        } catch (IllegalArgumentException e) {
            out.print(e.getMessage() + "\n" + USAGE);
            return 2;
        }
        String address = options.get("redis");
        if (Boolean.parseBoolean(options.get("cluster"))) {
            try (RedisClusterClient client = RedisClusterClient.create(address); var connection = client.connect()) {
                return verify(options, kafka, connection.sync(), out);
            }
        }
        try (RedisClient client = RedisClient.create(address); var connection = client.connect()) {
            return verify(options, kafka, connection.sync(), out);
        }
    }

    private static int verify(
            Map<String, String> options, Map<String, Object> kafka, RedisClusterCommands<String, String> redis, PrintStream out) {
        Duration retention = Duration.parse(options.getOrDefault("retention", "P7D"));
        PartitionComparison.Limits limits = new PartitionComparison.Limits(
                System.currentTimeMillis() - retention.toMillis(), number(options, "orders-kept", 10_000),
                number(options, "trades-kept", 10_000), number(options, "candles-kept", 10_000), number(options, "fills-kept", 1_000));
        List<ViewPartition> partitions = new ArrayList<>(ViewPartition.all(ViewLog.ORDERS, number(options, "order-partitions", 4)));
        partitions.addAll(ViewPartition.all(ViewLog.PRICES, number(options, "price-partitions", 4)));
        Differences streaming = new Differences();
        Optional<Map<String, StreamedBook>> streamed = follow(options, partitions, redis, streaming, out);
        if (streamed.isEmpty()) {
            return 3;
        }
        int status = streaming.count() > 0 ? 1 : 0;
        long books = 0;
        long keys = 0;
        long records = 0;
        try (Consumer<byte[], byte[]> consumer = FeedConsumers.open(kafka)) {
            Verification verification = new Verification(redis, consumer, limits, streamed.get());
            for (ViewPartition partition : partitions) {
                Optional<Verification.Verdict> verdict = verification.verify(partition);
                if (verdict.isEmpty()) {
                    out.println(partition + ": the view does not stand still; stop the orders, or ask again");
                    status = Math.max(status, 3);
                    continue;
                }
                Differences found = verdict.get().differences();
                out.println(partition + ": " + found.keys() + " keys, " + verdict.get().position().next() + " records, " + found.count()
                        + " differences");
                found.first().forEach(difference -> out.println("  " + difference));
                books += verdict.get().books();
                keys += found.keys();
                records += verdict.get().position().next();
                status = found.count() > 0 ? 1 : status;
            }
        }
        if (books < streamed.get().size()) {
            out.println((streamed.get().size() - books) + " books of the stream could not be compared");
            status = Math.max(status, 1);
        }
        out.println(status == 0
                ? "equal: " + keys + " keys from " + records + " records" + (books > 0 ? ", and " + books + " books of the stream" : "")
                : "not equal, or not known to be");
        return status;
    }

    /** The books of all symbols as a client of the stream has them after a while; none without a stream, nothing if it cannot be followed. */
    private static Optional<Map<String, StreamedBook>> follow(
            Map<String, String> options, List<ViewPartition> partitions, RedisClusterCommands<String, String> redis,
            Differences differences,
            PrintStream out) {
        String address = options.get("stream");
        if (address == null) {
            return Optional.of(Map.of());
        }
        List<String> symbols = partitions.stream().filter(partition -> partition.log() == ViewLog.ORDERS)
                .flatMap(partition -> redis.smembers(new ViewKeys(partition).symbols()).stream()).toList();
        try (StreamedBooks stream = new StreamedBooks(URI.create(address), symbols, differences)) {
            if (!stream.follow(Duration.parse(options.getOrDefault("stream-duration", "PT10S")))) {
                out.println("the stream cannot be followed: " + stream.trouble());
                return Optional.empty();
            }
            out.println("stream: " + symbols.size() + " books, " + stream.count() + ", " + differences.count() + " that did not follow");
            differences.first().forEach(difference -> out.println("  " + difference));
            return Optional.of(stream.books());
        } catch (IllegalStateException e) {
            out.println(e.getMessage());
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static int number(Map<String, String> options, String name, int otherwise) {
        return Integer.parseInt(options.getOrDefault(name, String.valueOf(otherwise)));
    }
}
