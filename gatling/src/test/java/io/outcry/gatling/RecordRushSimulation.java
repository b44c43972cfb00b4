// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.constantConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.rampConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.util.SplittableRandom;

/**
 * The rush for one's own record: so many orders are placed first, then more and more users each fetch one after the other, all of them as
 * likely, until all users are there, and go on for a while. No answer may fail, and each must be of the order that was asked for.
 *
 * <p>Set by system properties: {@code records} (674823), {@code users} (3000), {@code rampSeconds} (60), {@code seconds} (60),
 * {@code p95Millis} (190), {@code symbol}, {@code quantity} and {@code price} of the orders, {@code baseUrl}, {@code aliceKey}, {@code seed}.
 */
public final class RecordRushSimulation extends Simulation {

    private static final String LOOKUP = "order by id";

    private final int records = Integer.getInteger("records", 674_823);
    private final int users = Integer.getInteger("users", 3_000);
    private final int rampSeconds = Integer.getInteger("rampSeconds", 60);
    private final int seconds = Integer.getInteger("seconds", 60);
    private final int p95Millis = Integer.getInteger("p95Millis", 190);
    private final String baseUrl = System.getProperty("baseUrl", "http://127.0.0.1:8080");
    private final String key = System.getProperty("aliceKey", "demo-alice");
    private final SplittableRandom random = new SplittableRandom(Integer.getInteger("seed", 1));
    private final GeneratorCpu cpu = new GeneratorCpu();
    private long[] ids = {};

    public RecordRushSimulation() {
        var lookup = exec(session -> session.set("id", Long.toString(next())))
                .exec(http(LOOKUP).get("/api/v1/orders/#{id}")
                        .header("Authorization", "Bearer " + key)
                        .check(status().is(200), jsonPath("$.orderId").isEL("#{id}")));
        setUp(scenario("rush").during(rampSeconds + seconds).on(lookup)
                .injectClosed(
                        rampConcurrentUsers(1).to(users).during(rampSeconds),
                        constantConcurrentUsers(users).during(seconds)))
                .maxDuration(rampSeconds + seconds)
                .protocols(http.baseUrl(baseUrl).disableCaching().disableFollowRedirect().acceptHeader("application/json")
                        .userAgentHeader("outcry-gatling"))
                .assertions(
                        details(LOOKUP).failedRequests().count().is(0L),
                        details(LOOKUP).responseTime().percentile(95).lt(p95Millis));
    }

    private synchronized long next() {
        return ids[random.nextInt(ids.length)];
    }

    @Override
    public void before() {
        long start = System.nanoTime();
        ids = Records.place(
                baseUrl, key, Long.toString(System.currentTimeMillis(), 36), records, System.getProperty("symbol", "BTC-USD"),
                System.getProperty("quantity", "0.01"), System.getProperty("price", "55000.00"));
        System.out.printf("%d records placed and readable after %.1f s%n", records, (System.nanoTime() - start) / 1e9);
        cpu.start();
    }

    @Override
    public void after() {
        System.out.println("\n" + records + " records, up to " + users + " users against " + baseUrl);
        System.out.println(cpu.summary());
    }
}
