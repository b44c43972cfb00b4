// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import io.outcry.standalone.client.LocalApi;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One account's way to the exchange: asks again, in the same words, until it gets an answer that says what happened. What it learns it
 * notes in {@link Answers}. An answer that no failure excuses is noted as wrong.
 */
final class OrderDesk {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int PAUSE_MILLIS = 50;
    private static final int REFUSED = 422;
    private static final Set<Integer> TRY_AGAIN = Set.of(503, 504);
    private static final Set<Integer> OUTCOMES = Set.of(200, 201);

    private final LocalApi orders;
    private final String account;
    private final Answers answers;

    OrderDesk(LocalApi orders, String account, Answers answers) {
        this.orders = orders;
        this.account = account;
        this.answers = answers;
    }

    String account() {
        return account;
    }

    /** Places an order with a clientOrderId; returns its id, or null if the engine refused it. */
    @Nullable
    Long place(Map<String, Object> order) throws InterruptedException {
        String clientOrderId = String.valueOf(order.get("clientOrderId"));
        JsonNode body = ask("POST", "/api/v1/orders", order, clientOrderId);
        if (!body.path("orderId").isString()) {
            return null;
        }
        long id = Long.parseLong(body.path("orderId").asString());
        answers.named(account, clientOrderId, id);
        return body.path("code").isString() ? null : id;
    }

    /** Cancels an order, which may have ended. */
    void cancel(long orderId) throws InterruptedException {
        ask("DELETE", "/api/v1/orders/" + orderId, null, null);
    }

    private JsonNode ask(String method, String path, @Nullable Object body, @Nullable String clientOrderId) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        String last = "nothing";
        while (System.nanoTime() < deadline) {
            try {
                LocalApi.Answer answer = orders.call(method, path, Installation.key(account), body);
                last = answer.status() + " " + answer.body();
                JsonNode said = said(answer, method + " " + path + " " + body, clientOrderId);
                if (said != null) {
                    return said;
                }
            } catch (IOException away) {
                last = String.valueOf(away);
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        throw new AssertionError("no answer to " + method + " " + path + " within " + PATIENCE + ", the last was " + last);
    }

    /** The body, if the answer says what happened. */
    private @Nullable JsonNode said(LocalApi.Answer answer, String question, @Nullable String clientOrderId) {
        JsonNode body = answer.body();
        if (TRY_AGAIN.contains(answer.status()) || body == null) {
            return null;
        }
        if (answer.status() == 202) {
            // Acknowledged: the log has it. The outcome comes with the next try.
            if (clientOrderId != null) {
                answers.accepted(account, clientOrderId, Long.parseLong(body.path("orderId").asString()));
            }
            return null;
        }
        if (OUTCOMES.contains(answer.status())) {
            answers.reported(account, body);
        } else if (answer.status() == REFUSED && body.path("orderId").isString()) {
            answers.refused(Long.parseLong(answer.headers().firstValue("Outcry-Position").orElseThrow()), body.path("code").asString());
        } else {
            answers.wrong(question + " was answered " + answer.status() + " " + body);
        }
        return body;
    }
}
