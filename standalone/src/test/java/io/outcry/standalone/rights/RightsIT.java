// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicProvisioner;
import io.outcry.contracts.topic.Topics;
import io.outcry.embedded.EmbeddedRedis;
import io.outcry.embedded.FreePort;
import io.outcry.matching.MatchingServiceApplication;
import io.outcry.matching.log.MatchingPipeline;
import io.outcry.order.OrderServiceApplication;
import io.outcry.price.PriceServiceApplication;
import io.outcry.query.QueryServiceApplication;
import io.outcry.query.verify.OutcryVerify;
import io.outcry.standalone.client.LocalApi;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** The four services, each under a name of its own, with the rights that are documented for it and no others. */
@Isolated("reads the log of its broker's authorizer, which all brokers of a process share")
@ExtendWith(OutputCaptureExtension.class)
@Timeout(240)
class RightsIT {

    private static final String SYMBOL = "BTC-USD";
    private static final String ALICE = "alice-test-key";
    private static final String BOB = "bob-test-key";
    private static final String ADMIN = "admin-test-key";
    private static final TopicLayout LAYOUT = new TopicLayout(2, 2, (short) 1);
    private static final Map<String, Class<?>> SERVICES = new LinkedHashMap<>();

    static {
        SERVICES.put("order-service", OrderServiceApplication.class);
        SERVICES.put("matching-service", MatchingServiceApplication.class);
        SERVICES.put("price-service", PriceServiceApplication.class);
        SERVICES.put("query-service", QueryServiceApplication.class);
    }

    @TempDir
    private Path directory;

    private final AuditLog audit = new AuditLog();
    private final Map<String, ConfigurableApplicationContext> running = new LinkedHashMap<>();
    private final Map<String, LocalApi> apis = new LinkedHashMap<>();
    private GuardedKafka kafka;
    private EmbeddedRedis redis;
    private SimulatedVenues venues;

    @BeforeEach
    void start() throws Exception {
        audit.listen();
        kafka = new GuardedKafka(directory.resolve("kafka"), List.copyOf(SERVICES.keySet()));
        redis = EmbeddedRedis.start(directory.resolve("redis"), 0);
        venues = SimulatedVenues.start(SimulatedVenuesOptions.onFreePorts(1, List.of(SimulatedListing.everywhere(SYMBOL, "100.00"))));
        for (Right right : Right.documented()) {
            kafka.allow(right.user(), right.type(), right.name(), right.operation());
        }
    }

    @AfterEach
    void stop() {
        running.values().forEach(ConfigurableApplicationContext::close);
        audit.close();
        venues.close();
        redis.close();
        kafka.close();
    }

    @Test
    void theDocumentedRightsAreEnoughAndAllOfThemAreNeeded() throws Exception {
        createTopics();
        for (String service : SERVICES.keySet()) {
            open(service);
        }
        for (LocalApi api : apis.values()) {
            until(() -> api.call("GET", "/actuator/health/readiness", null, null).status() == 200);
        }

        useEverything();

        await().atMost(60, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(audit.used()).as("rights that were used").containsAll(Right.documented()));
        assertThat(audit.refused()).as("refused, besides what the documentation says one can do without")
                .allMatch(right -> right.operation() == AclOperation.CREATE || right.operation() == AclOperation.DESCRIBE_CONFIGS);
    }

    @Test
    void aRightThatIsMissingAtTheStartIsNamedWithoutAStackTrace(CapturedOutput output) throws Exception {
        createTopics();
        kafka.deny("order-service", ResourceType.TOPIC, Topics.INSTRUMENTS, AclOperation.DESCRIBE);

        assertThatThrownBy(() -> open("order-service")).hasRootCauseInstanceOf(TopicAuthorizationException.class);

        assertThat(output).contains("APPLICATION FAILED TO START", "see the topic instruments.v1: allow DESCRIBE of it")
                .doesNotContain("\tat ");
    }

