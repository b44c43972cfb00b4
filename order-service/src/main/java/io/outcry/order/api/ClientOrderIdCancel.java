// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.server.ProblemResponses;
import io.outcry.contracts.v1.Outcome;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.reply.CommandProblems;
import io.outcry.order.reply.CommandResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Gathers what the partitions say about a cancel by clientOrderId. The first that has cancelled an order answers for all. Where none has,
 * the answer waits for the last, and a doubt weighs more than a refusal: a partition that was not heard may have the order.
 */
final class ClientOrderIdCancel {

    private final String clientOrderId;
    private final int partitions;
    private final Consumer<Answer> complete;
    private final List<CommandResult> results;
    private boolean answered;

    /** @param complete is called once */
    ClientOrderIdCancel(String clientOrderId, int partitions, Consumer<Answer> complete) {
        this.clientOrderId = clientOrderId;
        this.partitions = partitions;
        this.complete = complete;
        results = new ArrayList<>(partitions);
    }

    /** One result for each partition, from any thread. */
    void add(CommandResult result) {
        Answer answer;
        synchronized (this) {
            results.add(result);
            Answer found = canceled(result).orElse(null);
            if (answered || (found == null && results.size() < partitions)) {
                return;
            }
            answered = true;
            answer = found != null ? found : verdict();
        }
        complete.accept(answer);
    }

    private Optional<Answer> canceled(CommandResult result) {
        return result instanceof CommandResult.Decided(long position, Outcome outcome) && CommandProblems.refusal(outcome).isEmpty()
                ? Optional.of(told(position, outcome))
                : Optional.empty();
    }

    /** Also where the outcome cannot be told: the order is cancelled, and nobody must wait for ever. */
    private Answer told(long position, Outcome outcome) {
        if (outcome.getOrdersCount() > 0 && !OrderJson.canTell(outcome.getOrders(0))) {
            return pending(List.of(position));
        }
        try {
            return OrderChange.reported(position, outcome);
        } catch (RuntimeException e) {
            return Answer.refused(ProblemResponses.of(e), position);
        }
    }

    private Answer pending(List<Long> positions) {
        return new Answer(202, "{\"clientOrderId\":\"" + clientOrderId + "\"}", null, positions, location());
    }

    private String location() {
        return NewOrder.PATH + "by-client-id/" + clientOrderId;
    }

    private Answer verdict() {
        List<Long> positions = new ArrayList<>(partitions);
        boolean pending = false;
        WriteFailure failure = null;
        Problem refusal = Problem.of(ErrorCode.ORDER_NOT_FOUND, "no such order of this account");
        for (CommandResult result : results) {
            switch (result) {
                case CommandResult.Decided(long position, Outcome outcome) -> {
                    positions.add(position);
                    refusal = stronger(refusal, outcome);
                }
                case CommandResult.Written(long position) -> {
                    positions.add(position);
                    pending = true;
                }
                case CommandResult.NotWritten(WriteFailure why, _) -> failure = failure == WriteFailure.UNKNOWN ? failure : why;
            }
        }
        // The order may be in a partition that has not answered yet, or in one that was never asked.
        if (failure == WriteFailure.UNKNOWN || failure != null && pending) {
            return Answer.refused(CommandProblems.notWritten(WriteFailure.UNKNOWN).withLocation(location()), positions);
        }
        if (pending) {
            return pending(positions);
        }
        return Answer.refused(failure == null ? refusal : notAsked(failure, positions), positions);
    }

    /** ORDER_NOT_OPEN, or whatever else a partition says, beats ORDER_NOT_FOUND. */
    private static Problem stronger(Problem refusal, Outcome outcome) {
        return CommandProblems.refusal(outcome)
                .filter(problem -> problem.code() != ErrorCode.ORDER_NOT_FOUND && refusal.code() == ErrorCode.ORDER_NOT_FOUND)
                .map(problem -> outcome.getOrdersCount() == 0
                        ? problem
                        : problem.withOrderId(String.valueOf(outcome.getOrders(0).getOrderId())))
                .orElse(refusal);
    }

    private Problem notAsked(WriteFailure failure, List<Long> positions) {
        Problem problem = CommandProblems.notWritten(failure);
        if (positions.isEmpty()) {
            return problem;
        }
        String detail =
                (partitions - positions.size()) + " of " + partitions + " partitions could not be asked, the others cancelled nothing";
        return new Problem(problem.code(), problem.status(), detail, null, null, null, problem.retryAfter());
    }
}
