// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import io.outcry.contracts.topic.Partitioning;
import io.outcry.embedded.FreePort;
import io.outcry.embedded.KafkaNode;
import io.outcry.matching.MatchingServiceApplication;
import io.outcry.order.OrderServiceApplication;
import io.outcry.price.PriceServiceApplication;
import io.outcry.query.QueryServiceApplication;
import io.outcry.standalone.client.LocalApi;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/** Everything that a trial runs on, each part a process of its own on loopback. */
final class Installation implements AutoCloseable {

    static final int PARTITIONS = 4;

    /** One symbol on each partition. */
    static final List<String> SYMBOLS =
            IntStream.range(0, PARTITIONS).mapToObj(Installation::symbolOf).toList();

    private static final String ADMIN = "chaos-admin-key";
    private static final Duration START_LIMIT = Duration.ofSeconds(180);
    private static final int PAUSE_MILLIS = 50;
    private static final int CONNECT_MILLIS = 500;

    private final Path directory;
    private final List<KafkaNode> nodes;
    private final List<Part> brokers;
    private final List<Part> services = new ArrayList<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final List<String> keys;
    private final SimulatedVenues venues;
    private final RedisPart redis;
    private final LocalApi orders;
    private final LocalApi reads;

    /**
     * Nothing runs yet.
     *
     * @param accounts names of the traders; the key of each is {@link #key}
     * @param reading with query-service, price-service and Redis
     */
    Installation(Path directory, int brokers, List<String> accounts, boolean reading) {
        this(directory, brokers, accounts, reading, List.of());
    }

    /**
     * As the other one.
     *
     * @param querySettings more arguments of query-service
     */
    Installation(Path directory, int brokers, List<String> accounts, boolean reading, List<String> querySettings) {
        this.directory = directory;
        nodes = IntStream.rangeClosed(1, brokers).mapToObj(id -> new KafkaNode(id, FreePort.pick(), FreePort.pick())).toList();
        String clusterId = Uuid.randomUuid().toString();
        this.brokers = nodes.stream().map(node -> broker(node, clusterId)).toList();
        keys = keys(accounts);
        venues = SimulatedVenues.start(SimulatedVenuesOptions.onFreePorts(
                1, SYMBOLS.stream().map(symbol -> SimulatedListing.everywhere(symbol, "100.00")).toList()));
        redis = new RedisPart(directory);
        int orderPort = FreePort.pick();
        int readPort = FreePort.pick();
        orders = new LocalApi(() -> "http://127.0.0.1:" + orderPort);
        reads = new LocalApi(() -> "http://127.0.0.1:" + readPort);
        services.add(service("order", OrderServiceApplication.class, "-Xmx384m", orderPort, keys));
        services.add(service("matching-1", MatchingServiceApplication.class, "-Xmx384m", FreePort.pick(),
                List.of("--outcry.matching.instance-id=matching-1")));
        if (reading) {
            services.add(service("matching-2", MatchingServiceApplication.class, "-Xmx384m", FreePort.pick(),
                    List.of("--outcry.matching.instance-id=matching-2")));
            services.add(service("price", PriceServiceApplication.class, "-Xmx256m", FreePort.pick(), Stream.of(SimulatedVenue.values())
                    .flatMap(this::addresses).toList()));
            services.add(service("query", QueryServiceApplication.class, "-Xmx384m", readPort,
                    Stream.of(keys, List.of("--outcry.query.redis-uri=" + redis.uri()), querySettings).flatMap(List::stream).toList()));
        }
    }

    /** Starts all of it, and lists the symbols. What was started is stopped again if something does not start. */
    Installation open() throws Exception {
        try {
            startAll();
            return this;
        } catch (Exception | AssertionError e) {
            close();
            throw e;
        }
    }

    private void startAll() throws Exception {
        for (Part broker : brokers) {
            broker.start();
        }
        for (Part broker : brokers) {
            awaitReady(broker, START_LIMIT);
        }
        if (services.size() > 2) {
            redis.start();
        }
        for (Part service : services) {
            service.start();
        }
        for (Part service : services) {
            awaitReady(service, START_LIMIT);
        }
        for (String symbol : SYMBOLS) {
            orders.call("PUT", "/api/v1/admin/instruments/" + symbol, ADMIN, rules(symbol)).ok();
        }
    }

