// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.dummy;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
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
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Reads of prices in three groups side by side, at the same rate each: 20 hot, 180 medium and 800 cold symbols.
 *
 * <p>The run fails if a read fails or is no price, if the generator did not reach its rate, and if the 99th percentile of the cold group,
 * counted from when each read was due, is more than one and a half times that of the hot one: a price must not be slower to read because
 * few want it.
 */
public final class PriceReadsSimulation extends Simulation {

    private static final List<String> PRICED = List.of("FRESH", "STALE", "SINGLE_SOURCE", "DEGRADED");
    private static final double COLD_TO_HOT = 1.5;
    private static final int GROUPS = 3;
    /** Between the warm-up and the measured phase, so that the last answers of the one do not fall into the other. */
    private static final int PAUSE_SECONDS = 2;
    private static final String COLD_LIMIT = "cold: p99 from due at most 1.5 times that of hot";

    private final LoadSettings settings = LoadSettings.ofSystemProperties();
    private final PriceSymbols symbols =
            PriceSymbols.read(settings.baseUrl(), Market.read(settings.baseUrl(), OrderMix.SYMBOL).symbols());
    private final int perSecond = Math.max(1, settings.pricesPerSecond() / GROUPS);
    private final OpenLoad hot = new OpenLoad("hot", perSecond, settings.seconds());
    private final OpenLoad medium = new OpenLoad("medium", perSecond, settings.seconds());
    private final OpenLoad cold = new OpenLoad("cold", perSecond, settings.seconds());
    private final GeneratorCpu cpu = new GeneratorCpu();

    public PriceReadsSimulation() {
        List<PopulationBuilder> populations = new ArrayList<>();
        List<Assertion> assertions = new ArrayList<>();
        group(hot, "hot", symbols.hot(), 1, populations, assertions);
        group(medium, "medium", symbols.medium(), 2, populations, assertions);
        group(cold, "cold", symbols.cold(), 3, populations, assertions);
        populations.add(scenario("generator").exec(session -> {
            cpu.start();
            return session;
        }).injectOpen(nothingFor(settings.warmupSeconds() + PAUSE_SECONDS), atOnceUsers(1)));
        // After everything else has been answered, with time to spare.
        populations.add(scenario("verdict on cold").exec(dummy(COLD_LIMIT, 0).withSuccess(session -> isColdAsQuick()))
                .injectOpen(nothingFor(settings.warmupSeconds() + settings.seconds() + 2 * PAUSE_SECONDS), atOnceUsers(1)));
        assertions.add(details(COLD_LIMIT).failedRequests().count().is(0L));
        setUp(populations)
                .protocols(http.baseUrl(settings.baseUrl()).shareConnections().disableCaching().disableFollowRedirect()
                        .acceptHeader("application/json").userAgentHeader("outcry-gatling"))
                .assertions(assertions);
    }

    @Override
    public void after() {
        System.out.println("\nSeed " + settings.seed() + ", " + settings.seconds() + " s against " + settings.baseUrl() + "; symbols: "
                + symbols.hot().size() + " hot, " + symbols.medium().size() + " medium, " + symbols.cold().size() + " cold");
        System.out.println(hot.summary());
        System.out.println(medium.summary());
        System.out.println(cold.summary());
        System.out.println(cpu.summary());
        System.out.printf(Locale.ROOT, "RATIO cold-to-hot-p99 %.3f%n", cold.p99Millis() / hot.p99Millis());
    }

    private boolean isColdAsQuick() {
        return cold.p99Millis() <= COLD_TO_HOT * hot.p99Millis();
    }

    private void group(
            OpenLoad load, String name, List<String> symbols, int number, List<PopulationBuilder> populations, List<Assertion> assertions) {
        String rate = name + ": offered and answered rate within 1 %";
        populations.add(scenario("warm-up " + name).exec(read("warm-up " + name, symbols, settings.seed() + 10 * number))
                .injectOpen(constantUsersPerSec(perSecond).during(settings.warmupSeconds())));
        var verdict = scenario("verdict on " + name + "'s rate").exec(dummy(rate, 0).withSuccess(session -> load.reachedRate()));
        populations.add(scenario(name).exec(load::start).exec(read(name, symbols, settings.seed() + number)).exec(load::end)
                .injectOpen(nothingFor(settings.warmupSeconds() + PAUSE_SECONDS), constantUsersPerSec(perSecond).during(settings.seconds()))
                .andThen(verdict.injectOpen(atOnceUsers(1))));
        assertions.add(details(name).failedRequests().count().is(0L));
        assertions.add(details(rate).failedRequests().count().is(0L));
    }

    private static ChainBuilder read(String name, List<String> symbols, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Iterator<Map<String, Object>> drawn = Stream
                .generate(() -> Map.<String, Object>of("symbol", symbols.get(random.nextInt(symbols.size()))))
                .iterator();
        return feed(drawn)
                .exec(http(name).get("/api/v1/prices/#{symbol}")
                        .check(
                                status().is(200),
                                jsonPath("$.status").in(PRICED),
                                jsonPath("$.price").transform(price -> Double.parseDouble(price) > 0).is(true)));
    }
}
