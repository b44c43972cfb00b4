// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PriceStatus;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.VenueInput;
import io.outcry.contracts.v1.VenueInputStatus;
import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.RedisServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real broker, a real Redis and the service between them; the test writes outcomes and prices in place of the other services. */
final class QueryStage implements AutoCloseable {

    static final int PARTITIONS = 4;
    static final String SYMBOL = "BTC-USD";
    static final int PARTITION = Partitioning.ofSymbol(SYMBOL, PARTITIONS);
    static final String ALICE = "key-of-alice";
    static final String BOB = "key-of-bob";
    static final String ADMIN = "key-of-admin";

    private static final List<String> KEYS = List.of(
            "--outcry.access.keys[0].key=" + ALICE, "--outcry.access.keys[0].account=alice", "--outcry.access.keys[0].scopes=TRADE",
            "--outcry.access.keys[1].key=" + BOB, "--outcry.access.keys[1].account=bob", "--outcry.access.keys[1].scopes=TRADE",
            "--outcry.access.keys[2].key=" + ADMIN, "--outcry.access.keys[2].account=admin", "--outcry.access.keys[2].scopes=ADMIN");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long END_OF_LOG = -1;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path directory;
    private final int partitions;
    private final EngineSource engines = EngineSource.found();
    private final Broker kafka;
    private RedisServer redis;
    private final KafkaProducer<byte[], byte[]> producer;
    /** Without the offer of HTTP/2, with which no request is plain: all of them would go the long way. */
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final IntFunction<List<String>> redisAddress;
    private ConfigurableApplicationContext service;
    private String base;