    static String key(String account) {
        return account + "-chaos-key";
    }

    String bootstrapServers() {
        return nodes.stream().map(KafkaNode::address).collect(Collectors.joining(","));
    }

    List<Part> brokers() {
        return brokers;
    }

    RedisPart redis() {
        return redis;
    }

    /** A service by its name. */
    Part service(String name) {
        return services.stream().filter(part -> part.name().equals(name)).findFirst().orElseThrow();
    }

    /** The HTTP port of each service by its name. */
    Map<String, Integer> ports() {
        return ports;
    }

    SimulatedVenues venues() {
        return venues;
    }

    /** The REST interface of order-service. */
    LocalApi orders() {
        return orders;
    }

    /** The REST interface of query-service. */
    LocalApi reads() {
        return reads;
    }

    /** Waits until a part does its work; fails with the name of its log. */
    static void awaitReady(Part part, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!part.isReady()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(part.name() + " is not ready within " + limit + ", see " + part.log());
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    @Override
    public void close() {
        try {
            for (Part part : Stream.concat(services.stream(), brokers.stream()).toList()) {
                part.kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        redis.kill();
        venues.close();
    }

    private Stream<String> addresses(SimulatedVenue venue) {
        String prefix = "--outcry.price.venues." + venue.key();
        return Stream.of(prefix + ".base-url=" + venues.baseUrl(venue), prefix + ".socket-url=" + venues.socketUrl(venue));
    }

    private Part broker(KafkaNode node, String clusterId) {
        Path data = directory.resolve("broker-" + node.id());
        return new JvmPart("broker-" + node.id(), directory, "-Xmx320m", BrokerMain.class.getName(),
                BrokerMain.arguments(data, clusterId, node.id(), nodes), () -> listens(node.port()));
    }

    private Part service(String name, Class<?> main, String heap, int port, List<String> more) {
        ports.put(name, port);
        LocalApi api = new LocalApi(() -> "http://127.0.0.1:" + port);
        Callable<Boolean> ready = () -> api.call("GET", "/actuator/health/readiness", null, null).status() == 200;
        List<String> arguments = new ArrayList<>(List.of(
                "--server.address=127.0.0.1",
                "--server.port=" + port,
                "--spring.kafka.bootstrap-servers=" + bootstrapServers(),
                "--outcry.topics.order-partitions=" + PARTITIONS,
                "--outcry.topics.replicas=" + nodes.size()));
        arguments.addAll(more);
        return new JvmPart(name, directory, heap, main.getName(), arguments, ready);
    }

    private static boolean listens(int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), CONNECT_MILLIS);
            return true;
        }
    }

    private static List<String> keys(List<String> accounts) {
        List<String> arguments = new ArrayList<>();
        for (String account : accounts) {
            String prefix = "--outcry.access.keys[" + arguments.size() / 3 + "].";
            arguments.addAll(List.of(prefix + "key=" + key(account), prefix + "account=" + account, prefix + "scopes=TRADE"));
        }
        String prefix = "--outcry.access.keys[" + accounts.size() + "].";
        arguments.addAll(List.of(prefix + "key=" + ADMIN, prefix + "account=admin", prefix + "scopes=ADMIN"));
        return arguments;
    }

    private static String symbolOf(int partition) {
        return IntStream.range(0, 1_000)
                .mapToObj(number -> "C" + number + "-USD")
                .filter(symbol -> Partitioning.ofSymbol(symbol, PARTITIONS) == partition)
                .findFirst().orElseThrow();
    }

    private static Map<String, Object> rules(String symbol) {
        Map<String, Object> rules = new LinkedHashMap<>();
        rules.put("baseAsset", symbol.substring(0, symbol.indexOf('-')));
        rules.put("quoteAsset", "USD");
        rules.put("priceScale", 2);
        rules.put("quantityScale", 2);
        rules.put("tickSize", "0.01");
        rules.put("lotSize", "0.01");
        rules.put("minQuantity", "0.01");
        rules.put("maxQuantity", "10000.00");
        rules.put("tier", "HOT");
        return rules;
    }
}
