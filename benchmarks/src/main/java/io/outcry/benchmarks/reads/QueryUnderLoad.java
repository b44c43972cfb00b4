// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.reads;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.outcry.benchmarks.jvm.TemporaryDirectory;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicProvisioner;
import io.outcry.embedded.EmbeddedKafka;
import io.outcry.embedded.EmbeddedRedis;
import io.outcry.query.QueryServiceApplication;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The query service with a log of its own, and Redis filled from it. Kafka and Redis end with the directory that they write to. */
final class QueryUnderLoad implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);
    static final int SYMBOLS = 20;
    private static final int TAKES_EVERY = 4;
    private static final int LINGER_MILLIS = 5;
    private static final int FEW = 1_000;
    private static final String MAIN_THREAD = "_main_thread";

    private final LogWriter log;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final List<Long> ids = new ArrayList<>();
    private final ConfigurableApplicationContext service;

    private QueryUnderLoad(TemporaryDirectory directory, int orders, int prices, int lingerMillis) {
        EmbeddedKafka kafka = directory.start(in -> EmbeddedKafka.start(in.resolve("kafka"), 0), EmbeddedKafka::close);
        TopicLayout layout = new TopicLayout(LogWriter.PARTITIONS, LogWriter.PARTITIONS, (short) 1);
        TopicProvisioner.ensure(Map.of("bootstrap.servers", kafka.bootstrapServers()),
                List.of(layout.orderOutcomes(), layout.priceUpdates()));
        EmbeddedRedis redis = directory.start(in -> EmbeddedRedis.start(in.resolve("redis"), 0), EmbeddedRedis::close);
        log = new LogWriter(kafka.bootstrapServers(), lingerMillis);
        client = RedisClient.create(redis.uri());
        connection = client.connect();
        write(log, ids, orders, prices);
        service = start(kafka, redis);
    }

    /** Writes the log and starts the service, which fills Redis; then says how long it takes after each of so many times that it is flushed. */
    static QueryUnderLoad fill(TemporaryDirectory directory, int orders, int prices, int times, PrintStream out) {
        QueryUnderLoad query = new QueryUnderLoad(directory, orders, prices, LINGER_MILLIS);
        query.awaitFilled();
        query.connection.sync().configSet("appendonly", "no");
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            double redisBefore = query.redisCpuSeconds("");
            double fillingBefore = query.redisCpuSeconds(MAIN_THREAD);
            double ownBefore = ownCpuSeconds();
            query.connection.sync().flushall();
            query.awaitFilled();
            double seconds = (System.nanoTime() - start) / 1e9;
            double filling = query.redisCpuSeconds(MAIN_THREAD) - fillingBefore;
            out.printf(Locale.ROOT,
                    "after FLUSHALL %d outcomes were in Redis again in %.2f s (%.0f/s), %d keys; processor time %.2f s of Redis' "
                            + "main thread, %.2f s of its others, which free what was flushed, %.2f s of this JVM with its broker%n",
                    query.log.written(), seconds, query.log.written() / seconds,
                    query.connection.sync().dbsize(), filling, query.redisCpuSeconds("") - redisBefore - filling,
                    ownCpuSeconds() - ownBefore);
        }
        return query;
    }

    /** With few orders in it, and a log that is written without waiting for more. */
    static QueryUnderLoad open(TemporaryDirectory directory) {
        QueryUnderLoad query = new QueryUnderLoad(directory, FEW, 0, 0);
        query.awaitFilled();
        return query;
    }

    /** The log, to write more. */
    LogWriter log() {
        return log;
    }

    private static double ownCpuSeconds() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    /** @param threads end of the names under which Redis counts them; nothing for all */
    private double redisCpuSeconds(String threads) {
        return connection.sync().info("cpu").lines().filter(line -> line.matches("used_cpu_(sys|user)" + threads + ":.*"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1))).sum();
    }

    private static void write(LogWriter log, List<Long> ids, int orders, int prices) {
        for (int i = 0; i < SYMBOLS; i++) {
            log.instrument(LogWriter.symbol(i));
        }
        for (int i = 0; i < orders; i++) {
            String symbol = LogWriter.symbol(i / 2 % SYMBOLS);
            boolean takes = i % TAKES_EVERY == TAKES_EVERY - 1;
            ids.add(takes
                    ? log.take(symbol, LogWriter.account(i), ids.getLast(), LogWriter.account(i - 1), i - 1)
                    : log.rest(symbol, LogWriter.account(i), i));
        }
        for (int i = 0; i < prices; i++) {
            log.price(LogWriter.symbol(i), 6_000_000 + i);
        }
        log.flush();
    }

    private static ConfigurableApplicationContext start(EmbeddedKafka kafka, EmbeddedRedis redis) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0", "--server.address=127.0.0.1", "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--outcry.query.redis-uri=" + redis.uri(), "--outcry.topics.order-partitions=" + LogWriter.PARTITIONS,
                "--outcry.topics.price-partitions=" + LogWriter.PARTITIONS, "--logging.level.root=warn"));
        for (int i = 0; i < LogWriter.ACCOUNTS; i++) {
            arguments.add("--outcry.access.keys[" + i + "].key=" + LogWriter.key(i));
            arguments.add("--outcry.access.keys[" + i + "].account=" + LogWriter.account(i));
            arguments.add("--outcry.access.keys[" + i + "].scopes=TRADE");
        }
        return new SpringApplicationBuilder(QueryServiceApplication.class).properties("spring.config.name=query-service")
                .run(arguments.toArray(String[]::new));
    }

    private void awaitFilled() {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        for (int partition = 0; partition < LogWriter.PARTITIONS; partition++) {
            String key = new ViewKeys(new ViewPartition(ViewLog.ORDERS, partition)).position();
            while (true) {
                String stored = connection.sync().get(key);
                if (log.newest(partition) < 0 || stored != null && ViewPosition.parse(stored).inputOffset() >= log.newest(partition)) {
                    break;
                }
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("partition " + partition + " is at " + stored + " after " + PATIENCE_NANOS + " ns");
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        }
    }

    int port() {
        return Integer.parseInt(service.getEnvironment().getRequiredProperty("local.server.port"));
    }

    /** The ids of all orders, in the order they were written. */
    long[] orderIds() {
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public void close() {
        service.close();
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        log.close();
    }
}
