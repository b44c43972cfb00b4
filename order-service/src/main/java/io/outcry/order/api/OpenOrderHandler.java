// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.trace.TracedRequests;
import io.outcry.contracts.trace.TracedSpan;
import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.MassCancel;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Side;
import io.outcry.order.domain.Amendment;
import io.outcry.order.domain.Checked;
import io.outcry.order.domain.Fault;
import io.outcry.order.instrument.InstrumentRegistry;
import io.outcry.order.instrument.RegisteredSymbol;
import io.outcry.order.log.LogLane;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.reply.AccountLimits;
import io.outcry.order.reply.Command;
import io.outcry.order.reply.CommandGateway;
import io.outcry.order.reply.CommandKind;
import io.outcry.order.reply.CommandProblems;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Cancels and amends open orders. */
final class OpenOrderHandler {

    private static final byte[] NO_KEY = {};

    private final Callers callers;
    private final InstrumentRegistry registry;
    private final CommandGateway gateway;
    private final AccountLimits searches;
    private final OrderLanes lanes;
    private final InstantSource clock;
    private final LongBodies longBodies;

    /** @param searches what each account may send to look for an order in every partition */
    OpenOrderHandler(
            Callers callers,
            InstrumentRegistry registry,
            CommandGateway gateway,
            AccountLimits searches,
            OrderLanes lanes,
            InstantSource clock,
            LongBodies longBodies) {
        this.callers = callers;
        this.registry = registry;
        this.gateway = gateway;
        this.searches = searches;
        this.lanes = lanes;
        this.clock = clock;
        this.longBodies = longBodies;
    }

    /** {@code DELETE /api/v1/orders/{orderId}}. */
    Mono<ServerResponse> cancel(ServerRequest request) {
        String account = callers.trader(request);
        Preference preference = callers.preference(request);
        long orderId = orderId(request);
        OrderCommand.Builder message = command().setCancel(CancelOrder.newBuilder().setAccount(account).setOrderId(orderId));
        Command command = new Command(CommandKind.CANCEL, lane(orderId), NO_KEY, message.build());
        return gateway.submit(command, preference.limit(), ConnectionThread.of(request))
                .flatMap(result -> answer(OrderChange.answer(orderId, result), preference));
    }

    /** {@code PATCH /api/v1/orders/{orderId}}. */
    Mono<ServerResponse> amend(ServerRequest request) {
        String account = callers.trader(request);
        Preference preference = callers.preference(request);
        long orderId = orderId(request);
        LogLane lane = lane(orderId);
        Executor thread = ConnectionThread.of(request);
        return JsonBody.read(request, longBodies).flatMap(body -> switch (OrderParser.amendment(body)) {
            case Checked.Refused<Amendment>(Fault fault) -> answer(Callers.refused(fault), preference);
            case Checked.Valid<Amendment>(Amendment amendment) -> {
                OrderCommand.Builder message = command().setAmend(AmendOrder.newBuilder()
                        .setAccount(account)
                        .setOrderId(orderId)
                        .setPrice(amendment.price().value())
                        .setPriceScale(amendment.price().scale())
                        .setQuantity(amendment.quantity().value())
                        .setQuantityScale(amendment.quantity().scale()));
                yield gateway.submit(new Command(CommandKind.AMEND, lane, NO_KEY, message.build()), preference.limit(), thread)
                        .flatMap(result -> answer(OrderChange.answer(orderId, result), preference));
            }
        });
    }

    /** {@code DELETE /api/v1/orders} with parameters: one order by its clientOrderId, or all of a symbol. */
    Mono<ServerResponse> cancelSelected(ServerRequest request) {
        String account = callers.trader(request);
        Preference preference = callers.preference(request);
        CancelSelection selection = CancelSelection.of(request);
        Executor thread = ConnectionThread.of(request);
        return switch (selection) {
            case CancelSelection.ByClientOrderId one -> cancelByClientOrderId(account, one, preference, thread);
            case CancelSelection.OfSymbol all -> cancelAll(account, all, preference, thread);
        };
    }

    /**
     * The clientOrderId does not tell the partition. Without a symbol every partition is asked, and the one that has the order cancels it:
     * a request is then many commands, so these are counted. The count is not that of the account's orders, which may stand in no cancel's
     * way.
     */
    private Mono<ServerResponse> cancelByClientOrderId(
            String account, CancelSelection.ByClientOrderId selection, Preference preference, Executor thread) {
        CancelOrder cancel = CancelOrder.newBuilder().setAccount(account).setClientOrderId(selection.clientOrderId()).build();
        List<Integer> partitions = selection.symbol().isPresent()
                ? List.of(registered(selection.symbol().get()).partition())
                : IntStream.range(0, lanes.orderPartitions()).boxed().toList();
        byte[] key = selection.symbol().map(symbol -> symbol.getBytes(StandardCharsets.UTF_8)).orElse(NO_KEY);
        boolean counted = partitions.size() > 1;
        return Mono.<Answer>create(sink -> {
            if (counted && !searches.begin(account, partitions.size())) {
                sink.success(Answer.refused(CommandProblems.searchesTooMuch(searches.retryAfter(account, partitions.size()))));
                return;
            }
            ClientOrderIdCancel answers = new ClientOrderIdCancel(selection.clientOrderId(), partitions.size(), sink::success);
            OrderCommand message = command().setCancel(cancel).build();
            TracedSpan traced = TracedRequests.of(sink.contextView());
            for (int partition : partitions) {
                Command command = new Command(CommandKind.CANCEL, lanes.commands(partition).orElseThrow(), key, message);
                gateway.submit(command.of(traced), preference.limit(), thread, result -> {
                    if (counted) {
                        searches.end(account);
                    }
                    answers.add(result);
                });
            }
        }).flatMap(answer -> answer(answer, preference));
    }

    private Mono<ServerResponse> cancelAll(
            String account, CancelSelection.OfSymbol selection, Preference preference, Executor thread) {
        String symbol = selection.symbol();
        LogLane lane = lanes.commands(registered(symbol).partition()).orElseThrow();
        OrderCommand.Builder message = command().setMassCancel(MassCancel.newBuilder()
                .setAccount(account)
                .setSymbol(symbol)
                .setSide(selection.side().orElse(Side.SIDE_UNSPECIFIED)));
        Command command = new Command(CommandKind.MASS_CANCEL, lane, symbol.getBytes(StandardCharsets.UTF_8), message.build());
        return gateway.submit(command, preference.limit(), thread)
                .flatMap(result -> answer(OrderChange.answerAll(account, symbol, result), preference));
    }

    private Mono<ServerResponse> answer(Answer answer, Preference preference) {
        return callers.counted(answer).toResponse(preference.applied());
    }

    private OrderCommand.Builder command() {
        return OrderCommand.newBuilder().setTimeUs(Micros.now(clock));
    }

    private RegisteredSymbol registered(String symbol) {
        return registry.find(symbol).orElseThrow(() -> new ApiException(NewOrders.unknown(symbol).problem()));
    }

    private LogLane lane(long orderId) {
        return lanes.commands(LogPosition.partition(orderId)).orElseThrow(OpenOrderHandler::notFound);
    }

    private static long orderId(ServerRequest request) {
        return LogPosition.parse(request.pathVariable("orderId")).orElseThrow(OpenOrderHandler::notFound);
    }

    private static ApiException notFound() {
        return new ApiException(ErrorCode.ORDER_NOT_FOUND, "no such order of this account");
    }
}
