// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.dummy;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Three times as many orders as the server can match ({@code saturation}, 1000 a second, measured before with {@link OrderFlowSimulation}),
 * and meanwhile traders who want out: resting orders are cancelled at a steady {@code cancelsPerSecond} (20).
 *
 * <p>What counts is what is still done: outcomes a second, at least {@code goodputPercent} (70) of the saturation; and that a cancel is served,
 * 99 of 100 at least. An order that is not served must be told so: 503 or 429 (nothing was done), or 202 (taken, the outcome comes later).
 */
public final class OverloadSimulation extends Simulation {

    private static final String ORDER = "order";
    private static final String CANCEL = "cancel";
    private static final String GOODPUT = "goodput";
    private static final String CANCELS = "cancels served";
    private static final int TIMES = 3;
    private static final double SERVED = 0.99;

    private final LoadSettings settings = LoadSettings.ofSystemProperties();
    private final Market market = Market.read(settings.baseUrl(), OrderMix.SYMBOL);
    private final int saturation = Integer.getInteger("saturation", 1_000);
    private final int goodputPercent = Integer.getInteger("goodputPercent", 70);
    private final int cancelsPerSecond = Integer.getInteger("cancelsPerSecond", 20);
    private final String run = Long.toString(System.currentTimeMillis(), 36);
    private final LongAdder matched = new LongAdder();
    private final LongAdder later = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder notCancelled = new LongAdder();
    private final AtomicInteger next = new AtomicInteger();
    private final GeneratorCpu cpu = new GeneratorCpu();
    private long[] resting = {};

    public OverloadSimulation() {
        var verdict = scenario("verdict")
                .exec(dummy(GOODPUT, 0).withSuccess(session -> goodput() >= saturation * goodputPercent / 100.0))
                .exec(dummy(CANCELS, 0).withSuccess(session -> cancelled.sum() >= SERVED * (cancelled.sum() + notCancelled.sum())));
        setUp(
                scenario("orders").exec(order())
                        .injectOpen(constantUsersPerSec(TIMES * saturation).during(settings.seconds())),
                scenario("cancels").exec(cancel())
                        .injectOpen(constantUsersPerSec(cancelsPerSecond).during(settings.seconds())),
                verdict.injectOpen(nothingFor(settings.seconds() + 5), atOnceUsers(1)))
                .protocols(http.baseUrl(settings.baseUrl()).shareConnections().disableCaching().disableFollowRedirect()
                        .acceptHeader("application/json").userAgentHeader("outcry-gatling"))
                .assertions(
                        details(GOODPUT).failedRequests().count().is(0L),
                        details(CANCELS).failedRequests().count().is(0L),
                        details(ORDER).failedRequests().percent().lt(1.0));
    }

    @Override
    public void before() {
        int wanted = cancelsPerSecond * settings.seconds();
        resting = Records.rest(settings.baseUrl(), settings.aliceKey(), run, wanted, OrderMix.SYMBOL, "0.01", "1000.00");
        cpu.start();
    }

    @Override
    public void after() {
        System.out.printf(Locale.ROOT, "%nOffered %,d orders a second for %d s, three times %,d%n", TIMES * saturation, settings.seconds(),
                saturation);
        System.out.printf(Locale.ROOT, "outcome at once %,d (%,.0f a second), taken %,d, refused %,d, no answer or another %,d%n",
                matched.sum(), goodput(), later.sum(), refused.sum(), lost.sum());
        System.out.printf(Locale.ROOT, "cancels served %,d of %,d%n", cancelled.sum(), cancelled.sum() + notCancelled.sum());
        System.out.println(cpu.summary());
    }

    private double goodput() {
        return matched.sum() / (double) settings.seconds();
    }

    private ChainBuilder order() {
        var post = http(ORDER).post("/api/v1/orders")
                .header("Authorization", "Bearer #{key}")
                .header("Content-Type", "application/json")
                .body(StringBody("#{body}"))
                .check(status().in(201, 202, 422, 429, 503).saveAs("answer"));
        return feed(new OrderMix(settings.seed(), market, settings, run)).exec(exec(post)).exec(this::count);
    }

    private Session count(Session session) {
        int answer = session.contains("answer") ? session.getInt("answer") : 0;
        switch (answer) {
            case 201, 422 -> matched.increment();
            case 202 -> later.increment();
            case 429, 503 -> refused.increment();
            default -> lost.increment();
        }
        return session;
    }

    private ChainBuilder cancel() {
        return exec(session -> session.set("id", Long.toString(resting[next.getAndIncrement() % resting.length])))
                .exec(http(CANCEL).delete("/api/v1/orders/#{id}")
                        .header("Authorization", "Bearer " + settings.aliceKey())
                        .header("Prefer", "wait=5")
                        .check(status().is(200).saveAs("answer")))
                .exec(session -> {
                    (session.contains("answer") ? cancelled : notCancelled).increment();
                    return session;
                });
    }
}
