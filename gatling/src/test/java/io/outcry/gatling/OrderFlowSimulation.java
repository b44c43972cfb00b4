// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.dummy;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.responseTimeInMillis;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Assertion;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Orders and price reads at constant rates, side by side.
 *
 * <p>An order counts when its outcome is in the answer (201): an acknowledgement alone (202) is a failure here. A market
 * order that meets an empty book (422 NO_LIQUIDITY) is a right answer and is listed once more under a name of its own.
 * The run fails if a measured request fails, if a 99th percentile is above its limit, or if the generator did not reach
 * the rate it was asked for.
 */
public final class OrderFlowSimulation extends Simulation {

    private static final String ORDERS = "orders";
    private static final String PRICES = "prices";
    private static final List<String> SETTLED = List.of("NEW", "PARTIALLY_FILLED", "FILLED", "EXPIRED");
    private static final List<String> PRICED = List.of("FRESH", "STALE", "SINGLE_SOURCE", "DEGRADED");
    /** Between the warm-up and the measured phase, so that the last answers of the one do not fall into the other. */
    private static final int PAUSE_SECONDS = 2;

    private final LoadSettings settings = LoadSettings.ofSystemProperties();
    private final Market market = Market.read(settings.baseUrl(), OrderMix.SYMBOL);
    private final String run = Long.toString(System.currentTimeMillis(), 36);
    private final OpenLoad orders = new OpenLoad(ORDERS, settings.ordersPerSecond(), settings.seconds());
    private final OpenLoad prices = new OpenLoad(PRICES, settings.pricesPerSecond(), settings.seconds());
    private final GeneratorCpu cpu = new GeneratorCpu();

    public OrderFlowSimulation() {
        List<PopulationBuilder> populations = new ArrayList<>();
        List<Assertion> assertions = new ArrayList<>();
        if (settings.ordersPerSecond() > 0) {
            populations.add(warmUp(ORDERS, order("warm-up orders", settings.seed() + 1, run + "w"), settings.ordersPerSecond()));
            populations.add(measured(orders, ORDERS, order(ORDERS, settings.seed(), run), settings.ordersPerSecond(),
                    settings.ordersP99Millis()));
            assertions.addAll(limits(ORDERS, settings.ordersP99Millis()));
        }
        if (settings.pricesPerSecond() > 0) {
            populations.add(warmUp(PRICES, readPrice("warm-up prices", settings.seed() + 2), settings.pricesPerSecond()));
            populations.add(measured(prices, PRICES, readPrice(PRICES, settings.seed() + 3), settings.pricesPerSecond(),
                    settings.pricesP99Millis()));
            assertions.addAll(limits(PRICES, settings.pricesP99Millis()));
        }
        populations.add(scenario("generator").exec(session -> {
            cpu.start();
            return session;
        }).injectOpen(nothingFor(settings.warmupSeconds() + PAUSE_SECONDS), atOnceUsers(1)));
        setUp(populations)
                .protocols(http.baseUrl(settings.baseUrl()).shareConnections().disableCaching().disableFollowRedirect()
                        .acceptHeader("application/json").userAgentHeader("outcry-gatling"))
                .assertions(assertions);
    }

    @Override
    public void after() {
        System.out.println("\nRun " + run + ", seed " + settings.seed() + ", " + settings.seconds() + " s against "
                + settings.baseUrl() + ", " + market.symbols().size() + " instruments");
        if (settings.ordersPerSecond() > 0) {
            System.out.println(orders.summary());
        }
        if (settings.pricesPerSecond() > 0) {
            System.out.println(prices.summary());
        }
        System.out.println(cpu.summary());
    }

    private PopulationBuilder warmUp(String name, ChainBuilder request, int perSecond) {
        return scenario("warm-up " + name).exec(request)
                .injectOpen(constantUsersPerSec(perSecond).during(settings.warmupSeconds()));
    }

    /** The traffic, and after its last answer the verdict on what Gatling's own figures do not show. */
    private PopulationBuilder measured(OpenLoad load, String name, ChainBuilder request, int perSecond, int p99Millis) {
        var verdict = scenario("verdict on " + name)
                .exec(dummy(name + ": offered and answered rate within 1 %", 0).withSuccess(session -> load.reachedRate()))
                .exec(dummy(name + ": p99 from due below " + p99Millis + " ms", 0)
                        .withSuccess(session -> load.staysBelow(p99Millis)));
        return scenario(name).exec(load::start).exec(request).exec(load::end)
                .injectOpen(nothingFor(settings.warmupSeconds() + PAUSE_SECONDS),
                        constantUsersPerSec(perSecond).during(settings.seconds()))
                .andThen(verdict.injectOpen(atOnceUsers(1)));
    }

    private static List<Assertion> limits(String name, int p99Millis) {
        return List.of(
                details(name).failedRequests().count().is(0L),
                details(name).responseTime().percentile(99).lt(p99Millis),
                details(name + ": offered and answered rate within 1 %").failedRequests().count().is(0L),
                details(name + ": p99 from due below " + p99Millis + " ms").failedRequests().count().is(0L));
    }

    /** One order: in the group {@code name} under its kind. */
    private ChainBuilder order(String name, long seed, String idPrefix) {
        var post = http("#{kind}").post("/api/v1/orders")
                .header("Authorization", "Bearer #{key}")
                .header("Content-Type", "application/json")
                .body(StringBody("#{body}"))
                .check(
                        status().in(session -> OrderMix.MARKET.equals(session.getString("kind")) ? List.of(201, 422) : List.of(201)),
                        responseTimeInMillis().saveAs("millis"))
                .checkIf((response, session) -> response.status().code() == 201)
                .then(jsonPath("$.status").in(SETTLED))
                .checkIf((response, session) -> response.status().code() == 422)
                .then(jsonPath("$.code").is("NO_LIQUIDITY").saveAs("refusal"));
        return feed(new OrderMix(seed, market, settings, idPrefix))
                .group(name).on(exec(post))
                .doIf(session -> session.contains("refusal"))
                .then(exec(dummy(name + ": market without liquidity", "#{millis}")));
    }

    private ChainBuilder readPrice(String name, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Iterator<Map<String, Object>> symbols = Stream
                .generate(() -> Map.<String, Object>of("symbol", market.symbols().get(random.nextInt(market.symbols().size()))))
                .iterator();
        return feed(symbols)
                .exec(http(name).get("/api/v1/prices/#{symbol}")
                        .check(
                                status().is(200),
                                jsonPath("$.status").in(PRICED),
                                jsonPath("$.price").transform(price -> Double.parseDouble(price) > 0).is(true)));
    }
}
