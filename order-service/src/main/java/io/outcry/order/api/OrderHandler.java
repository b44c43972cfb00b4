// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Principal;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.http.ProblemResponses;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import io.outcry.order.domain.Checked;
import io.outcry.order.domain.Fault;
import io.outcry.order.domain.OrderRequest;
import io.outcry.order.log.LogLane;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.metrics.OrderServiceMetrics;
import io.outcry.order.reply.Command;
import io.outcry.order.reply.CommandGateway;
import io.outcry.order.reply.CommandKind;
import io.outcry.order.reply.CommandProblems;
import io.outcry.order.reply.CommandResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Places, tries and cancels orders. */
final class OrderHandler {

    private static final int MAX_ID_DIGITS = 19;
    private static final byte[] NO_KEY = {};

    private final ApiKeys keys;
    private final NewOrders orders;
    private final CommandGateway gateway;
    private final OrderLanes lanes;
    private final InstantSource clock;
    private final OrderServiceMetrics metrics;
    private final Duration unaskedWait;
    private final Duration longestWait;

    OrderHandler(
            ApiKeys keys,
            NewOrders orders,
            CommandGateway gateway,
            OrderLanes lanes,
            InstantSource clock,
            OrderServiceMetrics metrics,
            Duration unaskedWait,
            Duration longestWait) {
        this.keys = keys;
        this.orders = orders;
        this.gateway = gateway;
        this.lanes = lanes;
        this.clock = clock;
        this.metrics = metrics;
        this.unaskedWait = unaskedWait;
        this.longestWait = longestWait;
    }

    /** {@code POST /api/v1/orders}. */
    Mono<ServerResponse> place(ServerRequest request) {
        Principal principal = trader(request);
        Preference preference = preference(request);
        Executor thread = ConnectionThread.of(request);
        return JsonBody.read(request)
                .flatMap(body -> switch (prepare(principal, OrderParser.one(body))) {
                    case Checked.Refused<NewOrder>(Fault fault) -> Mono.just(Answer.refused(problem(fault)));
                    case Checked.Valid<NewOrder>(NewOrder order) -> Mono.<CommandResult>create(
                            sink -> gateway.submit(order.command(), preference.limit(), thread, sink::success)).map(order::answer);
                })
                .flatMap(answer -> counted(answer).toResponse(preference.applied()));
    }

    /** {@code POST /api/v1/orders/batch}. */
    Mono<ServerResponse> placeBatch(ServerRequest request) {
        Principal principal = trader(request);
        Preference preference = preference(request);
        Executor thread = ConnectionThread.of(request);
        return JsonBody.read(request)
                .flatMap(body -> {
                    List<Checked<NewOrder>> batch =
                            OrderParser.batch(body).stream().map(form -> prepare(principal, form)).toList();
                    return Mono.<BatchAnswers>create(
                            sink -> place(batch, preference.limit(), thread, new BatchAnswers(batch.size(), sink::success)));
                })
                .flatMap(answers -> {
                    answers.all().forEach(this::counted);
                    return answers.toResponse(preference.applied());
                });
    }

    private void place(List<Checked<NewOrder>> batch, Duration wait, Executor thread, BatchAnswers answers) {
        for (int i = 0; i < batch.size(); i++) {
            int index = i;
            switch (batch.get(i)) {
                case Checked.Refused<NewOrder>(Fault fault) -> thread.execute(() -> answers.set(index, Answer.refused(problem(fault))));
                case Checked.Valid<NewOrder>(NewOrder order) ->
                    gateway.submit(order.command(), wait, thread, result -> answers.set(index, answered(order, result)));
            }
        }
    }

    /** One order that cannot be answered must not keep the batch waiting for ever. */
    private static Answer answered(NewOrder order, CommandResult result) {
        try {
            return order.answer(result);
        } catch (RuntimeException e) {
            return Answer.refused(ProblemResponses.of(e));
        }
    }

    /** {@code POST /api/v1/orders/test}: says whether the order could enter the log, and writes nothing. */
    Mono<ServerResponse> test(ServerRequest request) {
        Principal principal = trader(request);
        return JsonBody.read(request).flatMap(body -> switch (prepare(principal, OrderParser.one(body))) {
            case Checked.Refused<NewOrder>(Fault fault) -> counted(Answer.refused(problem(fault))).toResponse(null);
            case Checked.Valid<NewOrder> valid -> ServerResponse.ok().contentType(MediaType.APPLICATION_JSON).bodyValue("{}");
        });
    }

    /** {@code DELETE /api/v1/orders/{orderId}}. */
    Mono<ServerResponse> cancel(ServerRequest request) {
        Principal principal = trader(request);
        Preference preference = preference(request);
        long orderId = orderId(request.pathVariable("orderId"));
        Optional<LogLane> lane = orderId < 0 ? Optional.empty() : lanes.commands(LogPosition.partition(orderId));
        if (lane.isEmpty()) {
            throw new ApiException(ErrorCode.ORDER_NOT_FOUND, "no such order of this account");
        }
        OrderCommand message = OrderCommand.newBuilder()
                .setTimeUs(NewOrders.nowMicros(clock))
                .setCancel(CancelOrder.newBuilder().setAccount(principal.account()).setOrderId(orderId))
                .build();
        Command command = new Command(CommandKind.CANCEL, lane.get(), NO_KEY, message);
        Executor thread = ConnectionThread.of(request);
        return Mono.<CommandResult>create(sink -> gateway.submit(command, preference.limit(), thread, sink::success))
                .flatMap(result -> counted(canceled(orderId, result)).toResponse(preference.applied()));
    }

    private static Answer canceled(long orderId, CommandResult result) {
        String id = String.valueOf(orderId);
        String location = NewOrder.PATH + id;
        return switch (result) {
            case CommandResult.Decided(long position, Outcome outcome) -> CommandProblems.refusal(outcome)
                    .map(refusal -> Answer.refused(refusal.withOrderId(id), position))
                    .orElseGet(() -> Answer.done(200, OrderJson.answer(outcome, outcome.getOrders(0)), position));
            case CommandResult.Written(long position) -> Answer.accepted("{\"orderId\":\"" + id + "\"}", position, location);
            case CommandResult.NotWritten(WriteFailure failure) -> {
                Problem problem = CommandProblems.notWritten(failure);
                yield Answer.refused(failure == WriteFailure.UNKNOWN ? problem.withOrderId(id).withLocation(location) : problem);
            }
        };
    }

    private Answer counted(Answer answer) {
        answer.code().ifPresent(metrics::rejected);
        return answer;
    }

    private Checked<NewOrder> prepare(Principal principal, Checked<OrderRequest> form) {
        return switch (form) {
            case Checked.Refused<OrderRequest>(Fault fault) -> Checked.refused(fault);
            case Checked.Valid<OrderRequest>(OrderRequest order) -> orders.prepare(principal.account(), order);
        };
    }

    private Principal trader(ServerRequest request) {
        return keys.require(request.headers().firstHeader(HttpHeaders.AUTHORIZATION), Principal.Scope.TRADE);
    }

    private Preference preference(ServerRequest request) {
        return Preference.of(request.headers().header("Prefer"), unaskedWait, longestWait);
    }

    private static Problem problem(Fault fault) {
        return Problem.inField(fault.code(), fault.field(), fault.detail());
    }

    /** The number that {@code text} spells, or -1. */
    private static long orderId(String text) {
        if (text.isEmpty() || text.length() > MAX_ID_DIGITS || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException tooLarge) {
            return -1;
        }
    }
}