    @Test
    void orderServiceIsNotReadyWhileItMayNotWriteCommandsAndNeedsNoOrderToBeReadyAgain() throws Exception {
        createTopics();
        open("order-service");
        until(() -> readiness("order-service").status() == 200);
        kafka.deny("order-service", ResourceType.TOPIC, Topics.ORDER_COMMANDS, AclOperation.WRITE);
        until(() -> placed() == 503);

        until(() -> readiness("order-service").status() == 503);
        JsonNode health = readiness("order-service").body().path("components").path("orderLog").path("details");
        assertThat(health.path("mayWriteCommands").asBoolean(true)).isFalse();
        assertThat(health.path("brokerConnected").asBoolean()).isTrue();
        assertThat(health.path("commandsRefused").asString()).contains("TopicAuthorizationException", Topics.ORDER_COMMANDS);

        kafka.forget("order-service", ResourceType.TOPIC, Topics.ORDER_COMMANDS);
        assertThat(placed()).as("of an order while the topic is hidden").isEqualTo(503);
        assertThat(readiness("order-service").status()).isEqualTo(503);

        kafka.allow("order-service", ResourceType.TOPIC, Topics.ORDER_COMMANDS, AclOperation.WRITE);
        until(() -> readiness("order-service").status() == 200);
        assertThat(readiness("order-service").body().toString()).doesNotContain("commandsRefused");
        until(() -> placed() == 202);
    }

    @Test
    void whoMayNotReadHisGroupSaysSoUntilHeMay(CapturedOutput output) throws Exception {
        createTopics();
        kafka.deny("matching-service", ResourceType.GROUP, MatchingPipeline.GROUP, AclOperation.READ);
        open("matching-service");
        String reason = "GroupAuthorizationException: Not authorized to access group: outcry-matching";

        until(() -> matchingHealth().contains(reason));
        until(() -> output.getOut().lines()
                .anyMatch(line -> line.contains("the log could not be used, all partitions are loaded anew") && line.contains(reason)));

        kafka.relent("matching-service", ResourceType.GROUP, MatchingPipeline.GROUP, AclOperation.READ);
        until(() -> matchingHealth().contains("LIVE at offset") && !matchingHealth().contains(reason));
    }

    private LocalApi.Answer readiness(String service) throws Exception {
        return apis.get(service).call("GET", "/actuator/health/readiness", null, null);
    }

    /** What an order that nobody matches is answered. */
    private int placed() throws Exception {
        return apis.get("order-service").call("POST", "/api/v1/orders", ALICE, order("BUY", "GTC"), "Prefer", "respond-async").status();
    }

    private String matchingHealth() throws Exception {
        return String.valueOf(readiness("matching-service").body());
    }

    @Test
    void whoMayNotCreateTopicsWaitsForSomebodyWhoDoes() {
        CompletableFuture<Void> waits = CompletableFuture.runAsync(
                () -> TopicProvisioner.ensure(kafka.client("order-service"), List.of(LAYOUT.instruments())));
        await().during(1, TimeUnit.SECONDS).atMost(60, TimeUnit.SECONDS).until(() -> !waits.isDone());

        createTopics();

        assertThat(waits).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void aToolLogsInWithWhatAFileOfPropertiesSays() throws Exception {
        createTopics();
        Path login = Files.writeString(directory.resolve("tool.properties"), kafka.client(GuardedKafka.OPERATOR).entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue() + "\n").collect(Collectors.joining()));

        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int status = OutcryVerify.run(
                List.of("--bootstrap-servers=" + kafka.bootstrapServers(), "--command-config=" + login,
                        "--redis=redis://127.0.0.1:" + redis.port(),
                        "--order-partitions=" + LAYOUT.orderPartitions(), "--price-partitions=" + LAYOUT.pricePartitions()),
                new PrintStream(said, true, StandardCharsets.UTF_8));

        assertThat(said.toString(StandardCharsets.UTF_8)).contains("keys from 0 records");
        assertThat(status).isZero();
    }

    private void createTopics() {
        List<NewTopic> topics = Stream.concat(
                Stream.of(LAYOUT.orderCommands(), LAYOUT.orderOutcomes(), LAYOUT.bookSnapshots(), LAYOUT.instruments(),
                        LAYOUT.priceCommands(), LAYOUT.priceUpdates()),
                Stream.of(Topics.ORDER_OUTCOMES, Topics.PRICE_UPDATES)
                        .map(topic -> new NewTopic(topic + ".dlt", 2, (short) 1).configs(Map.of())))
                .toList();
        TopicProvisioner.ensure(kafka.client(GuardedKafka.OPERATOR), topics);
    }

