// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static io.outcry.order.RunningService.ADMIN;
import static io.outcry.order.RunningService.ALICE;
import static io.outcry.order.RunningService.BTC_RULES;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.order.RunningService.Reply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instruments by HTTP, and bad input of every kind: 4xx with code and field, and nothing on the log. */
class InstrumentIT {

    private static final String PATH = "/api/v1/admin/instruments/";
    private static final String ORDER = """
            {"symbol":"BTC-USD","side":"BUY","type":"LIMIT","quantity":"1","price":"100"}""";

    @TempDir
    private static Path directory;

    private static RunningService service;

    @RegisterExtension
    private final ToldLines told = ToldLines.of("io.outcry.order.api.InstrumentHandler");

    @BeforeAll
    static void start() {
        service = RunningService.trading(directory);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void anInstrumentIsCreatedThenChangedAndEchoed() {
        Reply created = service.send("PUT", PATH + "ECHO-USD", ADMIN, BTC_RULES);
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        assertThat(created.header("Outcry-Position")).isNotEmpty();
        assertThat(created.body()).isEqualTo("""
                {"symbol":"ECHO-USD","baseAsset":"BTC","quoteAsset":"USD","priceScale":2,"quantityScale":4,"tickSize":"0.05",\
                "lotSize":"0.0010","minQuantity":"0.0100","maxQuantity":"1000.0000","minNotional":"1.00","priceBandPercent":"10.00",\
                "volatilityBandPercent":"0.00","makerFeeBps":1,"takerFeeBps":2,"tier":"HOT","state":"TRADING"}""");
        assertThat(service.place(ALICE, ORDER.replace("BTC-USD", "ECHO-USD")).status()).as("tradable at once").isEqualTo(201);
        assertThat(service.written(Topics.INSTRUMENTS, 1)).isPositive();

        Reply changed = service.send("PUT", PATH + "ECHO-USD", ADMIN,
                BTC_RULES.replace("0.05", "0.50").replace("\"priceBandPercent\"",
                        "\"volatilityBandPercent\":2.5,\"maxOpenOrders\":200,\"priceBandPercent\""));
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.text("volatilityBandPercent")).isEqualTo("2.50");
        assertThat(changed.text("maxOpenOrders")).isEqualTo("200");
        assertThat(service.place(ALICE, ORDER.replace("BTC-USD", "ECHO-USD").replace("\"100\"", "\"100.05\"")).text("code"))
                .as("the new tick holds at once").isEqualTo("INVALID_TICK");
        service.send("POST", PATH + "ECHO-USD/state", ADMIN, "{\"state\":\"HALTED\"}");
        assertThat(told.list()).extracting(line -> line.getKeyValuePairs().toString())
                .filteredOn(pairs -> pairs.contains("symbol=\"ECHO-USD\"")).as("who did it is told, here and by services beside this one")
                .hasSize(3).allMatch(pairs -> pairs.contains("account=\"admin\""))
                .last().asString().contains("to=\"TRADING_STATE_HALTED\"");
    }

