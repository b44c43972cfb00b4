// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Everything at once for ten minutes ({@code seconds}, 600): {@code ordersPerSecond} (500) orders as in {@link OrderFlowSimulation},
 * {@code pricesPerSecond} (2,000) reads of prices, {@code lookupsPerSecond} (200) reads of orders by id among {@code records} (50,000), and
 * {@code streams} (500) people who watch a price all the time. The rates are meant for all of it on one small machine; each part has the limits
 * that it has alone.
 */
public final class MixedSimulation extends LoadSimulation {

    private static final long SECOND = 1_000_000_000L;

    private final int ordersPerSecond = settings.number("ordersPerSecond", 500, 20);
    private final int pricesPerSecond = settings.number("pricesPerSecond", 2_000, 1);
    private final int lookupsPerSecond = settings.number("lookupsPerSecond", 200, 1);
    private final int streams = settings.number("streams", 500, 1);
    private final int records = settings.number("records", 50_000, 1);
    private final int warmupSeconds = settings.number("warmupSeconds", 120, 2);
    private final int seconds = settings.number("seconds", 600, 1);
    private final int before = warmupSeconds + PAUSE_SECONDS;
    private final String run = Long.toString(System.currentTimeMillis(), 36);
    private final Market market = Market.read(baseUrl, OrderMix.SYMBOL);
    private final OrderTraffic orders =
            new OrderTraffic(mix(settings.seed(), ""), settings.seed(), "", ordersPerSecond, seconds);
    private final PriceReads prices = new PriceReads(market.symbols(), settings.seed());
    private final Lookups lookups = new Lookups(settings.aliceKey(), settings.seed());
    private final Series priceSeries = new Series("prices", pricesPerSecond, seconds);
    private final Series lookupSeries = new Series("order by id", lookupsPerSecond, seconds);
    private final Series opened = new Series("open the stream", 0, before + seconds);
    private final Series first = new Series("first price", 0, before + seconds);
    private final Series streamed = new Series("streamed prices", 0, seconds);
    private final Series stayed = new Series("still there at the end", 0, before + seconds);
    private final Watchers watchers = new Watchers(opened, first, stayed, settings.number("patienceSeconds", 10, 1));
    private volatile long startNanos;

    public MixedSimulation() {
        orders.all().forEach(this::measure);
        List.of(priceSeries, lookupSeries, opened, first, stayed, streamed).forEach(this::measure);
        List<PopulationBuilder> traffic = new ArrayList<>();
        OrderTraffic warmUp =
                new OrderTraffic(mix(settings.seed() + 1, "w"), settings.seed(), ", warm-up", ordersPerSecond, warmupSeconds);
        traffic.add(warmUp("orders", warmUp.measured(), ordersPerSecond));
        traffic.add(scenario("orders").exec(orders.measured())
                .injectOpen(nothingFor(before), constantUsersPerSec(ordersPerSecond).during(seconds)));
        both(priceSeries, pricesPerSecond, name -> prices.one(session -> name, ""), traffic);
        both(lookupSeries, lookupsPerSecond, name -> lookups.one(session -> name), traffic);
        traffic.add(scenario("watch a price").exec(watchers.steps(this::endNanos, this::endNanos))
                .injectOpen(rampUsers(streams).during(warmupSeconds)));
        limits();
        run(traffic, sharedConnections(), before, seconds);
    }

    @Override
    public void before() {
        lookups.among(Records.place(baseUrl, settings.aliceKey(), run + "r", records, OrderMix.SYMBOL, "0.01", "55000.00"));
        startNanos = System.nanoTime();
        stayed.begin(startNanos);
        watchers.measure(List.of(new Watchers.Arrivals(streamed, startNanos + before * SECOND, endNanos())));
    }

    @Override
    String title() {
        return String.format(Locale.ROOT, "Mixed: %,d orders/s, %,d prices/s, %,d lookups/s, %,d streams", ordersPerSecond, pricesPerSecond,
                lookupsPerSecond, streams);
    }

    @Override
    void finish() {
        note(watchers.summary());
    }

    private void limits() {
        List<Series> all = new ArrayList<>(orders.all());
        all.addAll(List.of(priceSeries, lookupSeries, opened, first, streamed));
        all.forEach(targets::noError);
        targets.atLeast(stayed.name(), streams, "streams", stayed::rightAnswers);
        List.of(orders.matched(), priceSeries, lookupSeries).forEach(targets::rate);
        targets.percentile(orders.matched(), 99, settings.number("ordersP99Millis", 50, 1));
        targets.percentile(priceSeries, 95, settings.number("pricesP95Millis", 80, 1));
        targets.percentile(priceSeries, 99, settings.number("pricesP99Millis", 100, 1));
        targets.percentile(lookupSeries, 95, settings.number("lookupsP95Millis", 190, 1));
        targets.percentile(streamed, 99, settings.number("streamP99Millis", 200, 1));
    }

    /** The same reads as warm-up and measured. */
    private void both(Series series, int perSecond, Function<String, ChainBuilder> read, List<PopulationBuilder> traffic) {
        OpenLoad load = new OpenLoad(perSecond);
        traffic.add(warmUp(series.name(), read.apply("warm-up " + series.name()), perSecond));
        traffic.add(scenario(series.name())
                .exec(exec(session -> OpenLoad.sent(series, load.start(session))).exec(read.apply(series.name()))
                        .exec(session -> OpenLoad.answered(series, session)))
                .injectOpen(nothingFor(before), constantUsersPerSec(perSecond).during(seconds)));
    }

    private PopulationBuilder warmUp(String name, ChainBuilder request, int perSecond) {
        return scenario("warm-up " + name).exec(request).injectOpen(warmingTo(perSecond, warmupSeconds));
    }

    private OrderMix mix(long seed, String suffix) {
        return new OrderMix(seed, market, settings, run + suffix);
    }

    private long endNanos() {
        return startNanos + (before + seconds) * SECOND;
    }
}
