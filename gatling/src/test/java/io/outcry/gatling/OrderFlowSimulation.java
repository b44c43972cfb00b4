// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.PopulationBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Orders at a constant rate, {@code -DordersPerSecond} (2,325), the mix of {@link OrderMix}: acknowledged, matched and readable are measured apart
 * by {@link OrderTraffic}. With {@code -DrampTo} the rate climbs in steps until one is not reached: the highest that was is the saturation.
 *
 * <p>The run fails if an order fails, if not all have their outcome at the offered rate, or if the 99th percentile from due to outcome is
 * above {@code ordersP99Millis} (10).
 */
public final class OrderFlowSimulation extends LoadSimulation {

    /** Between two levels of a ramp: the longest wait for an answer, so that none is counted at another level. */
    private static final int BETWEEN_LEVELS_SECONDS = 6;

    private final int perSecond = settings.number("ordersPerSecond", 2_325, 20);
    private final int rampTo = settings.number("rampTo", 0, 0);
    private final int warmupSeconds = settings.number("warmupSeconds", 120, 2);
    private final int p99Millis = settings.number("ordersP99Millis", 10, 1);
    private final Market market = Market.read(baseUrl, OrderMix.SYMBOL);
    private final String run = Long.toString(System.currentTimeMillis(), 36);
    private final List<OrderTraffic> levels = new ArrayList<>();
    /** What has been said of a level: each of its successor's orders asks. */
    private final Map<Integer, Boolean> reached = new ConcurrentHashMap<>();

    public OrderFlowSimulation() {
        List<PopulationBuilder> traffic = new ArrayList<>();
        OrderTraffic warmUp = new OrderTraffic(
                new OrderMix(settings.seed() + 1, market, settings, run + "w"), settings.seed(), ", warm-up", perSecond, warmupSeconds);
        traffic.add(scenario("warm-up orders").exec(warmUp.measured())
                .injectOpen(warmingTo(perSecond, warmupSeconds)));
        int before = warmupSeconds + PAUSE_SECONDS;
        int measured = rampTo == 0 ? oneRate(before, traffic) : ramp(before, traffic);
        run(traffic, sharedConnections(), before, measured);
    }

    @Override
    String title() {
        return rampTo == 0
                ? String.format(Locale.ROOT, "OrderFlow at %,d orders/s", perSecond)
                : String.format(Locale.ROOT, "OrderFlow from %,d orders/s to saturation", perSecond);
    }

    @Override
    void finish() {
        note(String.format(
                Locale.ROOT, "%,d market orders met an empty side and were told so (422 NO_LIQUIDITY), which is right.",
                levels.stream().mapToLong(OrderTraffic::withoutLiquidity).sum()));
        if (rampTo > 0) {
            note(String.format(Locale.ROOT,
                    "Saturation: %,.0f orders/s, the highest step whose orders all had their outcome at the offered rate, "
                            + "99 of 100 within %d ms.",
                    saturation(), p99Millis));
        }
    }

    /** The traffic of a run at one rate; its length in seconds. */
    private int oneRate(int before, List<PopulationBuilder> traffic) {
        int seconds = settings.number("seconds", 60, 1);
        OrderTraffic orders = traffic("", perSecond, seconds);
        traffic.add(scenario("orders").exec(orders.measured())
                .injectOpen(nothingFor(before), constantUsersPerSec(perSecond).during(seconds)));
        orders.all().forEach(this::measure);
        orders.all().forEach(targets::noError);
        targets.rate(orders.matched());
        targets.atLeast("orders with their outcome, each second,", perSecond * 0.99, "/s", orders::outcomesPerSecond);
        targets.percentile(orders.matched(), 99, p99Millis);
        return seconds;
    }

    /** The traffic of a run that climbs; its length in seconds. */
    private int ramp(int before, List<PopulationBuilder> traffic) {
        int step = settings.number("rampStep", 500, 1);
        int seconds = settings.number("levelSeconds", 15, 1);
        int count = Math.max(0, (rampTo - perSecond) / step) + 1;
        int each = seconds + BETWEEN_LEVELS_SECONDS;
        for (int i = 0; i < count; i++) {
            int rate = perSecond + i * step;
            int below = i;
            OrderTraffic level = traffic(String.format(Locale.ROOT, " at %,d/s", rate), rate, seconds);
            traffic.add(scenario("orders at " + rate).exitHereIf(session -> !isReached(below - 1)).exec(level.measured())
                    .injectOpen(nothingFor(before + i * each), constantUsersPerSec(rate).during(seconds)));
            measureLevel(level.matched());
        }
        // A step counts as reached within 1 %, so the first one does here, too.
        targets.atLeast("saturation", perSecond * 0.99, "/s", this::saturation);
        return count * each;
    }

    private OrderTraffic traffic(String suffix, int rate, int seconds) {
        int seed = settings.seed() + 2 * levels.size() + 2;
        OrderTraffic orders =
                new OrderTraffic(new OrderMix(seed, market, settings, run + "." + levels.size()), seed + 1, suffix, rate, seconds);
        levels.add(orders);
        return orders;
    }

    /** Whether a level and all below it were reached; there is none below the first. To be asked when the level is over. */
    private boolean isReached(int level) {
        return IntStream.rangeClosed(0, level).allMatch(each -> reached.computeIfAbsent(each, this::judge));
    }

    private boolean judge(int level) {
        OrderTraffic orders = levels.get(level);
        return orders.errors() == 0 && orders.matched().reachedRate() && orders.matched().millis(99) < p99Millis;
    }

    private double saturation() {
        double highest = 0;
        for (int i = 0; i < levels.size() && isReached(i); i++) {
            highest = levels.get(i).outcomesPerSecond();
        }
        return highest;
    }
}