    @Test
    void theCommandInTheLogSaysWhoDidIt() throws Exception {
        service.send("PUT", PATH + "WHO-USD", ADMIN, BTC_RULES);
        service.send("POST", PATH + "WHO-USD/state", ADMIN, "{\"state\":\"HALTED\"}");
        int partition = Partitioning.ofSymbol("WHO-USD", RunningService.PARTITIONS);
        List<OrderCommand> commands = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : all(new TopicPartition(Topics.ORDER_COMMANDS, partition))) {
            if (Arrays.equals(record.key(), "WHO-USD".getBytes(StandardCharsets.UTF_8))) {
                commands.add(OrderCommand.parseFrom(record.value()));
            }
        }
        assertThat(commands).hasSize(2);
        assertThat(commands.getFirst().getDefineInstrument().getAccount()).isEqualTo("admin");
        assertThat(commands.getLast().getSetTradingState().getAccount()).isEqualTo("admin");
    }

    /** How long Kafka keeps a command, and when an order ends, goes by it. */
    @Test
    void everyCommandSaysWhenItWasMade() throws Exception {
        String path = "/api/v1/orders/" + service.place(ALICE, ORDER).text("orderId");
        service.place(ALICE, ORDER.replace("\"100\"", "\"100.01\""));
        service.send("PATCH", path, ALICE, "{\"price\":\"99\"}");
        service.send("DELETE", path, ALICE, null);
        service.send("DELETE", "/api/v1/orders?symbol=BTC-USD", ALICE, null);
        service.send("POST", PATH + "BTC-USD/state", ADMIN, "{\"state\":\"TRADING\"}");
        Set<OrderCommand.BodyCase> kinds = EnumSet.noneOf(OrderCommand.BodyCase.class);
        for (int partition = 0; partition < RunningService.PARTITIONS; partition++) {
            for (ConsumerRecord<byte[], byte[]> record : all(new TopicPartition(Topics.ORDER_COMMANDS, partition))) {
                OrderCommand command = OrderCommand.parseFrom(record.value());
                kinds.add(command.getBodyCase());
                assertThat(record.timestamp()).as(command.toString()).isEqualTo(command.getTimeUs() / 1_000)
                        .isGreaterThan(Instant.parse("2025-01-01T00:00:00Z").toEpochMilli());
            }
        }
        assertThat(kinds).contains(
                OrderCommand.BodyCase.PLACE, OrderCommand.BodyCase.PLACE_SCALED, OrderCommand.BodyCase.AMEND, OrderCommand.BodyCase.CANCEL,
                OrderCommand.BodyCase.MASS_CANCEL, OrderCommand.BodyCase.DEFINE_INSTRUMENT, OrderCommand.BodyCase.SET_TRADING_STATE);
    }

    /** Another instance wrote first what the engine decided last: this one's rules come behind it in the topic, and must not stay there. */
    @Test
    void ofTwoChangesAtOnceTheOneHoldsThatTheEngineDecidedLast() throws Exception {
        service.send("PUT", PATH + "TWO-USD", ADMIN, BTC_RULES.replace("0.05", "0.50"));
        RegisteredInstrument first = registered("TWO-USD");
        RegisteredInstrument last = first.toBuilder().setTimeUs(first.getTimeUs() + Duration.ofDays(1).toNanos() / 1_000).build();
        register(last);
        Reply earlier = service.send("PUT", PATH + "TWO-USD", ADMIN, BTC_RULES);
        assertThat(earlier.status()).as(earlier.body()).isEqualTo(200);
        assertThat(earlier.text("tickSize")).isEqualTo("0.05");
        assertThat(registered("TWO-USD")).isEqualTo(last);
        Reply finer = service.send("POST", "/api/v1/orders/test", ALICE,
                ORDER.replace("BTC-USD", "TWO-USD").replace("\"100\"", "\"100.05\""));
        assertThat(finer.text("code")).isEqualTo("INVALID_TICK");
    }

    /** The last record of the symbol. */
    private static RegisteredInstrument registered(String symbol) throws InvalidProtocolBufferException {
        RegisteredInstrument last = RegisteredInstrument.getDefaultInstance();
        for (ConsumerRecord<byte[], byte[]> record : all(new TopicPartition(Topics.INSTRUMENTS, 0))) {
            RegisteredInstrument read = RegisteredInstrument.parseFrom(record.value());
            last = read.getInstrument().getSymbol().equals(symbol) ? read : last;
        }
        return last;
    }

    /** What stands in a log. */
    private static List<ConsumerRecord<byte[], byte[]>> all(TopicPartition log) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(client(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(log));
            consumer.seekToBeginning(List.of(log));
            long end = consumer.endOffsets(List.of(log)).get(log);
            while (consumer.position(log) < end) {
                consumer.poll(Duration.ofMillis(50)).forEach(records::add);
            }
        }
        return records;
    }

    private static void register(RegisteredInstrument instrument) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(client(), new ByteArraySerializer(), new ByteArraySerializer())) {
            byte[] key = instrument.getInstrument().getSymbol().getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(Topics.INSTRUMENTS, 0, key, instrument.toByteArray())).get();
        }
    }

    private static Map<String, Object> client() {
        return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, service.bootstrapServers());
    }

    /** Also where the tick would not fit the new scale. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void scalesAreForEver(int scale) {
        long before = service.commandsWritten();
        Reply reply = service.send("PUT", PATH + "BTC-USD", ADMIN, BTC_RULES.replace("\"priceScale\":2", "\"priceScale\":" + scale));
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.text("code")).isEqualTo("SCALE_IMMUTABLE");
        assertThat(reply.text("field")).isEqualTo("priceScale");
        assertThat(service.commandsWritten()).isEqualTo(before);
    }

    @Test
    void statesAreSet() {
        for (String state : new String[]{"HALTED", "CANCEL_ONLY", "AUCTION", "CLOSED", "TRADING"}) {
            Reply reply = service.send("POST", PATH + "BTC-USD/state", ADMIN, "{\"state\":\"" + state + "\"}");
            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
            assertThat(reply.text("state")).isEqualTo(state);
            assertThat(reply.text("symbol")).isEqualTo("BTC-USD");
            assertThat(reply.header("Outcry-Position")).isNotEmpty();
        }
        assertThat(service.send("POST", PATH + "NO-SUCH/state", ADMIN, "{\"state\":\"HALTED\"}").status()).isEqualTo(404);
    }

    @Test
    void badInstrumentsNeverReachTheLog() {
        long before = service.commandsWritten();
        Map.of(
                BTC_RULES.replace("tickSize", "ticksize"), "UNKNOWN_FIELD ticksize",
                BTC_RULES.replace("\"0.05\"", "0.05"), "INVALID_FIELD tickSize",
                BTC_RULES.replace("\"priceScale\":2", "\"priceScale\":[2]"), "INVALID_FIELD priceScale",
                BTC_RULES.replace("\"priceScale\":2,", ""), "MISSING_FIELD priceScale",
                BTC_RULES.replace("\"priceScale\":2", "\"priceScale\":2e0"), "INVALID_FIELD priceScale",
                "{}", "MISSING_FIELD baseAsset",
                "[]", "MALFORMED_JSON ")
                .forEach((body, expected) -> {
                    Reply reply = service.send("PUT", PATH + "BAD-USD", ADMIN, body);
                    assertThat(reply.status()).as(body).isEqualTo(400);
                    assertThat(reply.text("code") + " " + reply.text("field")).isEqualTo(expected);
                });
        for (String state : new String[]{"halted", "UNSPECIFIED", ""}) {
            Reply reply = service.send("POST", PATH + "BTC-USD/state", ADMIN, "{\"state\":\"" + state + "\"}");
            assertThat(reply.status() + reply.text("code") + reply.text("field")).isEqualTo("400INVALID_FIELDstate");
        }
        assertThat(service.send("POST", PATH + "BTC-USD/state", ADMIN, "{\"state\":null}").text("code")).isEqualTo("MISSING_FIELD");
        for (String symbol : new String[]{"btc-usd", "A--B", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "%00", "A%2FB", "%22"}) {
            Reply reply = service.send("PUT", PATH + symbol, ADMIN, BTC_RULES);
            assertThat(reply.status()).as(symbol).isBetween(400, 404);
        }
        assertThat(service.commandsWritten()).isEqualTo(before);
    }

    @Test
    void badOrdersNeverReachTheLog() {
        long before = service.commandsWritten();
        String[][] table = {
            {"", "400 MALFORMED_JSON "},
            {"{", "400 MALFORMED_JSON "},
            {"null", "400 MALFORMED_JSON "},
            {ORDER + "x", "400 MALFORMED_JSON "},
            {ORDER.replace("}", ",\"price\":\"1\"}"), "400 MALFORMED_JSON price"},
            {ORDER.replace("\"1\"", "NaN"), "400 MALFORMED_JSON quantity"},
            {ORDER.replace("\"1\"", "\"NaN\""), "400 INVALID_FIELD quantity"},
            {ORDER.replace("\"1\"", "1"), "400 INVALID_FIELD quantity"},
            {ORDER.replace("\"1\"", "\"0\""), "400 INVALID_FIELD quantity"},
            {ORDER.replace("\"1\"", "\"-1\""), "400 INVALID_FIELD quantity"},
            {ORDER.replace("\"1\"", "\"1e3\""), "400 INVALID_FIELD quantity"},
            {ORDER.replace("\"1\"", "\"" + "9".repeat(40) + "\""), "400 INVALID_FIELD quantity"},
            {ORDER.replace("\"1\"", "\"" + "9".repeat(500_000) + "\""), "400 INVALID_FIELD quantity"},
            {ORDER.replace("\"1\"", "9".repeat(500_000)), "400 INVALID_FIELD quantity"},
            {ORDER.replace("\"1\"", "[".repeat(100_000)), "400 MALFORMED_JSON quantity"},
            {ORDER.replace("BTC-USD", "X".repeat(1_000)), "422 UNKNOWN_SYMBOL symbol"},
            {ORDER.replace("BTC-USD", ""), "400 INVALID_FIELD symbol"},
            {ORDER.replace("BTC-USD", "btc/usd"), "422 UNKNOWN_SYMBOL symbol"},
            {ORDER.replace("\"1\"", "\"" + "9".repeat(20) + "\""), "422 QUANTITY_OUT_OF_RANGE quantity"},
            {ORDER.replace("\"1\"", "\"0.0000000000000000001\""), "422 INVALID_LOT quantity"},
            {ORDER.replace("\"BUY\"", "\"HOLD\""), "400 INVALID_FIELD side"},
            {ORDER.replace("\"side\":\"BUY\",", ""), "400 MISSING_FIELD side"},
            {ORDER.replace("}", ",\"clientOrderId\":\"" + "x".repeat(37) + "\"}"), "400 INVALID_FIELD clientOrderId"},
            {ORDER.replace("}", ",\"clientOrderId\":\"a/b\"}"), "400 INVALID_FIELD clientOrderId"},
            {ORDER.replace("}", ",\"\\u0000\\\"<x>\":1}"), "400 UNKNOWN_FIELD \u0000\"<x>"},
            {ORDER.replace("}", ",\"stopPrice\":\"1\"}"), "400 INVALID_FIELD stopPrice"},
            {ORDER.replace("LIMIT", "STOP_LOSS"), "400 INVALID_FIELD price"},
            {ORDER.replace("LIMIT", "STOP_LOSS_LIMIT"), "400 MISSING_FIELD stopPrice"},
            {ORDER.replace("}", ",\"timeInForce\":\"GTD\",\"expireTime\":1763700000000}"), "400 INVALID_FIELD expireTime"},
            {ORDER.replace("}", ",\"timeInForce\":\"IOC\",\"postOnly\":true}"), "400 INVALID_FIELD postOnly"},
            {ORDER.replace("}", ",\"displayQuantity\":\"1.5\"}"), "400 INVALID_FIELD displayQuantity"},
            {ORDER.replace("}", ",\"quoteQuantity\":\"1\"}"), "400 INVALID_FIELD quoteQuantity"},
        };
        for (String[] row : table) {
            Reply reply = service.place(ALICE, row[0]);
            String shown = row[0].substring(0, Math.min(200, row[0].length()));
            assertThat(reply.status() + " " + reply.text("code") + " " + reply.text("field")).as(shown).isEqualTo(row[1]);
            assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        }
        assertThat(service.commandsWritten()).isEqualTo(before);
    }

    @Test
    void anOrderThatBreaksARuleIsRefusedByTheEngineAndHasAnId() {
        String[][] table = {
            {ORDER.replace("\"100\"", "\"100.01\""), "422 INVALID_TICK price"},
            {ORDER.replace("\"1\"", "\"1.0001\""), "422 INVALID_LOT quantity"},
            {ORDER.replace("\"1\"", "\"1001\""), "422 QUANTITY_OUT_OF_RANGE quantity"},
            {ORDER.replace("\"1\"", "\"0.01\"").replace("\"100\"", "\"99.95\""), "422 MIN_NOTIONAL quantity"},
            {ORDER.replace("BTC-USD", "NONE-USD"), "422 UNKNOWN_SYMBOL symbol"},
            {ORDER.replace("}", ",\"displayQuantity\":\"0.0001\"}"), "422 INVALID_LOT displayQuantity"},
            {"{\"symbol\":\"BTC-USD\",\"side\":\"BUY\",\"type\":\"MARKET\",\"quoteQuantity\":\"100.000000000001\"}",
                "422 INVALID_LOT quoteQuantity"},
        };
        for (String[] row : table) {
            long before = service.commandsWritten();
            Reply reply = service.place(ALICE, row[0]);
            assertThat(reply.status() + " " + reply.text("code") + " " + reply.text("field")).as(row[0]).isEqualTo(row[1]);
            assertThat(reply.text("detail")).as("says which limit").doesNotContain("outcome");
            assertThat(reply.text("orderId")).isEqualTo(reply.header("Outcry-Position"));
            assertThat(service.commandsWritten()).isEqualTo(before + 1);
            assertThat(service.send("POST", "/api/v1/orders/test", ALICE, row[0]).text("field")).isEqualTo(reply.text("field"));
            assertThat(service.commandsWritten()).isEqualTo(before + 1);
        }
    }

    @Test
    void whatIsNotWaitedForIsToldAsItCame() {
        Reply reply = service.place(ALICE, ORDER.replace("\"100\"", "\"100.0125\""), "Prefer", "respond-async");
        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.text("price")).isEqualTo("100.0125");
        assertThat(reply.text("quantity")).isEqualTo("1");
        assertThat(reply.text("status")).isEqualTo("PENDING_NEW");
    }

    @Test
    void aBodyOfTwoMegabytesOrAnotherTypeIsRefused() {
        long before = service.commandsWritten();
        String huge = "{\"symbol\":\"" + "x".repeat(2 << 20) + "\"}";
        for (String path : new String[]{"/api/v1/orders", "/api/v1/orders/batch", "/api/v1/orders/test"}) {
            assertThat(service.send("POST", path, ALICE, huge).text("code")).as(path).isEqualTo("PAYLOAD_TOO_LARGE");
            assertThat(service.sendChunked(path, ALICE, huge)).as(path).isEqualTo(413);
            assertThat(service.send("POST", path, ALICE, ORDER, "Content-Type", "text/plain").status()).isEqualTo(415);
            assertThat(service.send("POST", path, ALICE, ORDER, "Content-Type", "nonsense").status()).isEqualTo(415);
            assertThat(service.send("POST", path, ALICE, ORDER, "Content-Type", "application/*").status()).isEqualTo(415);
            assertThat(service.send("POST", path, ALICE, ORDER, "Content-Encoding", "gzip").status()).isEqualTo(415);
        }
        assertThat(service.send("PUT", PATH + "BIG", ADMIN, huge).status()).isEqualTo(413);
        assertThat(service.place(ALICE, ORDER, "Content-Type", "application/json;charset=UTF-8").status()).isEqualTo(201);
        assertThat(service.commandsWritten()).isEqualTo(before + 1);
    }
}
