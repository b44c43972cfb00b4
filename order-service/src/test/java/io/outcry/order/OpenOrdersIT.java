// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static io.outcry.order.RunningService.ADMIN;
import static io.outcry.order.RunningService.ALICE;
import static io.outcry.order.RunningService.BOB;
import static io.outcry.order.RunningService.BTC_RULES;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Partitioning;
import io.outcry.order.RunningService.Reply;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every type of order over HTTP, and what can be done to one that is open. */
class OpenOrdersIT {

    private static final String ORDERS = "/api/v1/orders";

    @TempDir
    private static Path directory;

    private static RunningService service;

    /** One symbol in each partition. */
    private static List<String> symbols;

    @BeforeAll
    static void start() {
        service = new RunningService(directory, RunningService.PATIENT);
        symbols = IntStream.range(0, RunningService.PARTITIONS).mapToObj(OpenOrdersIT::symbolIn).toList();
        for (String symbol : symbols) {
            assertThat(service.send("PUT", "/api/v1/admin/instruments/" + symbol, ADMIN, BTC_RULES).status()).isEqualTo(201);
        }
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String symbolIn(int partition) {
        return IntStream.iterate(0, i -> i + 1).mapToObj(i -> "S" + i + "-USD")
                .filter(symbol -> Partitioning.ofSymbol(symbol, RunningService.PARTITIONS) == partition).findFirst().orElseThrow();
    }

    private static Reply place(String key, String symbol, String terms) {
        return service.place(key, ("{'symbol':'" + symbol + "'," + terms + "}").replace('\'', '"'));
    }

    private static String rest(String key, String symbol, String side, String more) {
        Reply reply = place(key, symbol, "'side':'" + side + "','type':'LIMIT','quantity':'1','price':'100'" + more);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.text("orderId");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "'side':'SELL','type':'STOP_LOSS','timeInForce':'IOC','stopPrice':'90.00','quantity':'1.0000'",
        "'side':'BUY','type':'TAKE_PROFIT','timeInForce':'FOK','stopPrice':'90.00','quantity':'1.0000'",
        "'side':'BUY','type':'STOP_LOSS_LIMIT','timeInForce':'GTC','price':'91.00','stopPrice':'90.00','quantity':'1.0000'",
        "'side':'BUY','type':'TAKE_PROFIT_LIMIT','timeInForce':'DAY','price':'91.00','stopPrice':'90.00','quantity':'1.0000',"
                + "'displayQuantity':'0.1000'",
        "'side':'BUY','type':'LIMIT','timeInForce':'GTD','price':'91.00','quantity':'1.0000','displayQuantity':'0.1000','postOnly':true,"
                + "'selfTradePrevention':'EXPIRE_BOTH','expireTime':253402300799999",
        "'side':'BUY','type':'LIMIT','timeInForce':'IOC','price':'91.00','quantity':'1.0000','selfTradePrevention':'DECREMENT'",
    })
    void everyTermGoesToTheEngineAndComesBack(String terms) {
        Reply reply = place(ALICE, symbols.getFirst(), terms);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        String echoed = terms.replace('\'', '"');
        assertThat(reply.body()).contains("\"symbol\":\"" + symbols.getFirst() + "\"," + echoed);
        assertThat(reply.text("status")).isEqualTo(terms.contains("stopPrice") ? "PENDING_TRIGGER" : "NEW");
        assertThat(reply.text("leavesQuantity")).isEqualTo("1.0000");
        Reply tested = service.send("POST", ORDERS + "/test", ALICE,
                "{\"symbol\":\"" + symbols.getFirst() + "\"," + echoed + "}");
        assertThat(tested.status()).as(tested.body()).isEqualTo(200);
        Reply pending = service.place(ALICE, "{\"symbol\":\"" + symbols.getFirst() + "\"," + echoed + "}", "Prefer", "respond-async");
        assertThat(pending.status()).isEqualTo(202);
        assertThat(pending.body()).endsWith(echoed + ",\"status\":\"PENDING_NEW\"}");
    }

