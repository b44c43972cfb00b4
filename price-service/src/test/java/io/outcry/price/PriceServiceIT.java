// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.setting.UnknownSettings;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.PriceStatus;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.contracts.v1.PublishCause;
import io.outcry.contracts.v1.RefreshPrice;
import io.outcry.contracts.v1.RefreshReason;
import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.VenueInputStatus;
import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import io.outcry.price.PriceUpdates.Received;
import io.outcry.venues.simulated.FaultSetting;
import io.outcry.venues.simulated.InjectedFault;
import io.outcry.venues.simulated.SimulatedListing;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import io.outcry.venues.simulated.VenueFaults;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole service against a real broker and the simulated venues. */
@ExtendWith(OutputCaptureExtension.class)
class PriceServiceIT {

    private static final int PARTITIONS = 4;

    /** The time in which what was asked for is there; a cold symbol's interval is sixty times as long. */
    private static final long SOON_MICROS = 5_000_000;

    @TempDir
    static Path directory;

    private static Broker kafka;
    private static SimulatedVenues venues;
    private static ConfigurableApplicationContext service;
    private static KafkaProducer<String, byte[]> producer;
    private static PriceUpdates updates;

    @BeforeAll
    static void start(CapturedOutput output) {
        kafka = EngineSource.found().kafka(directory.resolve("kafka"), 0);
        venues = SimulatedVenues.start(SimulatedVenuesOptions.onFreePorts(1, List.of(
                SimulatedListing.everywhere("BTC-USD", "60000.00"),
                SimulatedListing.everywhere("ETH-USD", "3000.00"),
                SimulatedListing.everywhere("SOL-USD", "150.00"),
                new SimulatedListing("RARE-USD", new BigDecimal("12.500"), Set.of(SimulatedVenue.KRAKEN)))));
        service = startService(WebApplicationType.REACTIVE);
        awaitReady();
        assertThat(output).doesNotContain(UnknownSettings.TOLD);
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()), new StringSerializer(), new ByteArraySerializer());
        updates = PriceUpdates.from(kafka.bootstrapServers(), PARTITIONS);
        define("BTC-USD", 2, Tier.TIER_HOT);
        define("ETH-USD", 2, Tier.TIER_COLD);
        define("RARE-USD", 3, Tier.TIER_COLD);
        define("NOPE-USD", 2, Tier.TIER_HOT);
    }

    private static ConfigurableApplicationContext startService(WebApplicationType web) {
        return new SpringApplicationBuilder(PriceServiceApplication.class)
                .web(web)
                .properties("spring.config.name=price-service", "spring.main.banner-mode=off")
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                        "--outcry.topics.price-partitions=" + PARTITIONS,
                        "--outcry.price.venues.binance.base-url=" + venues.baseUrl(SimulatedVenue.BINANCE),
                        "--outcry.price.venues.coinbase.base-url=" + venues.baseUrl(SimulatedVenue.COINBASE),
                        "--outcry.price.venues.kraken.base-url=" + venues.baseUrl(SimulatedVenue.KRAKEN),
                        "--outcry.price.intervals.hot=1s",
                        "--outcry.price.limits.breaker-open=2s");
    }

    @AfterAll
    static void stop() {
        List<Meter.Id> unexplained = service.getBean(MeterRegistry.class).getMeters().stream().map(Meter::getId)
                .filter(id -> id.getName().startsWith("outcry.") && id.getDescription() == null).toList();
        service.close();
        updates.close();
        producer.close();
        venues.close();
        kafka.close();
        assertThat(unexplained).as("meters that do not say what they count").isEmpty();
    }

    @BeforeEach
    void allVenuesAnswer() {
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            venues.start(venue);
        }
        updates.awaitNext("BTC-USD", update -> update.getSources() == 3, "with all venues back");
    }

    @Test
    void everyDefinedSymbolIsPricedWithinSecondsAndHotOnesAgainAndAgain() {
        PriceUpdate btc = updates.awaitNext("BTC-USD", update -> update.getSources() == 3, "of a hot symbol").update();
        PriceUpdate eth = updates.awaitAny("ETH-USD", update -> update.getSources() == 3).update();
        // A venue that answers too late at first is not yet known not to list it.
        PriceUpdate rare = updates.awaitAny("RARE-USD", update -> update.getInputs(0).getReason().equals("not listed")).update();

        assertThat(btc.getScale()).isEqualTo(4);
        assertThat(btc.getPrice()).isBetween(590_000_000L, 610_000_000L).isBetween(btc.getBid(), btc.getAsk());
        assertThat(btc.getConfidence()).isPositive();
        assertThat(btc.getStatus()).isEqualTo(PriceStatus.PRICE_STATUS_FRESH);
        assertThat(btc.getTier()).isEqualTo(Tier.TIER_HOT);
        assertThat(btc.getInputsList()).extracting("venue").containsExactly("binance", "coinbase", "kraken", "outcry");
        assertThat(btc.getInputsList().subList(0, 3)).allMatch(input -> input.getStatus() == VenueInputStatus.VENUE_INPUT_STATUS_USED);
        assertThat(btc.getInputs(0).getConvertedFrom()).as("dollars at Binance are USDT").isEqualTo("USDT");
        assertThat(btc.getInputs(3).getReason()).as("our own book has no orders")
                .startsWith("our own book is no venue while it does not trade");
        assertThat(btc.getAsked()).isEqualTo(3);
        assertThat(eth.getStatus()).isEqualTo(PriceStatus.PRICE_STATUS_FRESH);
        assertThat(rare.getStatus()).isEqualTo(PriceStatus.PRICE_STATUS_SINGLE_SOURCE);
        assertThat(updates.has("NOPE-USD")).as("a price for a symbol no venue lists").isFalse();
        assertThat(updates.misplaced()).as("updates outside of their symbol's partition").isZero();
    }

    @Test
    void aRefreshThatIsAskedForComesSoonThoughTheTierIsCold() throws Exception {
        updates.awaitAny("ETH-USD", update -> true);
        long before = updates.count("ETH-USD");
        long asked = nowMicros();
        requestPrice("ETH-USD", asked, 50);

        Received update = updates.awaitAny("ETH-USD", any -> any.getCause() == PublishCause.PUBLISH_CAUSE_REQUEST);

        assertThat(updates.count("ETH-USD") - before).as("updates for fifty requests made at once").isLessThan(10);
        long quickest = update.arrivedMicros() - asked;
        // A venue that takes its time is heard later, and until then its last word stands. Asked again and again, each is in time once,
        // and an update comes soon once on a machine that stands still now and then.
        Set<String> inTime = new TreeSet<>();
        for (int i = 0; i < 30 && (inTime.size() < SimulatedVenue.values().length || quickest >= SOON_MICROS); i++) {
            long again = nowMicros();
            requestPrice("ETH-USD", again, 1);
            Received next = updates.awaitAny("ETH-USD", any -> any.getPublishedUs() >= again);
            if (next.update().getCause() == PublishCause.PUBLISH_CAUSE_REQUEST) {
                quickest = Math.min(quickest, next.arrivedMicros() - again);
            }
            next.update().getInputsList().stream()
                    .filter(input -> input.getStatus() == VenueInputStatus.VENUE_INPUT_STATUS_USED
                            && input.getAsOfUs() >= again - 1_000_000)
                    .forEach(input -> inTime.add(input.getVenue()));
        }
        assertThat(quickest).as("microseconds from request to update").isLessThan(SOON_MICROS);
        assertThat(inTime).as("venues whose new quote was in an update that was asked for")
                .containsExactly("binance", "coinbase", "kraken");
    }

    /** Asks so many times at once. */
    private static void requestPrice(String symbol, long askedMicros, int times) {
        byte[] request = RefreshPrice.newBuilder()
                .setSymbol(symbol)
                .setTimeUs(askedMicros)
                .setReason(RefreshReason.REFRESH_REASON_REQUEST)
                .build()
                .toByteArray();
        int partition = Partitioning.ofSymbol(symbol, PARTITIONS);
        for (int i = 0; i < times; i++) {
            producer.send(new ProducerRecord<>(Topics.PRICE_COMMANDS, partition, symbol, request));
        }
        producer.flush();
    }

    @Test
    void garbageAmongTheCommandsIsSkipped() throws Exception {
        double before = malformed();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            send(Topics.PRICE_COMMANDS, partition, "BTC-USD", new byte[]{(byte) 0xff, 0, 1, 2});
        }

        Await.until("all of it is counted", () -> malformed() - before >= PARTITIONS);
        long counted = nowMicros();
        updates.awaitNext("BTC-USD", update -> update.getAsOfUs() > counted, "after the garbage");
        assertThat(metrics()).contains("outcry_price_commands_total{fate=\"malformed\"}");
    }

    @Test
    void withoutVenuesThereAreNoPricesTheBreakersOpenAndAllComesBack() {
        double failedBefore = failedPolls("binance");
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            venues.stop(venue);
        }
        Await.until("the breaker of binance is open", () -> get("/actuator/health").contains("\"breaker.binance\":\"OPEN\""));
        // Three open it; a look that comes late sees the next try as well.
        assertThat(failedPolls("binance") - failedBefore).as("failed polls until the breaker opened").isBetween(1.0, 4.0);
        Await.until("no breaker is closed", () -> !get("/actuator/health").contains("\":\"CLOSED\""));
        long settled = nowMicros();
        updates.drain();
        long before = updates.count("BTC-USD");
        // Three polls of a dead venue, breaker or not, and still nothing is published.
        Await.until("more polls of dead venues", () -> nowMicros() - settled > 3_000_000);
        updates.drain();
        assertThat(updates.count("BTC-USD")).as("updates while every venue is down").isEqualTo(before);
        assertThat(get("/actuator/health/readiness")).contains("\"status\":\"UP\"");

        for (SimulatedVenue venue : SimulatedVenue.values()) {
            venues.start(venue);
        }

        updates.awaitNext("BTC-USD", update -> update.getStatus() == PriceStatus.PRICE_STATUS_FRESH, "after the venues came back");
        assertThat(metrics())
                .contains("outcry_price_polls_total{result=\"breaker_open\",venue=\"binance\"}")
                .contains("resilience4j_circuitbreaker_state{name=\"venue-kraken\"")
                .contains("outcry_price_refresh_lag_seconds_count{tier=\"hot\"}")
                .contains("outcry_price_symbols_unpriced");
    }

    @Test
    void oneDeadVenueDegradesThePriceVisibly() {
        venues.stop(SimulatedVenue.COINBASE);

        // On a busy machine it may be another venue that is too late at first.
        PriceUpdate update = updates.awaitNext("BTC-USD", next -> next.getSources() == 2
                && next.getInputs(1).getStatus() == VenueInputStatus.VENUE_INPUT_STATUS_UNAVAILABLE, "with one venue down").update();

        assertThat(update.getStatus()).isEqualTo(PriceStatus.PRICE_STATUS_DEGRADED);
        assertThat(update.getInputs(1).getReason()).isNotEmpty();
    }

    @Test
    void aColdSymbolWhoseVenueFailedOnceHasAllItsVenuesLongBeforeItsIntervalEnds() {
        VenueFaults coinbase = venues.faults(SimulatedVenue.COINBASE);
        FaultSetting reset = FaultSetting.usual(InjectedFault.RESET);
        coinbase.set(InjectedFault.RESET, reset);
        try {
            define("SOL-USD", 2, Tier.TIER_COLD);
            updates.awaitAny("SOL-USD", update -> update.getSources() == 2);
            // The socket stays away, so that only another refresh can bring the venue.
            coinbase.set(InjectedFault.RESET, reset.on(InjectedFault.Scope.SOCKET));

            updates.awaitAny("SOL-USD", update -> update.getSources() == 3);
        } finally {
            coinbase.clearAll();
        }
    }

    @Test
    void twoInstancesShareTheSymbolsAndOneTakesOverFromTheOther() {
        Await.until("one instance has every symbol", () -> symbols(service) >= 5);
        double all = symbols(service);
        // Without a web server: in one JVM the end of the second would take the event loops away from the first.
        try (ConfigurableApplicationContext second = startService(WebApplicationType.NONE)) {
            AtomicLong fewest = new AtomicLong(Long.MAX_VALUE);
            Await.until("two instances have every symbol once", () -> {
                fewest.accumulateAndGet((long) symbols(service), Math::min);
                return symbols(second) > 0 && symbols(service) + symbols(second) == all;
            });
            assertThat(fewest).as("symbols that it keeps are not taken away for a moment").hasValue((long) symbols(service));
            updates.awaitNext("BTC-USD", update -> true, "with two instances");
        }

        Await.until("one instance has every symbol again", () -> symbols(service) == all);
        updates.awaitNext("BTC-USD", update -> true, "with one instance left");
    }

    @Test
    void aPageFromElsewhereIsNotServedAndWhatIsNotThereIsAProblem() throws Exception {
        assertThat(ask("/actuator/info", "localhost")).startsWith("HTTP/1.1 200");
        assertThat(ask("/actuator/info", "attacker.example")).startsWith("HTTP/1.1 421").contains("\"code\":\"MISDIRECTED_REQUEST\"");
        for (String path : List.of("/nope", "/actuator/nope", "/actuator/health/nope")) {
            assertThat(ask(path, "localhost")).as(path).startsWith("HTTP/1.1 404").contains("\"code\":\"NOT_FOUND\"")
                    .containsIgnoringCase("content-type: application/problem+json").doesNotContain("nope");
        }
    }

    /** The whole answer. */
    private static String ask(String path, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(10_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int port() {
        return service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static double symbols(ConfigurableApplicationContext instance) {
        return instance.getBean(MeterRegistry.class).get("outcry.price.symbols").gauge().value();
    }

    private static double malformed() {
        return service.getBean(MeterRegistry.class).counter("outcry.price.commands", "fate", "malformed").count();
    }

    private static double failedPolls(String venue) {
        return service.getBean(MeterRegistry.class).find("outcry.price.polls").tags("venue", venue, "result", "failed").counters().stream()
                .mapToDouble(Counter::count).sum();
    }

    private static void awaitReady() {
        Await.until("the service is ready", () -> get("/actuator/health/readiness").contains("\"state\":\"LIVE\""));
    }

    private static String metrics() {
        return get("/actuator/prometheus");
    }

    private static String get(String path) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path)).build(), BodyHandlers.ofString())
                    .body();
        } catch (Exception e) {
            throw new AssertionError("GET " + path, e);
        }
    }

    private static void define(String symbol, int priceScale, Tier tier) {
        Instrument instrument = Instrument.newBuilder()
                .setSymbol(symbol)
                .setBaseAsset(symbol.substring(0, symbol.indexOf('-')))
                .setQuoteAsset("USD")
                .setPriceScale(priceScale)
                .setTier(tier)
                .build();
        try {
            send(Topics.INSTRUMENTS, 0, symbol, RegisteredInstrument.newBuilder().setInstrument(instrument).build().toByteArray());
        } catch (Exception e) {
            throw new AssertionError("the instrument " + symbol + " was not written", e);
        }
    }

    private static void send(String topic, int partition, String key, byte[] value) throws Exception {
        producer.send(new ProducerRecord<>(topic, partition, key, value)).get(10, TimeUnit.SECONDS);
    }

    private static long nowMicros() {
        return Micros.now(InstantSource.system());
    }
}
