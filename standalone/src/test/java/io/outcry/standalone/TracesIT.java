// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static io.outcry.standalone.Market.ALICE;
import static io.outcry.standalone.Traces.millis;
import static io.outcry.standalone.Traces.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.outcry.contracts.topic.Topics;
import io.outcry.standalone.client.LocalApi;
import io.outcry.venues.simulated.FaultSetting;
import io.outcry.venues.simulated.InjectedFault;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** What a request sets off is one trace, from HTTP over the log to the view; what is slow is seen as slow; nobody else is traced. */
@Isolated("its limits are of time")
@Timeout(120)
class TracesIT {

    /** The reader's deadline, and what a response may take. */
    private static final long LIMIT_MILLIS = 500 + 50;

    /** On a machine that has no core for us a request takes longer than its deadline: the first that is in time is judged. */
    private static final long TRIED_FOR_NANOS = TimeUnit.SECONDS.toNanos(40);

    private static final String PRICE = "GET /api/v1/prices/{symbol}";
    private static final String[] SLOW_PRICE =
            {PRICE, "await newer price", "send " + Topics.PRICE_COMMANDS, "refresh prices", "ask binance",
                "ask coinbase", "ask kraken"};

    /** A venue takes up to 1.5 s. */
    private static final Duration REFRESHED_WITHIN = Duration.ofSeconds(5);
    private static final String TRADES = "GET /api/v1/trades/{symbol}";
    private static final String ORDER = "POST /api/v1/orders";
    private static final String SEND = "send " + Topics.ORDER_COMMANDS;
    private static final String SEND_OUTCOME = "send " + Topics.ORDER_OUTCOMES;
    private static final AttributeKey<Long> OFFSET = AttributeKey.longKey("messaging.kafka.offset");

    @TempDir
    static Path directory;

    private static final Traces TRACES = new Traces();
    private static Market market;

    @BeforeAll
    static void open() throws Exception {
        market = Market.open(TRACES::into, directory, "--outcry.tracing.probability=0");
    }

    @AfterAll
    static void close() {
        market.close();
    }

    @Test
    void anOrderIsOneTraceFromItsRequestToTheView() throws Exception {
        Traces.Client client = TRACES.client();

        assertThat(place(client.sampled()).status()).isEqualTo(201);

        List<SpanData> spans = TRACES.await(client, ORDER, SEND, "match", "apply", SEND_OUTCOME, "reply", "project");
        assertThat(spans).as("%s", spans).hasSize(7);
        SpanData request = named(spans, ORDER);
        SpanData send = named(spans, SEND);
        SpanData match = named(spans, "match");
        assertThat(request.getParentSpanId()).isEqualTo(client.span());
        assertThat(send.getParentSpanId()).isEqualTo(request.getSpanId());
        for (String caused : new String[]{"match", "reply", "project"}) {
            assertThat(named(spans, caused).getParentSpanId()).as(caused).isEqualTo(send.getSpanId());
        }
        for (String part : new String[]{"apply", SEND_OUTCOME}) {
            assertThat(named(spans, part).getParentSpanId()).as(part).isEqualTo(match.getSpanId());
        }
        assertThat(request.getAttributes().get(AttributeKey.longKey("http.response.status_code"))).isEqualTo(201);
        assertThat(match.getAttributes().get(OFFSET)).isEqualTo(send.getAttributes().get(OFFSET));
        assertThat(named(spans, "project").getAttributes().get(OFFSET))
                .isEqualTo(named(spans, "reply").getAttributes().get(OFFSET))
                .isEqualTo(named(spans, SEND_OUTCOME).getAttributes().get(OFFSET));
        assertThat(named(spans, "apply").getEndEpochNanos()).as("in the order in which it happens")
                .isBetween(match.getStartEpochNanos(), named(spans, SEND_OUTCOME).getEndEpochNanos());
    }

    @Test
    void aRequestThatIsNotSampledLeavesNeitherAStepNorAHeader() throws Exception {
        Traces.Client silent = TRACES.client();
        Traces.Client loud = TRACES.client();

        String unsampled = Market.text(place(silent.unsampled()).ok(), "orderId");
        String without = Market.text(place(null).ok(), "orderId");
        String sampled = Market.text(place(loud.sampled()).ok(), "orderId");

        TRACES.await(loud, "project");
        assertThat(TRACES.of(silent)).isEmpty();
        assertThat(TRACES.all()).as("only what clients asked for").extracting(SpanData::getTraceId).allMatch(Traces::isOfClient);
        for (String topic : List.of(Topics.ORDER_COMMANDS, Topics.ORDER_OUTCOMES)) {
            List<ConsumerRecord<byte[], byte[]>> log = read(topic);
            assertThat(log).as("on %s of %s, %s, %s", topic, unsampled, without, sampled)
                    .filteredOn(record -> trace(record) != null && trace(record).contains(silent.trace())).isEmpty();
            assertThat(log).filteredOn(record -> trace(record) != null && trace(record).contains(loud.trace())).hasSize(1);
            assertThat(log).filteredOn(record -> trace(record) == null).hasSizeGreaterThanOrEqualTo(2);
        }
        assertThat(traces(Topics.ORDER_OUTCOMES)).as("outcomes carry what their commands carry").isEqualTo(traces(Topics.ORDER_COMMANDS));
    }

