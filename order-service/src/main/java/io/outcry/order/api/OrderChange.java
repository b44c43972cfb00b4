// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.json.OutcomeFills;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.Outcome;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.reply.CommandProblems;
import io.outcry.order.reply.CommandResult;
import java.time.Duration;

/** The answers to commands that change orders which are there already. */
final class OrderChange {

    private OrderChange() {}

    /** The answer to a cancel or an amendment of the order {@code orderId}. */
    static Answer answer(long orderId, CommandResult result) {
        String id = String.valueOf(orderId);
        return switch (result) {
            case CommandResult.Decided(long position, Outcome outcome) -> CommandProblems.refusal(outcome)
                    .map(refusal -> Answer.refused(refusal.withOrderId(id), position))
                    .orElseGet(() -> reported(position, outcome));
            case CommandResult.Written(long position) -> pending(orderId, position);
            case CommandResult.NotWritten(WriteFailure failure) -> {
                Problem problem = CommandProblems.notWritten(failure);
                yield Answer.refused(
                        failure == WriteFailure.UNKNOWN ? problem.withOrderId(id).withLocation(NewOrder.PATH + id) : problem);
            }
            case CommandResult.RateLimited(Duration retryAfter) -> Answer.refused(CommandProblems.rateLimited(retryAfter));
        };
    }

    /** The answer to a cancel of all orders of {@code account} on {@code symbol}: those that this command ended. */
    static Answer answerAll(String account, String symbol, CommandResult result) {
        String location = "/api/v1/orders?symbol=" + symbol + "&status=OPEN";
        return switch (result) {
            case CommandResult.Decided(long position, Outcome outcome) -> CommandProblems.refusal(outcome)
                    .map(refusal -> Answer.refused(refusal, position))
                    .orElseGet(() -> canTell(account, outcome)
                            ? Answer.done(200, canceled(account, outcome), position)
                            : pending(symbol, position, location));
            case CommandResult.Written(long position) -> pending(symbol, position, location);
            case CommandResult.NotWritten(WriteFailure failure) -> {
                Problem problem = CommandProblems.notWritten(failure);
                yield Answer.refused(failure == WriteFailure.UNKNOWN ? problem.withLocation(location) : problem);
            }
            case CommandResult.RateLimited(Duration retryAfter) -> Answer.refused(CommandProblems.rateLimited(retryAfter));
        };
    }

    /** 200 with the report of the commanded order, which is the first; 202 if a newer engine says of it what has no name here. */
    static Answer reported(long position, Outcome outcome) {
        if (outcome.getOrdersCount() == 0) {
            return Answer.refused(
                    Problem.of(ErrorCode.INTERNAL, "outcome " + outcome.getSequence() + " changes an order without reporting it"),
                    position);
        }
        OrderReport report = outcome.getOrders(0);
        return OrderJson.canTell(report)
                ? Answer.done(200, OrderJson.answer(outcome, report), position)
                : pending(report.getOrderId(), position);
    }

    private static Answer pending(long orderId, long position) {
        return Answer.accepted("{\"orderId\":\"" + orderId + "\"}", position, NewOrder.PATH + orderId);
    }

    private static Answer pending(String symbol, long position, String location) {
        return Answer.accepted("{\"symbol\":\"" + symbol + "\"}", position, location);
    }

    private static boolean canTell(String account, Outcome outcome) {
        return outcome.getOrdersList().stream().allMatch(report -> !report.getAccount().equals(account) || OrderJson.canTell(report));
    }

    /** The same outcome may report others' orders, and own ones that waiting stops have met: those were not canceled. */
    private static String canceled(String account, Outcome outcome) {
        int count = 0;
        OutcomeFills fills = new OutcomeFills(outcome);
        StringBuilder orders = new StringBuilder(64 + 512 * outcome.getOrdersCount());
        for (OrderReport report : outcome.getOrdersList()) {
            if (report.getStatus() == OrderStatus.ORDER_STATUS_CANCELED && report.getAccount().equals(account)) {
                orders.append(count++ == 0 ? "" : ",").append(OrderJson.answer(fills, report));
            }
        }
        return "{\"canceled\":" + count + ",\"orders\":[" + orders + "]}";
    }
}
