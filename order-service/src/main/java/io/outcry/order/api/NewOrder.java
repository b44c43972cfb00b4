// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.server.ProblemResponses;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.order.domain.Fault;
import io.outcry.order.domain.ScaledOrder;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.reply.Command;
import io.outcry.order.reply.CommandProblems;
import io.outcry.order.reply.CommandResult;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An order that may enter the log, and the answers to what becomes of it.
 *
 * @param command that places it
 * @param expected why the engine is expected to refuse it; null: it is not
 */
record NewOrder(ScaledOrder order, Command command, @Nullable Fault expected) {

    static final String PATH = "/api/v1/orders/";

    Answer answer(CommandResult result) {
        return answer(result, () -> true);
    }

    /**
     * The answer, also to one whose outcome cannot be told: nobody must wait for ever.
     *
     * @param room whether one more fill may be told
     */
    Answer answer(CommandResult result, BooleanSupplier room) {
        try {
            return switch (result) {
                case CommandResult.Decided(long position, Outcome outcome) -> decided(position, outcome, room);
                case CommandResult.Written(long position) -> pending(position, position);
                case CommandResult.NotWritten failed -> Answer.refused(notWritten(failed));
            };
        } catch (RuntimeException e) {
            return Answer.refused(ProblemResponses.of(e));
        }
    }

    private Answer decided(long position, Outcome outcome, BooleanSupplier room) {
        long orderId = outcome.getOrdersCount() > 0 ? outcome.getOrders(0).getOrderId() : position;
        Problem refusal = CommandProblems.refusal(outcome).orElse(null);
        if (refusal != null) {
            return Answer.refused(explained(refusal).withOrderId(String.valueOf(orderId)), position);
        }
        if (outcome.getOrdersCount() == 0) {
            return Answer.refused(
                    Problem.of(ErrorCode.INTERNAL, "outcome " + outcome.getSequence() + " of partition " + LogPosition.partition(position)
                            + " accepts an order without reporting it"),
                    position);
        }
        if (!OrderJson.canTell(outcome.getOrders(0))) {
            return pending(orderId, position);
        }
        int status = outcome.getRepeatOfSequence() != 0 ? 200 : 201;
        return Answer.done(status, OrderJson.answer(outcome, outcome.getOrders(0), room), position);
    }

    /** The engine names a rule; if it is the expected one, the field and its limits are known. */
    private Problem explained(Problem refusal) {
        return expected != null && expected.code() == refusal.code() ? expected.problem() : refusal;
    }

    private Problem notWritten(CommandResult.NotWritten failed) {
        Problem problem = CommandProblems.notWritten(failed);
        String clientOrderId = order.request().clientOrderId();
        return failed.failure() == WriteFailure.UNKNOWN && !clientOrderId.isEmpty()
                ? problem.withLocation(PATH + "by-client-id/" + clientOrderId)
                : problem;
    }

    /** What is known before the outcome, or without one that can be told: the order as it was sent. */
    private Answer pending(long orderId, long position) {
        OrderCommand message = command.message();
        PlaceOrder place = message.hasPlace() ? message.getPlace() : message.getPlaceScaled().getOrder();
        OrderReport terms = OrderReport.newBuilder()
                .setOrderId(orderId)
                .setClientOrderId(place.getClientOrderId())
                .setSide(place.getSide())
                .setType(place.getType())
                .setTimeInForce(place.getTimeInForce())
                .setPrice(place.getPrice())
                .setStopPrice(place.getStopPrice())
                .setQuantity(place.getQuantity())
                .setQuoteQuantity(place.getQuoteQuantity())
                .setDisplayQuantity(place.getDisplayQuantity())
                .setPostOnly(place.getPostOnly())
                .setSelfTradePrevention(place.getSelfTradePrevention())
                .setExpireTimeUs(place.getExpireTimeUs())
                .build();
        String body = OrderJson
                .appendTerms(new StringBuilder(384), place.getSymbol(), order.priceScale(), order.quantityScale(), terms)
                .append(",\"status\":\"PENDING_NEW\"}").toString();
        return Answer.accepted(body, position, PATH + orderId);
    }
}
