// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.server.ProblemResponses;
import io.outcry.contracts.trace.TracedRequests;
import io.outcry.contracts.trace.Tracing;
import io.outcry.query.feed.SymbolPartitions;
import io.outcry.query.log.LogProducer;
import io.outcry.query.log.PriceReadCounts;
import io.outcry.query.position.PositionBarrier;
import io.outcry.query.position.ViewAges;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.RequestDeadline;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewReader;
import java.time.Clock;
import java.time.Duration;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.scheduler.Schedulers;

/** The paths of the public reads. */
public final class QueryRoutes {

    private QueryRoutes() {}

    /**
     * What the reads work with.
     *
     * @param refreshDeadline longest wait of a reader for a fresh price
     * @param refreshFlight how long one request for a fresh price stands
     * @param deadline longest time that an answer takes, whatever it waits for
     */
    public record Parts(
            ViewReader reader, ViewPositions positions, ViewAges ages, PositionBarrier barrier, ViewGuard guard, LogProducer producer,
            PriceReadCounts counts, ApiKeys keys, MeterRegistry registry, Clock clock, Duration refreshDeadline, Duration refreshFlight,
            NearMarket near, SymbolPartitions partitions, Duration deadline, Tracing tracing) {}

    public static RouterFunction<ServerResponse> routes(Parts parts) {
        ReadAnswers answers = new ReadAnswers(parts.barrier(), parts.ages(), parts.guard(), parts.near(), parts.registry());
        SymbolPartitions partitions = parts.partitions();
        PriceRefreshes refreshes = new PriceRefreshes(
                new PriceRefreshes.Parts(
                        parts.reader(), parts.barrier(), parts.near(), parts.producer(), parts.refreshDeadline(), parts.refreshFlight(),
                        Schedulers.parallel(), parts.clock()),
                parts.registry());
        MarketHandler market = new MarketHandler(parts.reader(), parts.near(), partitions, answers);
        OrderHandler orders = new OrderHandler(parts.reader(), partitions, answers, parts.keys());
        NearPriceAnswers nearPrices = new NearPriceAnswers(parts.near(), partitions, answers, parts.counts(), parts.clock());
        PriceHandler prices = new PriceHandler(parts.reader(), nearPrices, partitions, answers, refreshes, parts.counts(), parts.clock());
        return RouterFunctions.route()
                .GET("/api/v1/instruments", market::instruments)
                .GET("/api/v1/instruments/{symbol}", market::instrument)
                .GET("/api/v1/books/{symbol}", market::book)
                .GET("/api/v1/books/{symbol}/top", market::top)
                .GET("/api/v1/trades/{symbol}", market::trades)
                .GET("/api/v1/candles/{symbol}", market::candles)
                .GET("/api/v1/positions", orders::positions)
                .GET("/api/v1/prices", prices::prices)
                .GET("/api/v1/prices/{symbol}", prices::price)
                .GET("/api/v1/prices/{symbol}/explain", prices::explain)
                .GET("/api/v1/orders", orders::list)
                .GET("/api/v1/orders/by-client-id/{clientOrderId}", orders::byClientId)
                .GET("/api/v1/orders/{orderId}", orders::byId)
                .filter(TracedRequests.filter(parts.tracing()))
                .filter(new ReadTimes(parts.registry()).filter())
                .filter(ProblemResponses.filter())
                .filter((request, next) -> next.handle(request).contextWrite(context -> RequestDeadline.in(context, parts.deadline())))
                .build();
    }
}
