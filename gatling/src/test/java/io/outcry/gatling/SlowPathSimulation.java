// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.PopulationBuilder;
import java.util.List;
import java.util.Locale;

/**
 * Reads that insist on a fresh price while the venues behind it are slow: 97 of 100 of their answers take up to half a second, the others one
 * to two. Every read must be answered within 550 ms, with a price that says its age, and never with an error.
 *
 * <p>{@code connections} (100) users ask again as soon as they are answered: a closed model, since the number of connections is what is given.
 * {@code -Dmodel=open} sends {@code pricesPerSecond} (340) when they are due instead. The venues are slowed down and let go again through
 * the control interface of the simulated venues, {@code -DcontrolUrl}.
 */
public final class SlowPathSimulation extends LoadSimulation {

    private static final String READ = "insistent read";
    private static final int LONGEST_MILLIS = 550;
    private static final int ARRIVAL_SECONDS = 2;

    private final boolean open = settings.isOpen("users");
    private final int perSecond = settings.number("pricesPerSecond", 340, 1);
    private final int connections = settings.number("connections", 100, 1);
    private final int warmupSeconds = settings.number("warmupSeconds", 10, ARRIVAL_SECONDS);
    private final int seconds = settings.number("seconds", 60, 1);
    private final String maxAgeMillis = settings.text("maxAgeMs", "50");
    private final VenueControl venues = new VenueControl(settings.text("controlUrl", "http://127.0.0.1:9100"));
    private final PriceReads reads = new PriceReads(Market.read(baseUrl, OrderMix.SYMBOL).symbols(), settings.seed());
    private final Series series = measure(new Series(READ, open ? perSecond : 0, seconds));
    private final int before = warmupSeconds + PAUSE_SECONDS;
    private final Pace pace = new Pace(series, 0, before, seconds);

    public SlowPathSimulation() {
        targets.noError(series);
        targets.slowest(series, LONGEST_MILLIS);
        if (open) {
            targets.rate(series);
        }
        run(open ? arrivals() : crowd(), open ? sharedConnections() : ownConnections(), before, seconds);
    }

    @Override
    public void before() {
        venues.slowDown();
        pace.start();
    }

    @Override
    void finish() {
        venues.recover();
    }

    @Override
    String title() {
        return String.format(Locale.ROOT, open ? "SlowPath at %,d reads/s" : "SlowPath over %2$,d connections", perSecond, connections);
    }

    private List<PopulationBuilder> crowd() {
        return List.of(scenario("each on a connection").exec(pace.steps(reads.one(session -> Pace.name(session, READ), query())))
                .injectOpen(rampUsers(connections).during(ARRIVAL_SECONDS)));
    }

    private List<PopulationBuilder> arrivals() {
        OpenLoad load = new OpenLoad(perSecond);
        return List.of(
                scenario("warm-up").exec(reads.one(session -> "warm-up " + READ, query()))
                        .injectOpen(warmingTo(perSecond, warmupSeconds)),
                scenario(READ).exec(exec(load::start).exec(session -> OpenLoad.sent(series, session))
                        .exec(reads.one(session -> READ, query())).exec(session -> OpenLoad.answered(series, session)))
                        .injectOpen(nothingFor(before), constantUsersPerSec(perSecond).during(seconds)));
    }

    private String query() {
        return "?maxAgeMs=" + maxAgeMillis;
    }
}
