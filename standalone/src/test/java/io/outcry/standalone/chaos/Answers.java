// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import tools.jackson.databind.JsonNode;

/** What the clients were told, and what they were told wrongly. */
final class Answers {

    /** An order's report as a client got it, JSON, with the account it went to. As text: there are many. */
    record Report(String account, String json) {}

    /** A refusal by the engine: where its command stands on the log, and why. */
    record Refusal(long position, String code) {}

    /** A command that was acknowledged before its outcome was known: which clientOrderId it was to place. */
    record Acceptance(String name, long position) {}

    private final Collection<Acceptance> acceptances = new ConcurrentLinkedQueue<>();
    private final Collection<Report> reports = new ConcurrentLinkedQueue<>();
    private final Collection<Refusal> refusals = new ConcurrentLinkedQueue<>();
    private final Map<String, Long> ids = new ConcurrentHashMap<>();
    private final Collection<String> wrong = new ConcurrentLinkedQueue<>();

    /** The client was given the outcome of its command. */
    void reported(String account, JsonNode body) {
        reports.add(new Report(account, body.toString()));
    }

    /** A command is on the log; it is the order's id unless the clientOrderId was there before. */
    void accepted(String account, String clientOrderId, long position) {
        acceptances.add(new Acceptance(account + " " + clientOrderId, position));
    }

    void refused(long position, String code) {
        refusals.add(new Refusal(position, code));
    }

    /** A clientOrderId was said to be an order; always the same one. */
    void named(String account, String clientOrderId, long orderId) {
        Long before = ids.putIfAbsent(account + " " + clientOrderId, orderId);
        if (before != null && before != orderId) {
            wrong(account + "'s " + clientOrderId + " is " + before + " and then " + orderId);
        }
    }

    void wrong(String what) {
        wrong.add(what);
    }

    Collection<Acceptance> acceptances() {
        return acceptances;
    }

    Collection<Report> reports() {
        return reports;
    }

    Collection<Refusal> refusals() {
        return refusals;
    }

    /** Order id by account, a space, and clientOrderId. */
    Map<String, Long> ids() {
        return ids;
    }

    Collection<String> wrong() {
        return wrong;
    }
}
