// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import io.outcry.contracts.topic.Topics;
import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service as {@code main} starts it, a real broker, and an engine that answers. */
final class RunningService implements AutoCloseable {

    static final int PARTITIONS = 2;
    static final String ALICE = "alice-key";
    static final String BOB = "bob-key-1";
    static final String ADMIN = "admin-key";
    static final String BTC_RULES =
            """
            {"baseAsset":"BTC","quoteAsset":"USD","priceScale":2,"quantityScale":4,"tickSize":"0.05","lotSize":"0.0010",
             "minQuantity":"0.01","maxQuantity":"1000","minNotional":"1","priceBandPercent":"10",
             "makerFeeBps":1,"takerFeeBps":"2","tier":"HOT"}""";

    /** What comes of a command is said by the answer itself, however busy the machine is. */
    static final String PATIENT = "--outcry.order.outcome-deadline=8s";

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final long PAUSE_NANOS = 5_000_000;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Path directory;
    private final int kafkaPort;
    private Broker kafka;
    private final ConfigurableApplicationContext context;
    private final int port;
    private final TestEngine engine;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** One HTTP answer, its body parsed if it has one. */
    record Reply(int status, JsonNode json, String body, HttpResponse<String> response) {

        String text(String field) {
            return json.path(field).asString("");
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }

    RunningService(Path directory, String... settings) {
        this.directory = directory.resolve("kafka");
        kafka = EngineSource.found().kafka(this.directory, 0);
        kafkaPort = Integer.parseInt(kafka.bootstrapServers().substring(kafka.bootstrapServers().lastIndexOf(':') + 1));
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--server.shutdown=immediate",
                "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--outcry.topics.order-partitions=" + PARTITIONS,
                "--outcry.topics.price-partitions=" + PARTITIONS));
        List<String> keys = List.of(ALICE, "alice", "TRADE", BOB, "bob", "TRADE", ADMIN, "admin", "ADMIN");
        for (int i = 0; i < keys.size() / 3; i++) {
            String prefix = "--outcry.access.keys[" + i + "].";
            arguments.add(prefix + "key=" + keys.get(3 * i));
            arguments.add(prefix + "account=" + keys.get(3 * i + 1));
            arguments.add(prefix + "scopes=" + keys.get(3 * i + 2));
        }
        arguments.addAll(List.of(settings));
        context = OrderServiceApplication.application().run(arguments.toArray(String[]::new));
        port = ((WebServerApplicationContext) context).getWebServer().getPort();
        engine = new TestEngine(kafka.bootstrapServers(), PARTITIONS);
    }

    /** A {@link #PATIENT patient} one on which BTC-USD trades. */
    static RunningService trading(Path directory, String... settings) {
        String[] all = Stream.concat(Stream.of(PATIENT), Stream.of(settings)).toArray(String[]::new);
        RunningService service = new RunningService(directory, all);
        Reply defined = service.send("PUT", "/api/v1/admin/instruments/BTC-USD", ADMIN, BTC_RULES);
        if (defined.status() != 201) {
            service.close();
            throw new IllegalStateException("BTC-USD is not defined: " + defined.body());
        }
        return service;
    }

    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    void stopKafka() {
        kafka.close();
    }

    void startKafka() {
        kafka = EngineSource.found().kafka(directory, kafkaPort);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    Reply place(String key, String body, String... headers) {
        return send("POST", "/api/v1/orders", key, body, headers);
    }

    /** @param key null: no Authorization header */
    Reply send(String method, String path, String key, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(DEADLINE)
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (List.of(headers).stream().noneMatch("Content-Type"::equals)) {
            request.header("Content-Type", "application/json");
        }
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            String type = response.headers().firstValue("Content-Type").orElse("");
            JsonNode json = type.contains("json") ? JSON.readTree(response.body()) : JSON.createObjectNode();
            return new Reply(response.statusCode(), json, response.body(), response);
        } catch (IOException e) {
            throw new IllegalStateException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Posts a body without saying how long it is; the answer's status. */
    int sendChunked(String path, String key, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(DEADLINE)
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + key)
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new IllegalStateException(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    int port() {
        return port;
    }

    /** How many commands were ever written. */
    long commandsWritten() {
        return written(Topics.ORDER_COMMANDS, PARTITIONS);
    }

    long written(String topic, int partitions) {
        Map<String, Object> settings = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        try (Admin admin = Admin.create(settings)) {
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            IntStream.range(0, partitions).forEach(p -> ends.put(new TopicPartition(topic, p), OffsetSpec.latest()));
            return admin.listOffsets(ends).all().get(10, TimeUnit.SECONDS).values().stream().mapToLong(end -> end.offset()).sum();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("ends of " + topic, e);
        }
    }

    /** On a thread of its own: the common pool has one where there are two processors, and others may hold it. */
    static <T> CompletableFuture<T> aside(Supplier<T> what) {
        return CompletableFuture.supplyAsync(what, task -> Thread.ofPlatform().start(task));
    }

    /** Waits until {@code condition} holds. */
    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + DEADLINE + ": " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Ends the service alone. */
    void stop() {
        context.close();
    }

    @Override
    public void close() {
        stop();
        engine.close();
        kafka.close();
    }
}
