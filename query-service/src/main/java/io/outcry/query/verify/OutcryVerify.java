// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.outcry.query.feed.FeedConsumers;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;

/**
 * The tool that operators run: folds the log from its beginning and compares Redis with it, key by key and in both directions; and, if it is
 * told where the stream is, the books that a client of it puts together from snapshots and deltas. Reads only. {@link VerifyOptions#USAGE} says
 * what it can do and how it ends.
 */
public final class OutcryVerify {

    private static final int EQUAL = 0;
    private static final int DIFFERENT = 1;
    private static final int MISUSED = 2;
    private static final int UNREADABLE = 3;

    private OutcryVerify() {}

    public static void main(String[] arguments) {
        System.setProperty("logback.configurationFile", "outcry-tools-logback.xml");
        System.exit(run(List.of(arguments), System.out));
    }

    /** What {@link #main} does, with its status as the result. */
    public static int run(List<String> arguments, PrintStream out) {
        VerifyOptions options;
        try {
            options = VerifyOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            out.print(e.getMessage() + "\n" + VerifyOptions.USAGE);
            return MISUSED;
        }
        try {
            return connect(options, out);
        } catch (RedisException e) {
            out.println("Redis could not be read: " + e.getMessage());
        } catch (KafkaException | UnreadableLogException e) {
            out.println("the log could not be read: " + e.getMessage());
        }
        return UNREADABLE;
    }

    private static int connect(VerifyOptions options, PrintStream out) {
        if (options.cluster()) {
            try (RedisClusterClient client = RedisClusterClient.create(options.redis()); var connection = client.connect()) {
                return verify(options, connection.sync(), out);
            }
        }
        try (RedisClient client = RedisClient.create(options.redis().getFirst()); var connection = client.connect()) {
            return verify(options, connection.sync(), out);
        }
    }

    private static int verify(VerifyOptions options, RedisClusterCommands<String, String> redis, PrintStream out) {
        try (Consumer<byte[], byte[]> consumer = FeedConsumers.open(options.kafka())) {
            int orders = partitions(consumer, ViewLog.ORDERS);
            int prices = partitions(consumer, ViewLog.PRICES);
            if (differs(options.orderPartitions(), orders) || differs(options.pricePartitions(), prices)) {
                out.println("the log has " + orders + " partitions of orders and " + prices + " of prices");
                return MISUSED;
            }
            List<ViewPartition> partitions = new ArrayList<>(ViewPartition.all(ViewLog.ORDERS, orders));
            partitions.addAll(ViewPartition.all(ViewLog.PRICES, prices));
            return verify(options, partitions, consumer, redis, out);
        }
    }

    private static int partitions(Consumer<byte[], byte[]> consumer, ViewLog log) {
        List<PartitionInfo> there = consumer.partitionsFor(log.topic());
        if (there == null || there.isEmpty()) {
            throw new UnreadableLogException("there is no topic " + log.topic());
        }
        return there.size();
    }

    private static boolean differs(int expected, int there) {
        return expected != 0 && expected != there;
    }

    private static int verify(
            VerifyOptions options, List<ViewPartition> partitions, Consumer<byte[], byte[]> consumer,
            RedisClusterCommands<String, String> redis, PrintStream out) {
        Differences streaming = new Differences();
        Optional<Followed> streamed = follow(options, partitions, redis, streaming, out);
        if (streamed.isEmpty()) {
            return UNREADABLE;
        }
        int status = streaming.count() > 0 ? DIFFERENT : EQUAL;
        long books = 0;
        long keys = 0;
        long records = 0;
        Verification verification = new Verification(redis, consumer, topicIds(options), options.limits(), streamed.get().books());
        for (ViewPartition partition : partitions) {
            Optional<Verification.Verdict> verdict = verification.verify(partition);
            if (verdict.isEmpty()) {
                String what = partition.log() == ViewLog.ORDERS ? "orders" : "prices";
                out.println(partition + ": the view does not stand still; stop the " + what + ", or ask again");
                status = status == EQUAL ? UNREADABLE : status;
                continue;
            }
            Differences found = verdict.get().differences();
            out.println(partition + ": " + found.keys() + " keys, " + verdict.get().position().next() + " records, " + found.count()
                    + " differences");
            found.first().forEach(difference -> out.println("  " + difference));
            books += verdict.get().books();
            keys += found.keys();
            records += verdict.get().position().next();
            status = found.count() > 0 ? DIFFERENT : status;
        }
        if (books < streamed.get().symbols()) {
            out.println((streamed.get().symbols() - books) + " books of the stream could not be compared");
            status = Math.max(status, DIFFERENT);
        }
        out.println(status == EQUAL
                ? "equal: " + keys + " keys from " + records + " records" + (books > 0 ? ", and " + books + " books of the stream" : "")
                : "not equal, or not known to be");
        return status;
    }

    private static Map<ViewLog, String> topicIds(VerifyOptions options) {
        try (Admin admin = Admin.create(options.kafka())) {
            Map<String, TopicDescription> topics = admin.describeTopics(Arrays.stream(ViewLog.values()).map(ViewLog::topic).toList())
                    .allTopicNames().toCompletionStage().toCompletableFuture().join();
            Map<ViewLog, String> ids = new EnumMap<>(ViewLog.class);
            for (ViewLog log : ViewLog.values()) {
                ids.put(log, Objects.requireNonNull(topics.get(log.topic())).topicId().toString());
            }
            return ids;
        } catch (CompletionException e) {
            throw new UnreadableLogException("the topics' ids are not known: " + e.getCause());
        }
    }

    /**
     * What a client of the stream was left with.
     *
     * @param symbols how many books it has followed
     * @param books without those that were just coming anew
     */
    private record Followed(int symbols, Map<String, StreamedBook> books) {}

    /** The books of all symbols as a client of the stream has them after a while; none without a stream, nothing if it cannot be followed. */
    private static Optional<Followed> follow(
            VerifyOptions options, List<ViewPartition> partitions, RedisClusterCommands<String, String> redis, Differences differences,
            PrintStream out) {
        URI address = options.stream();
        if (address == null) {
            return Optional.of(new Followed(0, Map.of()));
        }
        List<String> symbols = partitions.stream().filter(partition -> partition.log() == ViewLog.ORDERS)
                .flatMap(partition -> redis.smembers(new ViewKeys(partition).symbols()).stream()).toList();
        try (StreamedBooks stream = new StreamedBooks(address, symbols, differences)) {
            if (!stream.follow(options.streamDuration())) {
                out.println("the stream cannot be followed: " + stream.trouble());
                return Optional.empty();
            }
            out.println("stream: " + symbols.size() + " books, " + stream.count() + ", " + differences.count() + " that did not follow");
            differences.first().forEach(difference -> out.println("  " + difference));
            return Optional.of(new Followed(symbols.size(), stream.books()));
        } catch (IllegalStateException e) {
            out.println(e.getMessage());
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
