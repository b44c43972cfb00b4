// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.ws;

import io.gatling.http.action.ws.WsInboundMessage;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * People who come to watch a price, more and more, and all go at once: from nobody to 1,000 within three minutes, a minute with them, 1,500
 * within half a minute, a minute with these, and nobody within ten seconds. {@code -Dusers=5000} makes it 5,000 at the top, and
 * {@code -DtimeScale} makes all of it shorter or longer.
 *
 * <p>A user opens the WebSocket, subscribes to the price of BTC-USD and stays until the time is over. Measured are the opening, the time until
 * the first price, and how long each price was under way: from when the server encoded it (what it says of its age) to when it was read
 * here, by the clock of one machine.
 */
public final class StreamSpikeSimulation extends Simulation {

    private static final String CONNECT = "open the stream";
    private static final String FIRST = "first price";
    private static final String FRESH = "prices on time";
    private static final String SYMBOL = "BTC-USD";

    private static final int RAMP_SECONDS = 180;
    private static final int STAY_SECONDS = 60;
    private static final int SPIKE_SECONDS = 30;
    private static final int LEAVE_SECONDS = 10;
    private static final String LEAVES = "leaves";

    private final StreamSpikeSettings settings = StreamSpikeSettings.ofSystemProperties();
    private final StreamArrivals arrivals = new StreamArrivals();
    private final GeneratorCpu cpu = new GeneratorCpu();
    private volatile long startNanos;

    public StreamSpikeSimulation() {
        int crowd = settings.users() * 2 / 3;
        setUp(watchers().injectOpen(
                rampUsers(crowd).during(settings.scaled(RAMP_SECONDS)),
                nothingFor(settings.scaled(STAY_SECONDS)),
                rampUsers(settings.users() - crowd).during(settings.scaled(SPIKE_SECONDS))))
                .protocols(http.baseUrl(settings.baseUrl()).wsBaseUrl(settings.baseUrl().replaceFirst("^http", "ws"))
                        .wsUnmatchedInboundMessageBufferSize(1_024).userAgentHeader("outcry-gatling"))
                .assertions(
                        details(CONNECT).failedRequests().count().is(0L),
                        details(FIRST).failedRequests().count().is(0L),
                        details(FIRST).responseTime().percentile(99).lt(settings.firstP99Millis()));
    }

    @Override
    public void before() {
        cpu.start();
        startNanos = System.nanoTime();
    }

    @Override
    public void after() {
        System.out.println("\n" + settings.users() + " users at the top, times scaled by " + settings.timeScale() + ", against "
                + settings.baseUrl());
        System.out.println(arrivals.summary(settings.pricesP99Millis()));
        System.out.println(cpu.summary());
        if (!arrivals.stayBelow(settings.pricesP99Millis())) {
            throw new IllegalStateException(FRESH + ": the 99th percentile is not below " + settings.pricesP99Millis() + " ms");
        }
    }

    private ScenarioBuilder watchers() {
        ChainBuilder watch = exec(ws(CONNECT).connect("/api/v1/stream"))
                .exec(ws("subscribe")
                        .sendText("{\"op\":\"subscribe\",\"id\":1,\"channels\":[\"price:" + SYMBOL + "\"]}")
                        .await(settings.patienceSeconds())
                        .on(ws.checkTextMessage(FIRST)
                                .matching(jsonPath("$.type").is("price"))
                                .check(jsonPath("$.symbol").is(SYMBOL))));
        ChainBuilder stay = pause(1).exec(ws.processUnmatchedMessages((messages, session) -> {
            note(messages);
            return session;
        }));
        return scenario("watch a price").exec(session -> session.set(LEAVES, leavesNanos()))
                .exec(watch)
                .exitHereIfFailed()
                .asLongAs(session -> System.nanoTime() - session.getLong(LEAVES) < 0).on(stay)
                .exec(ws("leave").close());
    }

    /** All go within the same ten seconds, whenever they came. */
    private long leavesNanos() {
        Duration all = settings.scaled(RAMP_SECONDS + 2 * STAY_SECONDS + SPIKE_SECONDS);
        long spread = settings.scaled(LEAVE_SECONDS).toNanos();
        return startNanos + all.toNanos() + ThreadLocalRandom.current().nextLong(spread);
    }

    private void note(List<WsInboundMessage> messages) {
        for (WsInboundMessage message : messages) {
            if (message instanceof WsInboundMessage.Text text && text.message().contains("\"type\":\"price\"")) {
                arrivals.price(text.message(), text.timestamp());
            }
        }
    }
}
