// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static io.outcry.order.RunningService.ADMIN;
import static io.outcry.order.RunningService.ALICE;
import static io.outcry.order.RunningService.BOB;
import static io.outcry.order.RunningService.BTC_RULES;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.setting.UnknownSettings;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Tick;
import io.outcry.order.RunningService.Reply;
import io.outcry.order.log.LogLane;
import io.outcry.order.log.LogRecord;
import io.outcry.order.log.LogWriter;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.log.WriteListener;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The public contract over HTTP with a real broker behind it. */
@ExtendWith(OutputCaptureExtension.class)
class OrderServiceIT {

    private static final String LIMIT = """
            {"symbol":"BTC-USD","side":"SELL","type":"LIMIT","quantity":"0.50","price":"60000.00"%s}""";

    @TempDir
    private static Path directory;

    private static RunningService service;

    @BeforeAll
    static void start(CapturedOutput output) {
        service = RunningService.trading(directory);
        assertThat(output).doesNotContain(UnknownSettings.TOLD);
    }

    @AfterAll
    static void stop() {
        List<Meter.Id> unexplained = service.bean(MeterRegistry.class).getMeters().stream().map(Meter::getId)
                .filter(id -> id.getName().startsWith("outcry.") && id.getDescription() == null).toList();
        service.close();
        assertThat(unexplained).as("meters that do not say what they count").isEmpty();
    }

    @Test
    void aLimitOrderIsAnsweredWithItsReport() {
        Reply reply = service.place(ALICE, limit(",\"clientOrderId\":\"first\",\"timeInForce\":\"GTC\""));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        assertThat(reply.text("orderId")).isEqualTo(reply.header("Outcry-Position")).matches("[0-9]+");
        assertThat(reply.text("clientOrderId")).isEqualTo("first");
        assertThat(reply.text("price")).isEqualTo("60000.00");
        assertThat(reply.text("quantity")).isEqualTo("0.5000");
        assertThat(reply.text("status")).isEqualTo("NEW");
        assertThat(reply.header("Preference-Applied")).isEmpty();
    }

