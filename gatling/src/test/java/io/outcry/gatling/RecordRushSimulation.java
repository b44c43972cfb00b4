// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import java.util.List;
import java.util.Locale;

/**
 * The rush for one's own record: so many orders are placed first ({@code records}, 674,823), then {@code users} (3,000) come within
 * {@code rampSeconds} (30), keep a connection each, and read one order after the other by its id, all as likely, each every
 * {@code paceMillis} (1,500); the measured time begins when all are there.
 *
 * <p>The run fails if an answer is not the order that was asked for, if the rate was not reached, if the 95th percentile is not below
 * {@code p95Millis} (190), or if one took longer than {@code maxMillis} (1,000).
 */
public final class RecordRushSimulation extends LoadSimulation {

    private final int records = settings.number("records", 674_823, 1);
    private final int users = settings.number("users", 3_000, 1);
    private final int paceMillis = settings.number("paceMillis", 1_500, 1);
    private final int rampSeconds = settings.number("rampSeconds", 30, 1);
    private final int seconds = settings.number("seconds", 60, 1);
    private final String symbol = settings.text("symbol", OrderMix.SYMBOL);
    private final String quantity = settings.text("quantity", "0.01");
    private final String price = settings.text("price", "55000.00");
    private final Lookups lookups = new Lookups(settings.aliceKey(), settings.seed());
    private final Series series = measure(new Series("order by id", users * 1_000.0 / paceMillis, seconds));
    private final int before = rampSeconds + PAUSE_SECONDS;
    private final Pace pace = new Pace(series, paceMillis, before, seconds);

    public RecordRushSimulation() {
        targets.noError(series);
        targets.rate(series);
        targets.percentile(series, 95, settings.number("p95Millis", 190, 1));
        targets.slowest(series, settings.number("maxMillis", 1_000, 1));
        run(List.of(scenario("rush").exec(pace.steps(lookups.one(session -> Pace.name(session, series.name()))))
                .injectOpen(rampUsers(users).during(rampSeconds))), ownConnections(), before, seconds);
    }

    @Override
    public void before() {
        long start = System.nanoTime();
        lookups.among(Records.place(
                baseUrl, settings.aliceKey(), Long.toString(System.currentTimeMillis(), 36), records, symbol, quantity, price));
        note(String.format(Locale.ROOT, "%,d orders were placed and readable after %.1f s.", records, (System.nanoTime() - start) / 1e9));
        pace.start();
    }

    @Override
    String title() {
        return String.format(Locale.ROOT, "RecordRush, %,d users over %,d records", users, records);
    }
}
