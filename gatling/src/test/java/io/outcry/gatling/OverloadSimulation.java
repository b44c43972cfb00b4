// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Three times as many orders as the server can match ({@code saturation}, 2,500 a second, measured before by a ramp of
 * {@link OrderFlowSimulation}), and meanwhile traders who want out: resting orders are cancelled at a steady {@code cancelsPerSecond} (20).
 *
 * <p>What counts is what is still done: outcomes a second, at least {@code goodputPercent} (90) of the saturation; and that a cancel is served,
 * 99 of 100 at least; both only if they are really sent. An order that is not served must be told so: 503 or 429 (nothing was done), or 202 (taken, the outcome comes later).
 */
public final class OverloadSimulation extends LoadSimulation {

    private static final int TIMES = 3;
    private static final double SERVED_PERCENT = 99;
    /** A generator that cannot send them overloads nobody. */
    private static final double OFFERED_PERCENT = 99;
    private static final String ANSWER = "answer";

    private final int saturation = settings.number("saturation", 2_500, 1);
    private final int cancelsPerSecond = settings.number("cancelsPerSecond", 20, 1);
    private final int warmupSeconds = settings.number("warmupSeconds", 20, 2);
    private final int seconds = settings.number("seconds", 60, 1);
    private final Market market = Market.read(baseUrl, OrderMix.SYMBOL);
    private final String run = Long.toString(System.currentTimeMillis(), 36);
    private final Series orders = measure(new Series("orders", TIMES * saturation, seconds));
    private final Series outcomes = measure(new Series("matched", 0, seconds));
    private final Series cancels = measure(new Series("cancels", cancelsPerSecond, seconds));
    private final LongAdder later = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder otherwise = new LongAdder();
    private final AtomicInteger next = new AtomicInteger();
    private long[] resting = {};

    public OverloadSimulation() {
        targets.atLeast("goodput", saturation * settings.number("goodputPercent", 90, 1) / 100.0, "/s", outcomes::achievedPerSecond);
        targets.atLeast("orders offered", TIMES * saturation * OFFERED_PERCENT / 100.0, "/s", orders::offeredPerSecond);
        targets.atLeast("cancels served", SERVED_PERCENT, "%", () -> 100.0 * cancels.rightAnswers() / Math.max(1, resting.length));
        targets.atMost("orders without an answer or with another", 1, "%",
                () -> 100.0 * orders.errors() / Math.max(1, orders.answers()));
        int before = warmupSeconds + PAUSE_SECONDS;
        run(List.of(
                scenario("warm-up orders").exec(warmUp()).injectOpen(warmingTo(saturation / 2.0, warmupSeconds)),
                scenario("orders").exec(order())
                        .injectOpen(nothingFor(before), constantUsersPerSec(TIMES * saturation).during(seconds)),
                scenario("cancels").exec(cancel()).injectOpen(nothingFor(before), constantUsersPerSec(cancelsPerSecond).during(seconds))),
                sharedConnections(), before, seconds);
    }

    @Override
    public void before() {
        resting = Records.rest(baseUrl, settings.aliceKey(), run, cancelsPerSecond * seconds, OrderMix.SYMBOL, "0.01", "1000.00");
    }

    @Override
    String title() {
        return String.format(Locale.ROOT, "Overload, three times %,d orders/s", saturation);
    }

    @Override
    void finish() {
        note(String.format(
                Locale.ROOT,
                "Orders: %,d had their outcome, %,d were taken (202), %,d refused (429, 503), %,d answered otherwise or not at all.",
                outcomes.answers(), later.sum(), refused.sum(), otherwise.sum()));
    }

    private ChainBuilder warmUp() {
        return new OrderTraffic(new OrderMix(settings.seed() + 1, market, settings, run + "w"), 0, "", saturation, 1).warmUp();
    }

    private ChainBuilder order() {
        OpenLoad load = new OpenLoad(TIMES * saturation);
        OrderMix mix = new OrderMix(settings.seed(), market, settings, run);
        var post = http("orders").post("/api/v1/orders")
                .header("Authorization", session -> session.getString("authorization"))
                .header("Content-Type", "application/json")
                .body(StringBody(session -> session.getString("body")))
                .check(status().in(201, 202, 422, 429, 503).saveAs(ANSWER))
                .checkIf((response, _) -> response.status().code() == 422).then(substring("\"NO_LIQUIDITY\"").exists());
        return exec(session -> OpenLoad.sent(orders, load.start(session).setAll(mix.next()))).exec(post).exec(this::count);
    }

    private Session count(Session session) {
        OpenLoad.answered(orders, session);
        switch (session.isFailed() || !session.contains(ANSWER) ? 0 : session.getInt(ANSWER)) {
            case 201, 422 -> {
                OpenLoad.followed(outcomes, session);
                OpenLoad.answered(outcomes, session);
            }
            case 202 -> later.increment();
            case 429, 503 -> refused.increment();
            default -> otherwise.increment();
        }
        return session;
    }

    private ChainBuilder cancel() {
        OpenLoad load = new OpenLoad(cancelsPerSecond);
        return exec(session -> OpenLoad.sent(cancels, load.start(session)))
                .exec(http("cancels").delete(session -> "/api/v1/orders/" + resting[next.getAndIncrement() % resting.length])
                        .header("Authorization", "Bearer " + settings.aliceKey())
                        .header("Prefer", "wait=5")
                        // 422: the engine has looked, and a market order had met it before.
                        .check(status().in(200, 422)))
                .exec(session -> OpenLoad.answered(cancels, session));
    }
}