    @Test
    void aMarketOrderIsAnsweredWithItsFills() {
        Reply reply = service.place(ALICE, """
                {"symbol":"BTC-USD","side":"BUY","type":"MARKET","quantity":"0.4"}""");
        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.text("status")).isEqualTo("FILLED");
        assertThat(reply.text("timeInForce")).isEqualTo("IOC");
        assertThat(reply.text("cumulativeQuote")).isEqualTo("40.00");
        assertThat(reply.json().path("fills").path(0).path("price").asString()).isEqualTo("100.00");
        assertThat(reply.json().path("fills").path(0).path("liquidity").asString()).isEqualTo("TAKER");
    }

    @Test
    void aCommandFromAClockThatIsFarAheadIsNotWritten() {
        long before = service.commandsWritten();
        assertThat(written(Duration.ofMinutes(2))).isEqualTo("LOG_UNAVAILABLE");
        assertThat(service.commandsWritten()).isEqualTo(before);
        assertThat(written(Duration.ofSeconds(30))).isEqualTo("written");
    }

    /** What becomes of a command, which nobody decides, if it is stamped so long after now. */
    private static String written(Duration ahead) {
        LogLane lane = service.bean(OrderLanes.class).commands(RunningService.PARTITIONS - 1).orElseThrow();
        long timeUs = Micros.of(Instant.now().plus(ahead));
        OrderCommand tick = OrderCommand.newBuilder().setTimeUs(timeUs).setTick(Tick.newBuilder().setSymbol("NONE")).build();
        CompletableFuture<String> heard = new CompletableFuture<>();
        service.bean(LogWriter.class)
                .write(new LogRecord(lane, "tick", false, timeUs, new byte[0], tick.toByteArray(), null), new WriteListener() {
                    @Override
                    public void written(int partition, long offset) {
                        heard.complete("written");
                    }

                    @Override
                    public void failed(WriteFailure failure) {
                        heard.complete(failure.name());
                    }
                });
        return heard.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void aRepeatIsAnsweredWithTheFirstOutcome() {
        Reply first = service.place(ALICE, limit(",\"clientOrderId\":\"twice\""));
        Reply second = service.place(ALICE, limit(",\"clientOrderId\":\"twice\""));
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.header("Outcry-Position")).isNotEqualTo(first.header("Outcry-Position")).isNotEmpty();
    }

    @Test
    void aRefusalOfTheEngineHasItsCodeAndTheOrdersId() {
        Reply reply = service.place(ALICE, limit(",\"clientOrderId\":\"halted-1\""));
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.text("code")).isEqualTo("HALTED");
        assertThat(reply.text("detail")).startsWith("the symbol's state does not admit it").matches(".*; outcome [0-9]+ of its partition");
        assertThat(reply.text("orderId")).isEqualTo(reply.header("Outcry-Position")).isNotEmpty();
    }

    @Test
    void whoDoesNotWaitIsAnsweredWhenTheLogHasIt() {
        Reply reply = service.place(ALICE, limit(",\"clientOrderId\":\"quick\""), "Prefer", "respond-async");
        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.header("Preference-Applied")).isEqualTo("respond-async");
        assertThat(reply.header("Location")).isEqualTo("/api/v1/orders/" + reply.text("orderId"));
        assertThat(reply.header("Outcry-Position")).isEqualTo(reply.text("orderId"));
        assertThat(reply.text("status")).isEqualTo("PENDING_NEW");
        assertThat(reply.text("price")).isEqualTo("60000.00");
    }

    @Test
    void anOutcomeThatDoesNotComeInTimeIsPending() {
        long from = System.nanoTime();
        CompletableFuture<Reply> pending = RunningService.aside(
                () -> service.place(ALICE, limit(",\"clientOrderId\":\"silent-1\"")));
        RunningService.await("it is counted as pending", () -> pending() == 1);
        Reply reply = pending.join();
        assertThat(pending()).as("those of which nobody waits for an answer any more").isZero();
        long tookMillis = (System.nanoTime() - from) / 1_000_000;
        assertThat(reply.status()).isEqualTo(202);
        assertThat(tookMillis).isBetween(7_900L, 20_000L);
        assertThat(reply.header("Location")).isEqualTo("/api/v1/orders/" + reply.text("orderId"));
    }

    private static double pending() {
        return service.bean(MeterRegistry.class).get("outcry.order.pending").gauge().value();
    }

    @Test
    void aClientMayWaitShorter() {
        Reply reply = service.place(ALICE, limit(",\"clientOrderId\":\"silent-2\""), "Prefer", "wait=0.05");
        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.header("Preference-Applied")).isEqualTo("wait=0.05");
        assertThat(service.place(ALICE, limit(""), "Prefer", "wait=nonsense").status()).isEqualTo(201);
    }

    @Test
    void anOrderIsCancelledOnceByItsOwner() {
        String id = service.place(ALICE, limit("")).text("orderId");
        String path = "/api/v1/orders/" + id;
        assertThat(service.send("DELETE", path, BOB, null).text("code")).isEqualTo("ORDER_NOT_FOUND");
        Reply canceled = service.send("DELETE", path, ALICE, null);
        assertThat(canceled.status()).as(canceled.body()).isEqualTo(200);
        assertThat(canceled.text("orderId")).isEqualTo(id);
        assertThat(canceled.text("status")).isEqualTo("CANCELED");
        assertThat(canceled.header("Outcry-Position")).isNotEmpty().isNotEqualTo(id);
        Reply again = service.send("DELETE", path, ALICE, null);
        assertThat(again.status()).isEqualTo(422);
        assertThat(again.text("code")).isEqualTo("ORDER_NOT_OPEN");
        assertThat(again.text("orderId")).isEqualTo(id);
        Reply async = service.send("DELETE", path, ALICE, null, "Prefer", "respond-async");
        assertThat(async.status()).isEqualTo(202);
        assertThat(async.header("Location")).isEqualTo(path);
        assertThat(async.header("Preference-Applied")).isEqualTo("respond-async");
    }

    @Test
    void anIdThatCannotBeOneIsNotFoundWithoutACommand() {
        long before = service.commandsWritten();
        for (String id : new String[]{"abc", "-1", "9223372036854775808", "9223372036854775807", "1.5", "%20",
            "99999999999999999999999999"}) {
            Reply reply = service.send("DELETE", "/api/v1/orders/" + id, ALICE, null);
            assertThat(reply.status()).as(id).isEqualTo(404);
            assertThat(reply.text("code")).isEqualTo("ORDER_NOT_FOUND");
        }
        assertThat(service.commandsWritten()).isEqualTo(before);
    }

    @Test
    void aBatchHasOneResultForEachInOrder() {
        Reply reply = service.send("POST", "/api/v1/orders/batch", ALICE, "{\"orders\":["
                + String.join(",",
                        limit(",\"clientOrderId\":\"b-0\""),
                        limit(",\"clientOrderId\":\"halted-b\""),
                        limit(",\"clientOrderId\":\"b b\""),
                        limit(",\"clientOrderId\":\"silent-b\""),
                        "{\"symbol\":\"NO-SUCH\",\"side\":\"BUY\",\"type\":\"MARKET\",\"quantity\":\"1\"}",
                        limit(",\"clientOrderId\":\"b-0\""),
                        limit(",\"clientOrderId\":\"b-6\""))
                + "]}");
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        var results = reply.json().path("results");
        assertThat(results.size()).isEqualTo(7);
        assertThat(results.path(0).path("clientOrderId").asString()).isEqualTo("b-0");
        assertThat(results.path(0).path("status").asString()).isEqualTo("NEW");
        assertThat(results.path(1).path("code").asString()).isEqualTo("HALTED");
        assertThat(results.path(1).path("status").asInt()).isEqualTo(422);
        assertThat(results.path(2).path("code").asString()).isEqualTo("INVALID_FIELD");
        assertThat(results.path(2).path("status").asInt()).isEqualTo(400);
        assertThat(results.path(3).path("status").asString()).isEqualTo("PENDING_NEW");
        assertThat(results.path(4).path("code").asString()).isEqualTo("UNKNOWN_SYMBOL");
        assertThat(results.path(5)).as("a repeat within the batch is the first one again").isEqualTo(results.path(0));
        assertThat(results.path(6).path("clientOrderId").asString()).isEqualTo("b-6");
        assertThat(reply.header("Outcry-Position").split(","))
                .as("the batch's position is that of its last command in each partition")
                .containsExactlyInAnyOrder(
                        results.path(4).path("orderId").asString(), results.path(6).path("orderId").asString());
    }

    @Test
    void aBatchOfAThousandIsWrittenInOrder() {
        StringBuilder body = new StringBuilder("{\"orders\":[");
        for (int i = 0; i < 1_000; i++) {
            body.append(i == 0 ? "" : ",").append(limit(",\"clientOrderId\":\"k-" + i + "\""));
        }
        Reply reply = service.send("POST", "/api/v1/orders/batch", BOB, body.append("]}").toString(), "Prefer", "wait=99");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("Preference-Applied")).as("no longer than a client may wait").isEqualTo("wait=10");
        long last = 0;
        for (int i = 0; i < 1_000; i++) {
            var result = reply.json().path("results").path(i);
            assertThat(result.path("status").asString()).isEqualTo("NEW");
            long id = Long.parseLong(result.path("orderId").asString());
            assertThat(id).isGreaterThan(last);
            last = id;
        }
    }

    @Test
    void testingAnOrderWritesNothing() {
        long before = service.commandsWritten();
        Reply good = service.send("POST", "/api/v1/orders/test", ALICE, limit(""));
        assertThat(good.status()).isEqualTo(200);
        assertThat(good.body()).isEqualTo("{}");
        assertThat(service.send("POST", "/api/v1/orders/test", ALICE, limit("").replace("60000.00", "0.01")).text("code"))
                .isEqualTo("INVALID_TICK");
        String over = ",\"timeInForce\":\"GTD\",\"clientOrderId\":\"over\",\"expireTime\":" + (System.currentTimeMillis() - 1);
        assertThat(service.send("POST", "/api/v1/orders/test", ALICE, limit(over)).text("field"))
                .as("what placing would pass on, since it may be a repeat").isEqualTo("expireTime");
        assertThat(service.commandsWritten()).isEqualTo(before);
    }

    @Test
    void aPriceRefreshIsWrittenOnceHoweverManyAsk() {
        assertThat(service.send("PUT", "/api/v1/admin/instruments/ETH-USD", ADMIN, BTC_RULES).status()).isEqualTo(201);
        long before = service.written(Topics.PRICE_COMMANDS, RunningService.PARTITIONS);
        long from = System.nanoTime();
        for (int i = 0; i < 5; i++) {
            assertThat(service.send("POST", "/api/v1/prices/ETH-USD/refresh", null, null).status()).isEqualTo(202);
        }
        // A command stands for a second: only a machine that needs longer for five requests sees another.
        long others = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - from);
        assertThat(service.written(Topics.PRICE_COMMANDS, RunningService.PARTITIONS) - before).isBetween(1L, 1 + others);
        Reply unknown = service.send("POST", "/api/v1/prices/NO-SUCH/refresh", null, null);
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.text("code")).isEqualTo("UNKNOWN_SYMBOL");
        assertThat(unknown.json().path("status").asInt()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /api/v1/orders", "POST, /api/v1/orders/batch", "POST, /api/v1/orders/test", "PATCH, /api/v1/orders/1",
        "DELETE, /api/v1/orders/1", "DELETE, /api/v1/orders?symbol=BTC-USD", "DELETE, /api/v1/orders?clientOrderId=a",
        "PUT, /api/v1/admin/instruments/X", "POST, /api/v1/admin/instruments/BTC-USD/state"})
    void keysAndScopes(String method, String path) {
        long before = service.commandsWritten();
        assertThat(service.send(method, path, null, "{}").status()).isEqualTo(401);
        assertThat(service.send(method, path, "wrong-key", "{}").header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(service.send(method, path, path.contains("/admin/") ? ALICE : ADMIN, "{}").status()).isEqualTo(403);
        assertThat(service.commandsWritten()).isEqualTo(before);
    }

    @Test
    void aPathThatThereIsNotIsNotFound() {
        assertThat(service.send("GET", "/api/v1/nothing", null, null).text("code")).isEqualTo("NOT_FOUND");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            POST   | /api/v1/orders                     | {'side':'BUY'}                              | MISSING_FIELD     | 1
            POST   | /api/v1/orders                     | []                                          | MALFORMED_JSON    | 1
            POST   | /api/v1/orders/batch               | {'orders':[{'side':'BUY'},{},{'other':1}]}  | MISSING_FIELD     | 2
            POST   | /api/v1/orders/test                | {'side':'BUY'}                              | MISSING_FIELD     | 1
            DELETE | /api/v1/orders/1                   |                                             | ORDER_NOT_FOUND   | 1
            DELETE | /api/v1/orders/x                   |                                             | ORDER_NOT_FOUND   | 1
            DELETE | /api/v1/orders?clientOrderId=never |                                             | ORDER_NOT_FOUND   | 1
            DELETE | /api/v1/orders?sides=BUY           |                                             | INVALID_PARAMETER | 1
            POST   | /api/v1/prices/NO-SUCH/refresh     |                                             | UNKNOWN_SYMBOL    | 1
            """)
    void whatIsRefusedIsCountedByItsCode(String method, String path, String body, String code, int times) {
        double before = refused(code);
        service.send(method, path, ALICE, body == null ? null : body.replace('\'', '"'));
        assertThat(refused(code) - before).isEqualTo(times);
    }

    private static double refused(String code) {
        return service.bean(MeterRegistry.class).find("outcry.order.rejections").tag("code", code).counters().stream()
                .mapToDouble(Counter::count).sum();
    }

    @Test
    void healthAndMetricsSayHowItIs() {
        service.place(ALICE, limit(""));
        Reply ready = service.send("GET", "/actuator/health/readiness", null, null);
        assertThat(ready.status()).as(ready.body()).isEqualTo(200);
        assertThat(ready.json().path("components").path("orderLog").path("details").path("followsOutcomes").asBoolean()).isTrue();
        assertThat(service.send("GET", "/actuator/prometheus", null, null).body())
                .contains("outcry_order_commands_written_seconds_count{kind=\"place\"}")
                .contains("outcry_order_outcomes_received_seconds_count{kind=\"place\"}")
                .contains("outcry_order_pending")
                .contains("outcry_order_partitions " + RunningService.PARTITIONS)
                .contains("outcry_order_log_open 1");
        assertThat(service.send("GET", "/actuator/health/readiness/a/b", null, null).text("code")).isEqualTo("NOT_FOUND");
        assertThat(service.send("GET", "/actuator/info", null, null).json().path("build").path("artifact").asString())
                .isEqualTo("order-service");
    }

    @Test
    void whatTheActuatorCannotAnswerIsAProblemAsWell() {
        Reply other = service.send("POST", "/actuator/prometheus", null, null);
        assertThat(other.text("code")).isEqualTo("METHOD_NOT_ALLOWED");
        assertThat(other.header("Allow")).isEqualTo("GET");
        assertThat(service.send("GET", "/actuator/prometheus", null, null, "Accept", "").text("code")).isEqualTo("NOT_ACCEPTABLE");
        for (String path : new String[]{"/actuator/nope", "/actuator/health/nope", "/actuator/health/readiness/nope"}) {
            Reply nothing = service.send("GET", path, null, null);
            assertThat(nothing.status()).as(path).isEqualTo(404);
            assertThat(nothing.text("code")).as(path).isEqualTo("NOT_FOUND");
        }
    }

    private static String limit(String more) {
        return LIMIT.formatted(more);
    }
}