    @Test
    void aMarketOrderByQuoteQuantitySpendsIt() {
        Reply reply = place(BOB, symbols.getFirst(), "'side':'BUY','type':'MARKET','quoteQuantity':'250.5'");
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        assertThat(reply.text("timeInForce")).isEqualTo("IOC");
        assertThat(reply.text("quoteQuantity")).isEqualTo("250.50");
        assertThat(reply.text("executedQuantity")).isEqualTo("2.5050");
        assertThat(reply.text("cumulativeQuote")).isEqualTo("250.50");
        assertThat(reply.json().path("fills").path(0).path("fee").asString()).isEqualTo("1.00");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'quantity':'0.5'}                  | 0.5000 | 100.00
            {'price':'99.50'}                   | 1.0000 | 99.50
            {'quantity':'2.00000','price':'99'} | 2.0000 | 99.00
            """)
    void anOrderIsAmendedWithDecimalsOfAnyScale(String body, String quantity, String price) {
        String id = rest(ALICE, symbols.getLast(), "BUY", "");
        Reply reply = service.send("PATCH", ORDERS + "/" + id, ALICE, body.replace('\'', '"'));
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(reply.text("orderId")).isEqualTo(id);
        assertThat(reply.text("quantity")).isEqualTo(quantity);
        assertThat(reply.text("leavesQuantity")).isEqualTo(quantity);
        assertThat(reply.text("price")).isEqualTo(price);
        assertThat(reply.header("Outcry-Position")).isNotEmpty().isNotEqualTo(id);
    }

    @Test
    void anAmendmentThatIsRefusedSaysByWhomAndWhy() {
        String path = ORDERS + "/" + rest(ALICE, symbols.getFirst(), "BUY", "");
        Reply tooFine = service.send("PATCH", path, ALICE, "{\"price\":\"99.001\"}");
        assertThat(tooFine.status() + tooFine.text("code") + tooFine.text("orderId"))
                .isEqualTo("422INVALID_TICK" + path.substring(ORDERS.length() + 1));
        assertThat(service.send("PATCH", path, BOB, "{\"price\":\"99\"}").status()).isEqualTo(404);
        assertThat(service.send("PATCH", path, null, "{\"price\":\"99\"}").status()).isEqualTo(401);
        Reply async = service.send("PATCH", path, ALICE, "{\"price\":\"99\"}", "Prefer", "respond-async");
        assertThat(async.status()).isEqualTo(202);
        assertThat(async.header("Location")).isEqualTo(path);
        service.send("DELETE", path, ALICE, null);
        assertThat(service.send("PATCH", path, ALICE, "{\"price\":\"99\"}").text("code")).isEqualTo("ORDER_NOT_OPEN");
        long before = service.commandsWritten();
        for (String body : new String[]{"{}", "{\"price\":99}", "{\"price\":\"0\"}", "{\"symbol\":\"X\"}", "[]", ""}) {
            assertThat(service.send("PATCH", path, ALICE, body).status()).as(body).isEqualTo(400);
        }
        assertThat(service.send("PATCH", ORDERS + "/abc", ALICE, "{\"price\":\"1\"}").text("code")).isEqualTo("ORDER_NOT_FOUND");
        assertThat(service.commandsWritten()).isEqualTo(before);
    }

    @Test
    void aClientOrderIdIsFoundInWhicheverPartitionItIs() {
        for (String symbol : symbols) {
            String id = rest(ALICE, symbol, "BUY", ",'clientOrderId':'mine-" + symbol + "'");
            Reply others = service.send("DELETE", ORDERS + "?clientOrderId=mine-" + symbol, BOB, null);
            assertThat(others.status() + others.text("code")).isEqualTo("404ORDER_NOT_FOUND");
            assertThat(others.header("Outcry-Position").split(",")).hasSize(RunningService.PARTITIONS);
            Reply canceled = service.send("DELETE", ORDERS + "?clientOrderId=mine-" + symbol, ALICE, null);
            assertThat(canceled.status()).as(canceled.body()).isEqualTo(200);
            assertThat(canceled.text("orderId")).isEqualTo(id);
            assertThat(canceled.text("status")).isEqualTo("CANCELED");
            Reply again = service.send("DELETE", ORDERS + "?clientOrderId=mine-" + symbol, ALICE, null);
            assertThat(again.status() + again.text("code")).isEqualTo("422ORDER_NOT_OPEN");
        }
    }

    @Test
    void aSymbolBesideTheClientOrderIdAsksOnePartition() {
        rest(ALICE, symbols.getFirst(), "BUY", ",'clientOrderId':'here'");
        long before = service.commandsWritten();
        String query = ORDERS + "?clientOrderId=here&symbol=";
        assertThat(service.send("DELETE", query + symbols.getLast(), ALICE, null).text("code")).isEqualTo("ORDER_NOT_FOUND");
        assertThat(service.send("DELETE", query + symbols.getFirst(), ALICE, null).status()).isEqualTo(200);
        assertThat(service.commandsWritten() - before).isEqualTo(2);
        assertThat(service.send("DELETE", query + "NO-SUCH", ALICE, null).text("code")).isEqualTo("UNKNOWN_SYMBOL");
    }

    @Test
    void anEngineThatDoesNotAnswerLeavesACancelByClientOrderIdPending() {
        Reply reply = service.send("DELETE", ORDERS + "?clientOrderId=silent-x", ALICE, null, "Prefer", "wait=0.1");
        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.body()).isEqualTo("{\"clientOrderId\":\"silent-x\"}");
        assertThat(reply.header("Location")).isEqualTo(ORDERS + "/by-client-id/silent-x");
    }

    @Test
    void allOrdersOfASymbolOrOfOneSideAreCancelled() {
        service.send("DELETE", ORDERS + "?symbol=" + symbols.getLast(), BOB, null);
        String buy = rest(BOB, symbols.getLast(), "BUY", "");
        String sell = rest(BOB, symbols.getLast(), "SELL", "");
        String stop = place(BOB, symbols.getLast(), "'side':'SELL','type':'STOP_LOSS','quantity':'1','stopPrice':'50'").text("orderId");
        String elsewhere = rest(BOB, symbols.getFirst(), "SELL", "");

        Reply sells = service.send("DELETE", ORDERS + "?symbol=" + symbols.getLast() + "&side=SELL", BOB, null);
        assertThat(sells.status()).as(sells.body()).isEqualTo(200);
        assertThat(sells.json().path("canceled").asInt()).isEqualTo(2);
        assertThat(sells.json().path("orders").valueStream().map(order -> order.path("orderId").asString())).containsExactly(sell, stop);
        assertThat(sells.json().path("orders").valueStream().map(order -> order.path("status").asString())).containsOnly("CANCELED");
        Reply rest = service.send("DELETE", ORDERS + "?symbol=" + symbols.getLast(), BOB, null);
        assertThat(rest.json().path("orders").valueStream().map(order -> order.path("orderId").asString())).containsExactly(buy);
        assertThat(service.send("DELETE", ORDERS + "?symbol=" + symbols.getLast(), BOB, null).body())
                .isEqualTo("{\"canceled\":0,\"orders\":[]}");
        assertThat(service.send("DELETE", ORDERS + "/" + elsewhere, BOB, null).status()).isEqualTo(200);
        Reply async = service.send("DELETE", ORDERS + "?symbol=" + symbols.getLast(), BOB, null, "Prefer", "respond-async");
        assertThat(async.status()).isEqualTo(202);
        assertThat(async.header("Location")).isEqualTo(ORDERS + "?symbol=" + symbols.getLast() + "&status=OPEN");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 400, INVALID_PARAMETER, symbol", "?side=BUY, 400, INVALID_PARAMETER, symbol",
        "?symbol=S&side=buy, 400, INVALID_PARAMETER, side",
        "?symbol=S&symbol=T, 400, INVALID_PARAMETER, symbol", "?symbol=S&sides=BUY, 400, INVALID_PARAMETER, sides",
        "?clientOrderId=, 400, INVALID_PARAMETER, clientOrderId", "?clientOrderId=a%20b, 400, INVALID_PARAMETER, clientOrderId",
        "?clientOrderId=a&side=BUY, 400, INVALID_PARAMETER, side", "?symbol=NO-SUCH, 422, UNKNOWN_SYMBOL, symbol",
        "?symbol=, 422, UNKNOWN_SYMBOL, symbol", "?symbol, 422, UNKNOWN_SYMBOL, symbol",
        "?clientOrderId, 400, INVALID_PARAMETER, clientOrderId", "?, 400, INVALID_PARAMETER, symbol"})
    void aCancelThatDoesNotSayWhatCancelsNothing(String query, int status, String code, String field) {
        long before = service.commandsWritten();
        Reply reply = service.send("DELETE", ORDERS + query, ALICE, null);
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.text("code")).isEqualTo(code);
        assertThat(reply.text("field")).isEqualTo(field);
        assertThat(service.send("DELETE", ORDERS + query, null, null).status()).isEqualTo(401);
        assertThat(service.commandsWritten()).isEqualTo(before);
    }
}