    private QueryStage(Path directory, int partitions, IntFunction<List<String>> redisAddress) {
        this.redisAddress = redisAddress;
        this.directory = directory;
        this.partitions = partitions;
        this.kafka = engines.kafka(directory.resolve("kafka"), 0);
        try {
            this.redis = engines.redis(directory.resolve("redis"), 0);
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "acks", "all", "max.in.flight.requests.per.connection", 1,
                        "max.request.size", TopicLayout.MAX_RECORD_BYTES),
                new ByteArraySerializer(), new ByteArraySerializer());
    }

    static QueryStage open(Path directory) {
        return open(directory, PARTITIONS);
    }

    /** @param partitions of the order topics; reads wait for Redis as long as a slow machine may take */
    static QueryStage open(Path directory, int partitions) {
        return open(directory, partitions, port -> List.of(redisUri(port), "--outcry.query.read-timeout=5s"));
    }

    /** Reads wait for Redis as long as they do if nobody says otherwise. */
    static QueryStage openImpatient(Path directory, int partitions) {
        return open(directory, partitions, port -> List.of(redisUri(port)));
    }

    private static String redisUri(int port) {
        return "--outcry.query.redis-uri=redis://127.0.0.1:" + port;
    }

    /** @param redisAddress what the service is told of Redis, by the port of the stage's own */
    static QueryStage open(Path directory, int partitions, IntFunction<List<String>> redisAddress) {
        QueryStage stage = new QueryStage(directory, partitions, redisAddress);
        try {
            stage.startService();
        } catch (RuntimeException e) {
            stage.close();
            throw e;
        }
        return stage;
    }

    /** A symbol that lives in {@code partition}. */
    String symbolIn(int partition) {
        return IntStream.iterate(0, i -> i + 1).mapToObj(i -> "S" + i + "-USD")
                .filter(symbol -> Partitioning.ofSymbol(symbol, partitions) == partition).findFirst().orElseThrow();
    }

    void startService() {
        service = run(redisAddress.apply(redis.port()));
        base = "http://127.0.0.1:" + service.getEnvironment().getProperty("local.server.port");
    }

    /** Another instance beside the one of the stage, to be closed by who asks for it. */
    ConfigurableApplicationContext another(String redisUri) {
        return run(List.of("--outcry.query.redis-uri=" + redisUri));
    }

    private ConfigurableApplicationContext run(List<String> redis) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0", "--server.address=127.0.0.1", "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--outcry.topics.order-partitions=" + partitions));
        arguments.addAll(redis);
        arguments.addAll(KEYS);
        return new SpringApplicationBuilder(QueryServiceApplication.class)
                .properties("spring.config.name=query-service")
                .run(arguments.toArray(String[]::new));
    }

    int port() {
        return URI.create(base).getPort();
    }

    void stopService() {
        service.close();
    }

    void flushRedis() {
        redis(commands -> commands.flushall());
    }

    void redis(Consumer<RedisCommands<String, String>> action) {
        redis(redis, action);
    }

    static void redis(RedisServer server, Consumer<RedisCommands<String, String>> action) {
        RedisClient client = RedisClient.create(server.uri());
        try (var connection = client.connect()) {
            action.accept(connection.sync());
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    /** What {@code outcry-verify} is told to find this stage. */
    List<String> verifyArguments() {
        return verifyArguments(redis.uri());
    }

    List<String> verifyArguments(String redisUri) {
        return List.of("--bootstrap-servers=" + kafka.bootstrapServers(), "--redis=" + redisUri);
    }

    /** Redis answers nothing until it is thawed. */
    void freezeRedis() {
        redis.freeze();
    }

    void thawRedis() {
        redis.thaw();
    }

    void killRedis() {
        redis.kill();
    }

    void stopRedis() {
        redis.close();
    }

    void startRedis() {
        redis = engines.redis(directory.resolve("redis"), redis.port());
    }

    <T> T bean(Class<T> type) {
        return service.getBean(type);
    }

    <T> T bean(String name, Class<T> type) {
        return service.getBean(name, type);
    }

    /** Writes an outcome of {@link #SYMBOL}'s partition; returns its offset. */
    long write(Outcome outcome) {
        return write(PARTITION, outcome);
    }

    long write(int partition, Outcome outcome) {
        return write(Topics.ORDER_OUTCOMES, partition, outcome.getSymbol(), outcome.toByteArray());
    }

    /** Writes outcomes as fast as Kafka takes them. */
    void writeAll(int partition, Iterable<Outcome> outcomes) {
        List<Future<?>> written = new ArrayList<>();
        outcomes.forEach(outcome -> written.add(send(partition, outcome)));
        try {
            for (Future<?> each : written) {
                each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("not all written", e);
        }
    }

    /** Hands an outcome to Kafka's client and does not wait. */
    Future<?> send(int partition, Outcome outcome) {
        return producer.send(new ProducerRecord<>(
                Topics.ORDER_OUTCOMES, partition, outcome.getSymbol().getBytes(StandardCharsets.UTF_8), outcome.toByteArray()));
    }

    long write(String topic, int partition, String key, byte[] value) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, partition, key.getBytes(StandardCharsets.UTF_8), value);
        try {
            return producer.send(record).get(PATIENCE.toSeconds(), TimeUnit.SECONDS).offset();
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("not written to " + topic, e);
        }
    }

    void price(String symbol, long price, long asOfMillis) {
        PriceUpdate update = PriceUpdate.newBuilder().setSymbol(symbol).setScale(2).setPrice(price).setConfidence(5).setBid(price - 1)
                .setAsk(price + 1).setAsOfUs(asOfMillis * 1_000).setStatus(PriceStatus.PRICE_STATUS_FRESH).setTier(Tier.TIER_HOT)
                .setSources(3)
                .addInputs(VenueInput.newBuilder().setVenue("binance").setStatus(VenueInputStatus.VENUE_INPUT_STATUS_USED).setBid(price - 1)
                        .setAsk(price + 1).setAsOfUs(asOfMillis * 1_000))
                .addInputs(VenueInput.newBuilder().setVenue("kraken").setStatus(VenueInputStatus.VENUE_INPUT_STATUS_UNAVAILABLE)
                        .setReason("said \"no\"\n"))
                .build();
        write(Topics.PRICE_UPDATES, Partitioning.ofSymbol(symbol, PARTITIONS), symbol, update.toByteArray());
    }

    /** From now on the topic takes no larger records. */
    void limit(String topic, int bytes) {
        ConfigEntry limit = new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(bytes));
        ConfigResource settings = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        administer(admin -> admin.incrementalAlterConfigs(
                Map.of(settings, List.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET)))).all());
        // The controller has it, and the broker hears of it.
        await("the broker has the limit", () -> administer(admin -> admin.describeConfigs(List.of(settings)).all()).get(settings)
                .get(limit.name()).value().equals(limit.value()));
    }

    /** As retention does it. */
    void deleteRecords(String topic, int partition) {
        administer(admin -> admin.deleteRecords(
                Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(END_OF_LOG))).all());
    }

    /** As whoever deletes a topic and makes it again, empty. */
    void makeAnew(String topic) {
        administer(admin -> admin.deleteTopics(List.of(topic)).all());
        NewTopic anew = new NewTopic(topic, partitions, (short) 1);
        await("there is a new " + topic, () -> {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
                admin.createTopics(List.of(anew)).all().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                return true;
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                return false;
            }
        });
    }

    private <T> T administer(Function<Admin, KafkaFuture<T>> action) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            return action.apply(admin).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("Kafka has not done it", e);
        }
    }

    List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(topic).stream().map(info -> new TopicPartition(topic, info.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
        }
        return all;
    }

    /** The answer to a GET, with pairs of header names and values. */
    HttpResponse<String> get(String path, String... headers) {
        return getAsync(path, headers).orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    CompletableFuture<HttpResponse<String>> getAsync(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> getAs(String key, String path, String... headers) {
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of("Authorization", "Bearer " + key));
        return get(path, all.toArray(String[]::new));
    }

    static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    static JsonNode json(String text) {
        return JSON.readTree(text);
    }

    /** The JSON of an answer that must be 200. */
    static JsonNode ok(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return json(response);
    }

    static void await(String what, BooleanSupplier condition) {
        await(what, PATIENCE, condition);
    }

    static void await(String what, Duration patience, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting until " + what).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    void awaitReady() {
        await("the service is ready", () -> get("/actuator/health/readiness").statusCode() == 200);
    }

    /** Waits until the view holds the newest outcome of {@code script}: Redis, and the books in memory, which follow the log by themselves. */
    void awaitProjected(OutcomeScript script) {
        for (String path : List.of("/api/v1/instruments", "/api/v1/books/" + script.symbol())) {
            await("the view is at " + script.position(),
                    () -> get(path, "Outcry-Read-After", String.valueOf(script.position())).statusCode() == 200);
        }
    }

    @Override
    public void close() {
        if (service != null) {
            service.close();
        }
        producer.close(Duration.ofSeconds(1));
        redis.close();
        kafka.close();
    }
}