    @Test
    void aSlowVenueIsALongStepOfAShortRequest() throws Exception {
        Market.await("a price", () -> market.get("/api/v1/prices/BTC-USD"), answer -> answer.status() == 200);
        SimulatedVenues venues = market.bean(SimulatedVenues.class);
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            venues.faults(venue).set(InjectedFault.FREEZE);
        }
        venues.faults(SimulatedVenue.BINANCE).set(
                InjectedFault.LATENCY, FaultSetting.usual(InjectedFault.LATENCY).withAmount(1_200).on(InjectedFault.Scope.REST));
        try {
            // What a venue pushed a moment ago is new enough: until it is not, the venue is not asked.
            Market.await("a price that is a second old", () -> market.get("/api/v1/prices/BTC-USD"),
                    answer -> answer.status() == 200 && answer.ok().path("ageMs").asLong() > 1_100);
            List<SpanData> spans = List.of();
            long last = System.nanoTime() + TRIED_FOR_NANOS;
            while (!isSlowVenueOfShortRequest(spans) && System.nanoTime() < last) {
                Traces.Client client = TRACES.client();

                assertThat(market.get("/api/v1/prices/BTC-USD?maxAgeMs=0", Traces.HEADER, client.sampled()).status()).isEqualTo(200);

                spans = TRACES.await(client, REFRESHED_WITHIN, SLOW_PRICE);
            }
            assertThat(spans).extracting(SpanData::getName).contains(SLOW_PRICE);
            SpanData round = named(spans, "refresh prices");
            assertThat(round.getParentSpanId()).isEqualTo(named(spans, "send " + Topics.PRICE_COMMANDS).getSpanId());
            assertThat(named(spans, "ask binance").getParentSpanId()).isEqualTo(round.getSpanId());
            assertThat(millis(named(spans, "ask binance"))).isGreaterThanOrEqualTo(1_100);
            assertThat(millis(named(spans, "ask kraken"))).isLessThan(1_100);
            assertThat(millis(named(spans, PRICE))).isLessThanOrEqualTo(LIMIT_MILLIS);
        } finally {
            for (SimulatedVenue venue : SimulatedVenue.values()) {
                venues.faults(venue).clearAll();
            }
        }
    }

    @Test
    void aSlowRedisIsALongStepOfAShortRequest() throws Exception {
        List<SpanData> spans = List.of();
        long last = System.nanoTime() + TRIED_FOR_NANOS;
        while (!isSlowRedisOfShortRequest(spans) && System.nanoTime() < last) {
            Market.await("Redis answers", () -> market.get("/api/v1/trades/BTC-USD"), answer -> answer.status() == 200);
            Traces.Client client = TRACES.client();
            pauseRedis();

            // On a machine that stood still meanwhile the pause is over before the request comes.
            if (market.get("/api/v1/trades/BTC-USD", Traces.HEADER, client.sampled()).status() == 503) {
                spans = TRACES.await(client, TRADES, "read redis");
            }
        }
        SpanData request = named(spans, TRADES);
        SpanData read = named(spans, "read redis");
        assertThat(read.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(read.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(millis(read)).isGreaterThanOrEqualTo(200);
        assertThat(millis(request)).isLessThanOrEqualTo(LIMIT_MILLIS);
    }

    /** Not so if a refresh that somebody else asked for was under way, which then is no part of this trace. */
    private static boolean isSlowVenueOfShortRequest(List<SpanData> spans) {
        return Traces.names(spans).containsAll(List.of(SLOW_PRICE))
                && millis(named(spans, "ask binance")) >= 1_100
                && millis(named(spans, "ask kraken")) < 1_100
                && millis(named(spans, PRICE)) <= LIMIT_MILLIS;
    }

    /** Not so if a standstill took the time of the request or of the read. */
    private static boolean isSlowRedisOfShortRequest(List<SpanData> spans) {
        return !spans.isEmpty()
                && millis(named(spans, "read redis")) >= 200
                && millis(named(spans, TRADES)) <= LIMIT_MILLIS;
    }

    /** For longer than a read waits for it. */
    private static void pauseRedis() {
        try (RedisClient redis = RedisClient.create(market.bean(Engines.class).redis().uri());
                var connection = redis.connect()) {
            connection.sync().clientPause(2_000);
        }
    }

    private static LocalApi.Answer place(String header) throws Exception {
        String[] headers = header == null ? new String[]{"Prefer", "wait=10"} : new String[]{"Prefer", "wait=10", Traces.HEADER, header};
        return market.send(ALICE, "POST", "/api/v1/orders", order(), headers);
    }

    private static Map<String, String> order() {
        return Map.of("symbol", "BTC-USD", "side", "BUY", "type", "LIMIT", "timeInForce", "GTC", "quantity", "0.10", "price", "50000.00");
    }

    private static List<String> traces(String topic) {
        return read(topic).stream().map(TracesIT::trace).filter(trace -> trace != null).sorted().toList();
    }

    private static String trace(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(Traces.HEADER);
        return header == null ? null : new String(header.value(), StandardCharsets.ISO_8859_1);
    }

    /** All that a topic of orders holds now. */
    private static List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        try (var consumer = new KafkaConsumer<>(
                market.bean(KafkaProperties.class).buildConsumerProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions =
                    IntStream.range(0, consumer.partitionsFor(topic).size()).mapToObj(number -> new TopicPartition(topic, number)).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
            return records;
        }
    }
}
