// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Choice;
import io.gatling.javaapi.core.PopulationBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads of prices in three groups side by side: 20 hot, 180 medium, and {@code coldSymbols} (800) cold symbols; 9,800 make it 10,000 in all.
 *
 * <p>Two ways to ask. {@code -Dmodel=open}, the first: a third of {@code pricesPerSecond} for each group, sent when due over as many
 * connections as it takes. {@code -Dmodel=users}: 1,800, 1,200 and 800 users, who keep a connection each and share the same rate, each reading
 * again at fixed times.
 *
 * <p>The run fails if a read fails or is no price, if the rate was not reached, if a group's 95th or 99th percentile is above its limit, and
 * if the 99th of the cold group is more than one and a half times that of the hot one: a price must not be slower to read because few want it.
 */
public final class PriceReadsSimulation extends LoadSimulation {

    private static final double COLD_TO_HOT = 1.5;
    private static final List<String> GROUPS = List.of("hot", "medium", "cold");
    private static final List<Integer> USERS = List.of(1_800, 1_200, 800);
    /** Users of a crowd come evenly over this time, as part of the warm-up. */
    private static final int ARRIVAL_SECONDS = 15;

    private final int perSecond = settings.number("pricesPerSecond", 8_100, GROUPS.size());
    private final int warmupSeconds = settings.number("warmupSeconds", 60, 2);
    private final int seconds = settings.number("seconds", 60, 1);
    private final int p95Millis = settings.number("pricesP95Millis", 80, 1);
    private final int p99Millis = settings.number("pricesP99Millis", 100, 1);
    private final int usersPercent = settings.number("usersPercent", 100, 1);
    private final boolean crowds = !settings.isOpen("open");
    private final PriceSymbols symbols =
            PriceSymbols.read(baseUrl, Market.read(baseUrl, OrderMix.SYMBOL).symbols(), settings.number("coldSymbols", 800, 1));
    private final List<Series> groups = new ArrayList<>();
    private final List<Pace> paces = new ArrayList<>();

    public PriceReadsSimulation() {
        List<PopulationBuilder> traffic = new ArrayList<>();
        List<Choice.WithKey> open = new ArrayList<>();
        AtomicInteger turn = new AtomicInteger();
        int before = crowds ? Math.max(warmupSeconds, ARRIVAL_SECONDS + PAUSE_SECONDS) : warmupSeconds + PAUSE_SECONDS;
        for (int group = 0; group < GROUPS.size(); group++) {
            int rate = crowds ? perSecond * users(group) / allUsers() : perSecond / GROUPS.size();
            Series series = measure(new Series(GROUPS.get(group), rate, seconds));
            groups.add(series);
            PriceReads reads = new PriceReads(symbols.group(group), settings.seed() + group);
            if (crowds) {
                traffic.addAll(crowd(series, reads, group, before));
            } else {
                open.add(onCase(group).then(measured(series, reads, rate)));
                traffic.add(warmUp(series, reads, rate));
            }
            targets.noError(series);
            targets.rate(series);
            targets.percentile(series, 95, p95Millis);
            targets.percentile(series, 99, p99Millis);
        }
        if (!crowds) {
            // In turn, so that none of them is sent later than the others.
            traffic.add(scenario("reads").doSwitch(_ -> turn.getAndIncrement() % GROUPS.size()).on(open)
                    .injectOpen(nothingFor(before), constantUsersPerSec(perSecond / GROUPS.size() * GROUPS.size()).during(seconds)));
        }
        targets.atMost("cold p99 to hot p99", COLD_TO_HOT, "", this::coldToHot);
        targets.atLeast("reads each second", perSecond * 0.99, "/s",
                () -> groups.stream().mapToDouble(Series::achievedPerSecond).sum());
        run(traffic, crowds ? ownConnections() : sharedConnections(), before, seconds);
    }

    @Override
    public void before() {
        paces.forEach(Pace::start);
    }

    @Override
    String title() {
        return String.format(
                Locale.ROOT, "PriceReads at %,d/s, %,d symbols, %s", perSecond, symbols.size(),
                crowds ? String.format(Locale.ROOT, "%,d users", allUsers()) : "open");
    }

    @Override
    void finish() {
        note(String.format(Locale.ROOT, "%d hot, %d medium and %,d cold symbols.", symbols.group(0).size(), symbols.group(1).size(),
                symbols.group(2).size()));
    }

    private ChainBuilder measured(Series series, PriceReads reads, int rate) {
        OpenLoad load = new OpenLoad(rate);
        return exec(load::start).exec(session -> OpenLoad.sent(series, session))
                .exec(reads.one(session -> series.name(), ""))
                .exec(session -> OpenLoad.answered(series, session));
    }

    private PopulationBuilder warmUp(Series series, PriceReads reads, int rate) {
        String name = "warm-up " + series.name();
        return scenario(name).exec(reads.one(session -> name, "")).injectOpen(warmingTo(rate, warmupSeconds));
    }

    private List<PopulationBuilder> crowd(Series series, PriceReads reads, int group, int before) {
        Pace pace = new Pace(series, 1_000.0 * allUsers() / perSecond, before, seconds);
        paces.add(pace);
        return List.of(scenario(series.name() + ", each on a connection")
                .exec(pace.steps(reads.one(session -> Pace.name(session, series.name()), "")))
                .injectOpen(rampUsers(users(group)).during(Math.min(ARRIVAL_SECONDS, before))));
    }

    private int users(int group) {
        return Math.max(1, USERS.get(group) * usersPercent / 100);
    }

    private int allUsers() {
        return users(0) + users(1) + users(2);
    }

    private double coldToHot() {
        return groups.get(2).millis(99) / groups.get(0).millis(99);
    }
}
