// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** One large resting order of alice on a symbol of its own, which others take from, a hundredth at a time: easy to count in the view. */
final class MakerOnStage {

    private static final long PRICE = 10_000;
    private static final long QUANTITY = 10_000_000;

    /** As many as can be played. */
    static final int MAX_TRADES = (int) QUANTITY - 1;

    private final QueryStage stage;
    private final OutcomeScript script;
    private final OrderReport maker;
    private int fills;

    MakerOnStage(QueryStage stage, int partition) {
        this.stage = stage;
        this.script = new OutcomeScript(partition, stage.symbolIn(partition));
        stage.write(partition, script.define());
        Outcome rest = script.rest("alice", "m", Side.SIDE_SELL, PRICE, QUANTITY, QUANTITY);
        this.maker = rest.getOrders(0);
        stage.write(partition, rest);
    }

    OutcomeScript script() {
        return script;
    }

    String orderPath() {
        return "/api/v1/orders/" + maker.getOrderId();
    }

    String bookPath() {
        return "/api/v1/books/" + script.symbol();
    }

    /** Writes {@code times} trades. */
    void trade(int times) {
        for (int i = 0; i < times; i++) {
            stage.write(script.partition(), nextTrade());
        }
    }

    /** As {@link #trade}, and waits until the view holds them. */
    void tradeAndAwait(int times) {
        trade(times);
        stage.awaitProjected(script);
    }

    Outcome nextTrade() {
        fills++;
        return script.take("bob", Side.SIDE_BUY, PRICE, 1, maker, fills, QUANTITY - fills);
    }

    /** Waits until the breaker trusts Redis again: after a while in which it did not, it lets only a few reads through at first. */
    void awaitReadable() {
        QueryStage.await("twenty reads in a row are answered", () -> IntStream.range(0, 20)
                .allMatch(_ -> stage.getAs(ALICE, orderPath()).statusCode() == 200));
    }

    /** Every trade counts once in the order, in its fills, in the list of trades and in the book. */
    void assertViewIsRight() {
        assertViewIsRight(Supplier::get);
    }

    /** As {@link #assertViewIsRight()}, where a read may still come to nothing, and be told so: then it is asked again. */
    void assertWhatIsReadIsRight() {
        assertViewIsRight(MakerOnStage::answered);
    }

    private static HttpResponse<String> answered(Supplier<HttpResponse<String>> read) {
        return Awaitility.await().pollDelay(Duration.ZERO).atMost(Duration.ofSeconds(30))
                .until(read::get, answer -> answer.statusCode() == 200);
    }

    private void assertViewIsRight(Function<Supplier<HttpResponse<String>>, HttpResponse<String>> way) {
        JsonNode order = ok(way.apply(() -> stage.getAs(ALICE, orderPath())));
        assertThat(order.get("fills").size()).isEqualTo(fills);
        assertThat(order.get("executedQuantity").asString()).isEqualTo(BigDecimal.valueOf(fills, 2).toPlainString());
        assertThat(ok(way.apply(() -> stage.get("/api/v1/trades/" + script.symbol() + "?limit=1000"))).size()).isEqualTo(fills);
        assertThat(ok(way.apply(() -> stage.get(bookPath()))).get("asks").get(0).get(1).asString())
                .isEqualTo(BigDecimal.valueOf(QUANTITY - fills, 2).toPlainString());
    }
}
