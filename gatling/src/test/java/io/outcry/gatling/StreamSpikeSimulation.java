// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/**
 * People who come to watch a price, more and more, and all go at once: from nobody to 1,000 within three minutes, a minute with them, 1,500
 * within half a minute, a minute with these, and nobody within ten seconds. {@code -Dusers=5000} makes it 5,000 at the top, two thirds of
 * whom come first, and {@code -DtimeScale} makes all of it shorter or longer. What {@link Watchers} do is measured; a price's time under
 * way once the first crowd is there, and again while all are.
 */
public final class StreamSpikeSimulation extends LoadSimulation {

    private static final int RAMP_SECONDS = 180;
    private static final int STAY_SECONDS = 60;
    private static final int SPIKE_SECONDS = 30;
    private static final int LEAVE_SECONDS = 10;
    private static final int MANY = 1_500;
    private static final long SECOND = 1_000_000_000L;

    private final int users = settings.number("users", MANY, 3);
    private final double timeScale = settings.factor("timeScale", 1);
    private final int pricesP99Millis = settings.number("pricesP99Millis", users <= MANY ? 200 : 500, 1);
    private final int rampSeconds = scaled(RAMP_SECONDS);
    private final int staySeconds = scaled(STAY_SECONDS);
    private final int spikeSeconds = scaled(SPIKE_SECONDS);
    private final int measuredSeconds = 2 * staySeconds + spikeSeconds;
    private final Series opened = measure(new Series("open the stream", 0, rampSeconds + measuredSeconds));
    private final Series first = measure(new Series("first price", 0, rampSeconds + measuredSeconds));
    private final Series crowdPrices = measure(new Series("prices", 0, measuredSeconds));
    private final Series topPrices;
    private final Series stayed = measure(new Series("still there at the end", 0, rampSeconds + measuredSeconds));
    private final Watchers watchers = new Watchers(opened, first, stayed, settings.number("patienceSeconds", 10, 1));
    private volatile long startNanos;

    public StreamSpikeSimulation() {
        int crowd = users * 2 / 3;
        topPrices = measure(new Series(String.format(Locale.ROOT, "prices with all %,d", users), 0, staySeconds));
        targets.noError(opened);
        targets.noError(first);
        targets.atLeast(stayed.name(), users, "streams", stayed::rightAnswers);
        targets.percentile(first, 99, settings.number("firstP99Millis", 500, 1));
        targets.noError(topPrices);
        targets.percentile(crowdPrices, 99, pricesP99Millis);
        targets.percentile(topPrices, 99, pricesP99Millis);
        run(List.of(scenario("watch a price").exec(watchers.steps(this::endNanos, this::leavesNanos))
                .injectOpen(rampUsers(crowd).during(rampSeconds), nothingFor(staySeconds), rampUsers(users - crowd).during(spikeSeconds))),
                ownConnections(), rampSeconds, measuredSeconds);
    }

    @Override
    public void before() {
        startNanos = System.nanoTime();
        stayed.begin(startNanos);
        long crowdIsThere = startNanos + rampSeconds * SECOND;
        long allAreThere = endNanos() - staySeconds * SECOND;
        watchers.measure(List.of(new Watchers.Arrivals(crowdPrices, crowdIsThere, endNanos()),
                new Watchers.Arrivals(topPrices, allAreThere, endNanos())));
    }

    @Override
    String title() {
        return String.format(Locale.ROOT, "StreamSpike, %,d users then %,d", users * 2 / 3, users);
    }

    @Override
    void finish() {
        note(watchers.summary());
    }

    private long endNanos() {
        return startNanos + (rampSeconds + measuredSeconds) * SECOND;
    }

    /** All go within the same ten seconds, whenever they came. */
    private long leavesNanos() {
        return endNanos() + ThreadLocalRandom.current().nextLong(Math.round(LEAVE_SECONDS * timeScale * SECOND) + 1);
    }

    private int scaled(int ofSeconds) {
        return (int) Math.max(1, Math.round(ofSeconds * timeScale));
    }
}