    /** Orders, a trade, an order whose time is over, snapshots, prices, and records that nobody can read. */
    private void useEverything() throws Exception {
        LocalApi orders = apis.get("order-service");
        LocalApi reads = apis.get("query-service");
        Map<String, Object> rules = Map.of(
                "baseAsset", "BTC", "quoteAsset", "USD", "priceScale", 2, "quantityScale", 2, "tickSize", "0.01", "lotSize", "0.01",
                "minQuantity", "0.01", "maxQuantity", "10000.00", "tier", "HOT");
        orders.call("PUT", "/api/v1/admin/instruments/" + SYMBOL, ADMIN, rules).ok();
        for (int i = 0; i < 4; i++) {
            long before = snapshots();
            until(() -> {
                orders.call("POST", "/api/v1/orders", ALICE, order("SELL", "GTC")).ok();
                orders.call("POST", "/api/v1/orders", BOB, order("BUY", "GTC")).ok();
                return snapshots() > before;
            });
        }
        // Again where the machine was so slow that its time was over before it came to the engine.
        until(() -> {
            Map<String, Object> brief = order("BUY", "GTD");
            brief.put("expireTime", Instant.now().plusSeconds(3).toEpochMilli());
            return orders.call("POST", "/api/v1/orders", ALICE, brief).status() == 201;
        });
        until(() -> orders.call("POST", "/api/v1/prices/" + SYMBOL + "/refresh", null, null).status() == 202);

        until(() -> reads.call("GET", "/api/v1/trades/" + SYMBOL + "?limit=1", null, null).status() == 200);
        until(() -> reads.call("GET", "/api/v1/prices/" + SYMBOL, null, null).status() == 200);
        until(() -> reads.call("GET", "/api/v1/prices/" + SYMBOL + "?maxAgeMs=1", null, null).status() == 200);
        until(() -> reads.call("GET", "/api/v1/books/" + SYMBOL, null, null).status() == 200);
        // It reads what it has published, and its newest snapshot, when it starts.
        running.get("matching-service").close();
        open("matching-service");
        until(() -> apis.get("matching-service").call("GET", "/actuator/health/readiness", null, null).status() == 200);
        try (var stranger = new KafkaProducer<>(
                kafka.client(GuardedKafka.OPERATOR), new ByteArraySerializer(), new ByteArraySerializer())) {
            stranger.send(new ProducerRecord<>(Topics.PRICE_UPDATES, 0, new byte[]{1}, new byte[]{-1, -1})).get(20, TimeUnit.SECONDS);
            stranger.send(new ProducerRecord<>(Topics.ORDER_OUTCOMES, 0, new byte[]{1}, new byte[]{-1, -1})).get(20, TimeUnit.SECONDS);
        }
    }

    private static Map<String, Object> order(String side, String timeInForce) {
        return new LinkedHashMap<>(Map.of(
                "symbol", SYMBOL, "side", side, "type", "LIMIT", "quantity", "1.00", "price", "100.00", "timeInForce", timeInForce));
    }

    private void open(String service) {
        int port = FreePort.pick();
        apis.put(service, new LocalApi(() -> "http://127.0.0.1:" + port));
        List<String> arguments = new ArrayList<>(List.of(
                "--server.address=127.0.0.1", "--server.port=" + port, "--server.shutdown=immediate",
                "--outcry.topics.order-partitions=" + LAYOUT.orderPartitions(),
                "--outcry.topics.price-partitions=" + LAYOUT.pricePartitions(),
                "--outcry.access.keys[2].key=" + BOB, "--outcry.access.keys[2].account=bob", "--outcry.access.keys[2].scopes=TRADE",
                "--outcry.access.keys[0].key=" + ALICE, "--outcry.access.keys[0].account=alice", "--outcry.access.keys[0].scopes=TRADE",
                "--outcry.access.keys[1].key=" + ADMIN, "--outcry.access.keys[1].account=admin", "--outcry.access.keys[1].scopes=ADMIN",
                "--outcry.order.outcome-deadline=8s",
                "--outcry.matching.snapshots.commands=1", "--outcry.matching.snapshots.apart=100ms", "--outcry.matching.snapshots.keep=2",
                "--outcry.query.redis-uri=redis://127.0.0.1:" + redis.port()));
        kafka.client(service).forEach((setting, value) -> arguments.add(setting.equals("bootstrap.servers")
                ? "--spring.kafka.bootstrap-servers=" + value
                : "--spring.kafka.properties." + setting + "=" + value));
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            String prefix = "--outcry.price.venues." + venue.key();
            arguments.add(prefix + ".base-url=" + venues.baseUrl(venue));
            arguments.add(prefix + ".socket-url=" + venues.socketUrl(venue));
        }
        running.put(service, new SpringApplicationBuilder(SERVICES.get(service)).properties("spring.config.name=" + service)
                .run(arguments.toArray(String[]::new)));
    }

    private long snapshots() {
        return running.get("matching-service").getBean(MeterRegistry.class).get("outcry.matching.snapshots.pause").timers().stream()
                .mapToLong(Timer::count).sum();
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(60, TimeUnit.SECONDS).ignoreExceptions().until(condition);
    }
}
