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

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Simulation;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Reads that insist on a fresh price while the venues behind it are slow: 97 of 100 of their answers take up to half a second, the others one
 * to two. Every read must be answered within 550 ms, with a price that says its age, and never with an error.
 *
 * <p>At {@code pricesPerSecond} (340) about a hundred reads are under way at a time. The venues are slowed down and let go again through the
 * control interface of the simulated venues, {@code -DcontrolUrl}.
 */
public final class SlowPathSimulation extends Simulation {

    private static final String READ = "insistent read";
    private static final String RATE = "offered and answered rate within 1 %";
    private static final int LONGEST_MILLIS = 550;
    private static final List<String> PRICED = List.of("FRESH", "STALE", "SINGLE_SOURCE", "DEGRADED");

    private final LoadSettings settings = LoadSettings.ofSystemProperties();
    private final String maxAgeMillis = System.getProperty("maxAgeMs", "50");
    private final VenueControl venues = new VenueControl(System.getProperty("controlUrl", "http://127.0.0.1:9100"));
    private final List<String> symbols = Market.read(settings.baseUrl(), OrderMix.SYMBOL).symbols();
    private final int perSecond = Integer.getInteger("pricesPerSecond", 340);
    private final OpenLoad reads = new OpenLoad("slow", perSecond, settings.seconds());
    private final GeneratorCpu cpu = new GeneratorCpu();

    public SlowPathSimulation() {
        var verdict = scenario("verdict on the rate").exec(dummy(RATE, 0).withSuccess(session -> reads.reachedRate()));
        setUp(
                scenario("warm-up").exec(read("warm-up", settings.seed() + 1))
                        .injectOpen(constantUsersPerSec(perSecond).during(settings.warmupSeconds())),
                scenario("slow path").exec(reads::start).exec(read(READ, settings.seed())).exec(reads::end)
                        .injectOpen(nothingFor(settings.warmupSeconds() + 2), constantUsersPerSec(perSecond).during(settings.seconds()))
                        .andThen(verdict.injectOpen(atOnceUsers(1))))
                .protocols(http.baseUrl(settings.baseUrl()).shareConnections().disableCaching().disableFollowRedirect()
                        .acceptHeader("application/json").userAgentHeader("outcry-gatling"))
                .assertions(
                        details(READ).failedRequests().count().is(0L),
                        details(READ).responseTime().max().lte(LONGEST_MILLIS),
                        details(RATE).failedRequests().count().is(0L));
    }

    @Override
    public void before() {
        venues.slowDown();
        cpu.start();
    }

    @Override
    public void after() {
        venues.recover();
        System.out.println(
                "\nSeed " + settings.seed() + ", " + settings.seconds() + " s against " + settings.baseUrl() + ", no price older than "
                        + maxAgeMillis + " ms, " + symbols.size() + " symbols");
        System.out.println(reads.summary());
        System.out.println(cpu.summary());
    }

    private ChainBuilder read(String name, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Iterator<Map<String, Object>> drawn = Stream
                .generate(() -> Map.<String, Object>of("symbol", symbols.get(random.nextInt(symbols.size()))))
                .iterator();
        return feed(drawn)
                .exec(http(name).get("/api/v1/prices/#{symbol}").queryParam("maxAgeMs", maxAgeMillis)
                        .check(
                                status().is(200),
                                jsonPath("$.status").in(PRICED),
                                jsonPath("$.ageMs").exists(),
                                jsonPath("$.price").transform(price -> Double.parseDouble(price) > 0).is(true)));
    }
}
