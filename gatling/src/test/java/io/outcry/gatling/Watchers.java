// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.ws;

import io.gatling.http.action.ws.WsInboundMessage;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * People who open the WebSocket, subscribe to the price of one symbol and stay until they leave. Measured are the opening, the time until the
 * first price, whether they could stay, and how long each price was under way: from when the server encoded it, which follows from what it says of its age, to
 * when it was read here, by the clock of one machine.
 */
final class Watchers {

    private static final String SYMBOL = OrderMix.SYMBOL;
    private static final String SUBSCRIBE = "{\"op\":\"subscribe\",\"id\":1,\"channels\":[\"price:" + SYMBOL + "\"]}";
    private static final String LEAVES = "leaves";
    private static final String ASKED = "asked";
    private static final String PRICED = "priced";
    /** Twice as long as the hottest prices may stand still. */
    private static final long LONGEST_SILENCE_NANOS = 10_000_000_000L;
    private static final Pattern AS_OF = Pattern.compile("\"asOf\":(\\d+),\"ageMs\":(\\d+)");
    private static final Pattern CONFLATED = Pattern.compile("\"conflated\":(\\d+)");
    private static final long MILLI = 1_000_000;

    private final Series opened;
    private final Series first;
    private final Series stayed;
    private final int patienceSeconds;
    private final LongAdder conflated = new LongAdder();
    private final LongAdder prices = new LongAdder();
    private List<Arrivals> arrivals = List.of();

    /** Prices that are measured if they were encoded between two moments, of {@link System#nanoTime()}. */
    record Arrivals(Series series, long fromNanos, long toNanos) {}

    /**
     * @param stayed asks at the end whether the server still answers; right only if a price has come not long before
     * @param patienceSeconds for the first price
     */
    Watchers(Series opened, Series first, Series stayed, int patienceSeconds) {
        this.opened = opened;
        this.first = first;
        this.stayed = stayed;
        this.patienceSeconds = patienceSeconds;
    }

    /** To be called when the run begins and the times are known. */
    void measure(List<Arrivals> measured) {
        arrivals = measured;
        measured.forEach(each -> each.series().begin(each.fromNanos()));
    }

    /**
     * @param endNanos when each is asked whether it is still there
     * @param leavesNanos when the user who asks will leave, not before
     */
    ChainBuilder steps(LongSupplier endNanos, LongSupplier leavesNanos) {
        ChainBuilder open = exec(session -> asked(opened, session.set(LEAVES, leavesNanos.getAsLong())))
                .exec(ws(opened.name()).connect("/api/v1/stream"))
                .exec(session -> told(opened, session))
                .exitHereIfFailed();
        ChainBuilder subscribe = exec(session -> asked(first, session))
                .exec(ws("subscribe")
                        .sendText(SUBSCRIBE)
                        .await(patienceSeconds)
                        .on(ws.checkTextMessage(first.name()).matching(jsonPath("$.type").is("price"))
                                .check(jsonPath("$.symbol").is(SYMBOL))))
                .exec(session -> told(first, session).set(PRICED, System.nanoTime()))
                .exitHereIfFailed();
        ChainBuilder stay = pause(1).exec(ws.processUnmatchedMessages((messages, session) -> {
            long priced = messages.stream().filter(this::note).count();
            return priced == 0 ? session : session.set(PRICED, System.nanoTime());
        }));
        ChainBuilder still = exec(session -> asked(stayed, session))
                .exec(ws(stayed.name())
                        .sendText(SUBSCRIBE)
                        .await(patienceSeconds)
                        .on(ws.checkTextMessage(stayed.name()).matching(jsonPath("$.op").is("subscribed"))))
                .exec(this::toldStayed);
        return exec(open).exec(subscribe)
                .asLongAs(_ -> System.nanoTime() - endNanos.getAsLong() < 0).on(stay)
                .exec(still)
                .asLongAs(session -> System.nanoTime() - session.getLong(LEAVES) < 0).on(stay)
                .exec(ws("leave").close());
    }

    /** In a sentence: what came, and what was left out for newer prices. */
    String summary() {
        return String.format(Locale.ROOT, "%,d prices came over all streams; %,d were conflated into newer ones, as the messages say.",
                prices.sum(), conflated.sum());
    }

    private static Session asked(Series series, Session session) {
        long now = System.nanoTime();
        series.sent(now, now);
        return session.set(ASKED, now);
    }

    private static Session told(Series series, Session session) {
        series.answered(session.getLong(ASKED), System.nanoTime(), !session.isFailed());
        return session;
    }

    private Session toldStayed(Session session) {
        long now = System.nanoTime();
        stayed.answered(session.getLong(ASKED), now, !session.isFailed() && now - session.getLong(PRICED) < LONGEST_SILENCE_NANOS);
        return session;
    }

    /** Whether it is a price. */
    private boolean note(WsInboundMessage inbound) {
        if (inbound instanceof WsInboundMessage.Text text && text.message().contains("\"type\":\"price\"")) {
            prices.increment();
            Matcher replaced = CONFLATED.matcher(text.message());
            if (replaced.find()) {
                conflated.add(Long.parseLong(replaced.group(1)));
            }
            Matcher encoded = AS_OF.matcher(text.message());
            if (encoded.find()) {
                arrived(Long.parseLong(encoded.group(1)) + Long.parseLong(encoded.group(2)), text.timestamp());
            }
            return true;
        }
        return false;
    }

    private void arrived(long encodedMillis, long readMillis) {
        long toNanoTime = System.nanoTime() - System.currentTimeMillis() * MILLI;
        long encodedNanos = encodedMillis * MILLI + toNanoTime;
        for (Arrivals each : arrivals) {
            if (encodedNanos - each.fromNanos() >= 0 && encodedNanos - each.toNanos() < 0) {
                each.series().sent(encodedNanos, encodedNanos);
                each.series().answered(encodedNanos, readMillis * MILLI + toNanoTime, true);
            }
        }
    }
}
