// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.server.ProblemResponses;
import io.outcry.contracts.server.RequestTimes;
import io.outcry.contracts.trace.TracedRequests;
import io.outcry.contracts.trace.Tracing;
import io.outcry.order.instrument.InstrumentAdmin;
import io.outcry.order.instrument.InstrumentRegistry;
import io.outcry.order.log.LogWriter;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.metrics.OrderServiceMetrics;
import io.outcry.order.reply.AccountLimits;
import io.outcry.order.reply.CommandGateway;
import io.outcry.order.reply.CommandProblems;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The paths of this service. */
public final class OrderRoutes {

    private OrderRoutes() {}

    /**
     * What the handlers work with.
     *
     * @param searches what each account may send to look for an order in every partition
     * @param ready false: instruments or outcomes are not being followed yet, so nothing is accepted
     */
    public record Parts(
            ApiKeys keys,
            InstrumentRegistry registry,
            InstrumentAdmin admin,
            CommandGateway gateway,
            AccountLimits searches,
            LogWriter writer,
            OrderLanes lanes,
            OrderServiceMetrics metrics,
            InstantSource clock,
            BooleanSupplier ready,
            Tracing tracing) {

        private NewOrders newOrders() {
            return new NewOrders(registry, lanes, clock);
        }
    }

    /** The plain ones among the orders that {@link #of} takes. */
    public static HotPlacements hot(Parts parts, Duration unaskedWait, Duration longestWait, MeterRegistry registry) {
        return new HotPlacements(
                new Callers(parts.keys, parts.metrics, unaskedWait, longestWait), parts.newOrders(), parts,
                new RequestTimes(registry, "POST"));
    }

    /**
     * @param unaskedWait for an outcome, where the client does not say
     * @param longestWait that a client may ask for
     * @param refreshInterval between two refreshes of one symbol's price
     */
    public static RouterFunction<ServerResponse> of(Parts parts, Duration unaskedWait, Duration longestWait, Duration refreshInterval) {
        InstantSource clock = parts.clock;
        Callers callers = new Callers(parts.keys, parts.metrics, unaskedWait, longestWait);
        LongBodies longBodies = LongBodies.ofHeap();
        OrderHandler orders = new OrderHandler(callers, parts.newOrders(), parts.gateway, clock, longBodies);
        OpenOrderHandler open =
                new OpenOrderHandler(callers, parts.registry, parts.gateway, parts.searches, parts.lanes, clock, longBodies);
        InstrumentHandler instruments = new InstrumentHandler(parts.keys, parts.registry, parts.admin, longBodies);
        PriceRefreshHandler prices = new PriceRefreshHandler(parts.registry, parts.writer, parts.lanes, clock, refreshInterval);
        return RouterFunctions.route()
                .POST("/api/v1/orders", orders::place)
                .POST("/api/v1/orders/batch", orders::placeBatch)
                .POST("/api/v1/orders/test", orders::test)
                .DELETE("/api/v1/orders", open::cancelSelected)
                .DELETE("/api/v1/orders/{orderId}", open::cancel)
                .PATCH("/api/v1/orders/{orderId}", open::amend)
                .POST("/api/v1/prices/{symbol}/refresh", prices::refresh)
                .PUT("/api/v1/admin/instruments/{symbol}", instruments::define)
                .POST("/api/v1/admin/instruments/{symbol}/state", instruments::setState)
                // The first filter is the outermost.
                .filter(TracedRequests.filter(parts.tracing))
                .filter(ProblemResponses.filter())
                .filter((request, next) -> Mono.defer(() -> next.handle(request))
                        .doOnError(ApiException.class, failure -> parts.metrics.rejected(failure.problem().code())))
                .filter((request, next) -> parts.ready.getAsBoolean()
                        ? next.handle(request)
                        : Mono.error(new ApiException(CommandProblems.logUnavailable())))
                .build();
    }
}
