// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * Orders at a constant rate, measured in three ways that are not to be confused:
 *
 * <ul>
 * <li>matched: the order waits for its outcome, which is in the answer (201, or 422 {@code NO_LIQUIDITY} for a market order that met an
 *     empty side). A 202 is a failure here.
 * <li>acknowledged: {@code Prefer: respond-async}, the answer is 202 once Kafka has the order, matched or not.
 * <li>readable: of an acknowledged order, from when it was due until it is in the answer of a read with its position in
 *     {@code Outcry-Read-After}; it has been matched then.
 * </ul>
 *
 * One of twenty orders goes the second way, all others the first.
 */
final class OrderTraffic {

    private static final int ONE_OF = 20;
    private static final Set<String> SETTLED = Set.of("NEW", "PARTIALLY_FILLED", "FILLED", "EXPIRED");
    private static final String ACKNOWLEDGE = "acknowledge";

    private final OpenLoad load;
    private final OrderMix mix;
    private final SplittableRandom ways;
    private final Series matched;
    private final Series acknowledged;
    private final Series readable;
    private final LongAdder withoutLiquidity = new LongAdder();
    private long number;
    private long drawn;

    /**
     * @param suffix of the names of what is measured
     * @param perSecond rate of all orders
     * @param seconds length of the measured time
     */
    OrderTraffic(OrderMix mix, long seed, String suffix, int perSecond, int seconds) {
        this.load = new OpenLoad(perSecond);
        this.mix = mix;
        this.ways = new SplittableRandom(seed);
        double few = perSecond / (double) ONE_OF;
        this.matched = new Series("matched" + suffix, perSecond - few, seconds);
        this.acknowledged = new Series("acknowledged" + suffix, few, seconds);
        this.readable = new Series("readable" + suffix, few, seconds);
    }

    Series matched() {
        return matched;
    }

    List<Series> all() {
        return List.of(acknowledged, matched, readable);
    }

    /** Orders whose outcome was seen each second, whichever way they went. */
    double outcomesPerSecond() {
        return matched.achievedPerSecond() + readable.achievedPerSecond();
    }

    long errors() {
        return acknowledged.errors() + matched.errors() + readable.errors();
    }

    /** Market orders that were rightly told that nobody was there. */
    long withoutLiquidity() {
        return withoutLiquidity.sum();
    }

    /** One order, measured. */
    ChainBuilder measured() {
        return exec(session -> load.start(session).setAll(mix.next()).set(ACKNOWLEDGE, goesTheSecondWay()))
                .exec(doIfOrElse(session -> session.getBoolean(ACKNOWLEDGE)).then(acknowledge(acknowledged.name(), readable.name()))
                        .orElse(await(matched.name())));
    }

    /** One order that is in no figure. */
    ChainBuilder warmUp() {
        return exec(session -> session.setAll(mix.next())).exec(posted("warm-up orders").check(status().in(201, 422)));
    }

    /** One of each {@link #ONE_OF}, which one is drawn: so the shares are exact, and no kind of order is preferred. */
    private synchronized boolean goesTheSecondWay() {
        if (number % ONE_OF == 0) {
            drawn = number + ways.nextInt(ONE_OF);
        }
        return number++ == drawn;
    }

    private ChainBuilder await(String name) {
        var order = posted(name)
                .check(status().in(session -> isMarket(session) ? List.of(201, 422) : List.of(201)).saveAs("status"))
                .check(bodyString().transform(OrderTraffic::isOutcome).is(true));
        return exec(session -> OpenLoad.sent(matched, session)).exec(order).exec(session -> {
            if (session.contains("status") && session.getInt("status") == 422) {
                withoutLiquidity.increment();
            }
            return OpenLoad.answered(matched, session);
        });
    }

    private ChainBuilder acknowledge(String orderName, String readName) {
        var order = posted(orderName).header("Prefer", "respond-async")
                .check(status().is(202), header("Outcry-Position").saveAs("position"),
                        bodyString().transform(body -> Json.text(body, "orderId")).saveAs("id"));
        var read = http(readName).get(session -> "/api/v1/orders/" + session.getString("id"))
                .header("Authorization", session -> session.getString("authorization"))
                .header("Outcry-Read-After", session -> session.getString("position"))
                // One that was refused, as a market order on an empty side is, is read as REJECTED.
                .check(status().is(200));
        return exec(session -> OpenLoad.sent(acknowledged, session)).exec(order)
                .exec(session -> OpenLoad.answered(acknowledged, session))
                .exitHereIfFailed()
                .exec(session -> OpenLoad.followed(readable, session)).exec(read)
                .exec(session -> OpenLoad.answered(readable, session));
    }

    private static HttpRequestActionBuilder posted(String name) {
        return http(name).post("/api/v1/orders")
                .header("Authorization", session -> session.getString("authorization"))
                .header("Content-Type", "application/json")
                .body(StringBody(session -> session.getString("body")));
    }

    private static boolean isMarket(Session session) {
        return OrderMix.MARKET.equals(session.getString("kind"));
    }

    private static boolean isOutcome(String body) {
        return SETTLED.contains(Json.text(body, "status")) || Json.text(body, "code").equals("NO_LIQUIDITY");
    }
}
