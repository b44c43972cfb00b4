// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.trace.TracedRequests;
import io.outcry.contracts.trace.TracedSpan;
import io.outcry.order.domain.Checked;
import io.outcry.order.domain.Fault;
import io.outcry.order.domain.OrderChecks;
import io.outcry.order.domain.OrderRequest;
import io.outcry.order.reply.CommandGateway;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Places and tries orders. */
final class OrderHandler {

    private final Callers callers;
    private final NewOrders orders;
    private final CommandGateway gateway;
    private final InstantSource clock;
    private final LongBodies longBodies;

    OrderHandler(Callers callers, NewOrders orders, CommandGateway gateway, InstantSource clock, LongBodies longBodies) {
        this.callers = callers;
        this.orders = orders;
        this.gateway = gateway;
        this.clock = clock;
        this.longBodies = longBodies;
    }

    /** {@code POST /api/v1/orders}. */
    Mono<ServerResponse> place(ServerRequest request) {
        String account = callers.trader(request);
        Preference preference = callers.preference(request);
        Executor thread = ConnectionThread.of(request);
        return JsonBody.read(request, longBodies)
                .flatMap(body -> switch (prepare(account, OrderParser.one(body, clock.millis()))) {
                    case Checked.Refused<NewOrder>(Fault fault) -> Mono.just(Callers.refused(fault));
                    case Checked.Valid<NewOrder>(NewOrder order) ->
                        gateway.submit(order.command(), preference.limit(), thread).map(order::answer);
                })
                .flatMap(answer -> callers.counted(answer).toResponse(preference.applied()));
    }

    /** {@code POST /api/v1/orders/batch}. */
    Mono<ServerResponse> placeBatch(ServerRequest request) {
        String account = callers.trader(request);
        Preference preference = callers.preference(request);
        Executor thread = ConnectionThread.of(request);
        return JsonBody.read(request, longBodies)
                .flatMap(body -> {
                    List<Checked<NewOrder>> batch =
                            OrderParser.batch(body, clock.millis()).stream().map(form -> prepare(account, form)).toList();
                    return Mono.<BatchAnswers>create(
                            sink -> place(
                                    batch, preference.limit(), thread, TracedRequests.of(sink.contextView()),
                                    new BatchAnswers(batch.size(), sink::success)));
                })
                .flatMap(answers -> {
                    answers.all().forEach(callers::counted);
                    return answers.toResponse(preference.applied());
                });
    }

    private void place(
            List<Checked<NewOrder>> batch, Duration wait, Executor thread, @Nullable TracedSpan traced, BatchAnswers answers) {
        for (int i = 0; i < batch.size(); i++) {
            int index = i;
            switch (batch.get(i)) {
                case Checked.Refused<NewOrder>(Fault fault) -> thread.execute(() -> answers.set(index, Callers.refused(fault)));
                case Checked.Valid<NewOrder>(NewOrder order) ->
                    gateway.submit(order.command().of(traced), wait, thread,
                            result -> answers.set(index, order.answer(result, answers::tellsFill)));
            }
        }
    }

    /** {@code POST /api/v1/orders/test}: says whether the order fits the rules of its symbol, and writes nothing. */
    Mono<ServerResponse> test(ServerRequest request) {
        String account = callers.trader(request);
        return JsonBody.read(request, longBodies).flatMap(body -> switch (prepare(account, trial(body))) {
            case Checked.Refused<NewOrder>(Fault fault) -> callers.counted(Callers.refused(fault)).toResponse(null);
            case Checked.Valid<NewOrder>(NewOrder order) -> order.expected() == null
                    ? ServerResponse.ok().contentType(MediaType.APPLICATION_JSON).bodyValue("{}")
                    : callers.counted(Callers.refused(order.expected())).toResponse(null);
        });
    }

    private Checked<OrderRequest> trial(byte[] body) {
        long now = clock.millis();
        Checked<OrderRequest> form = OrderParser.one(body, now);
        return form instanceof Checked.Valid<OrderRequest>(OrderRequest order) ? OrderChecks.asNew(order, now) : form;
    }

    private Checked<NewOrder> prepare(String account, Checked<OrderRequest> form) {
        return switch (form) {
            case Checked.Refused<OrderRequest>(Fault fault) -> Checked.refused(fault);
            case Checked.Valid<OrderRequest>(OrderRequest order) -> orders.prepare(account, order);
        };
    }
}
