// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.Outcome;
import io.outcry.order.domain.OrderRequest;
import io.outcry.order.domain.ValidOrder;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.reply.Command;
import io.outcry.order.reply.CommandProblems;
import io.outcry.order.reply.CommandResult;

/**
 * An order that may enter the log, and the answers to what becomes of it.
 *
 * @param order as it was checked
 * @param command that places it
 */
record NewOrder(ValidOrder order, Command command) {

    static final String PATH = "/api/v1/orders/";

    Answer answer(CommandResult result) {
        return switch (result) {
            case CommandResult.Decided(long position, Outcome outcome) -> decided(position, outcome);
            case CommandResult.Written(long position) -> Answer.accepted(pending(position), position, PATH + position);
            case CommandResult.NotWritten(WriteFailure failure) -> Answer.refused(notWritten(failure));
        };
    }

    private static Answer decided(long position, Outcome outcome) {
        long orderId = outcome.getOrdersCount() > 0 ? outcome.getOrders(0).getOrderId() : position;
        Problem refusal = CommandProblems.refusal(outcome).orElse(null);
        if (refusal != null) {
            return Answer.refused(refusal.withOrderId(String.valueOf(orderId)), position);
        }
        if (outcome.getOrdersCount() == 0) {
            return Answer.refused(
                    Problem.of(ErrorCode.INTERNAL, "outcome " + outcome.getSequence() + " of partition " + LogPosition.partition(position)
                            + " accepts an order without reporting it"),
                    position);
        }
        int status = outcome.getRepeatOfSequence() != 0 ? 200 : 201;
        return Answer.done(status, OrderJson.answer(outcome, outcome.getOrders(0)), position);
    }

    private Problem notWritten(WriteFailure failure) {
        Problem problem = CommandProblems.notWritten(failure);
        String clientOrderId = order.request().clientOrderId();
        return failure == WriteFailure.UNKNOWN && !clientOrderId.isEmpty()
                ? problem.withLocation(PATH + "by-client-id/" + clientOrderId)
                : problem;
    }

    /** What is known before the outcome: the order as it was sent, at the symbol's scales. */
    private String pending(long orderId) {
        OrderRequest request = order.request();
        StringBuilder out = new StringBuilder(256).append("{\"orderId\":\"").append(orderId).append('"');
        if (!request.clientOrderId().isEmpty()) {
            out.append(",\"clientOrderId\":\"").append(request.clientOrderId()).append('"');
        }
        out.append(",\"symbol\":\"").append(request.symbol());
        out.append("\",\"side\":\"").append(request.side());
        out.append("\",\"type\":\"").append(request.type());
        out.append("\",\"timeInForce\":\"").append(request.timeInForce());
        if (request.price() != null) {
            Decimals.append(out.append("\",\"price\":\""), order.price(), order.rules().priceScale());
        }
        Decimals.append(out.append("\",\"quantity\":\""), order.quantity(), order.rules().quantityScale());
        return out.append("\",\"status\":\"PENDING_NEW\"}").toString();
    }
}
