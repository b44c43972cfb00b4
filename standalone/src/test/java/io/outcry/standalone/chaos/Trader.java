// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import io.outcry.standalone.client.LocalApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A client that trades on all symbols, one request at a time: new orders of several kinds, repeats of earlier ones, cancels, and reads of
 * what it has just done.
 */
final class Trader implements Runnable {

    private static final int PAUSE_MILLIS = 15;

    private final OrderDesk desk;
    private final LocalApi reads;
    private final Answers answers;
    private final SplittableRandom random;
    private final BooleanSupplier stopped;
    private final List<Map<String, Object>> placed = new ArrayList<>();
    private final List<Long> ids = new ArrayList<>();
    private volatile @Nullable Throwable failure;

    Trader(OrderDesk desk, LocalApi reads, Answers answers, long seed, BooleanSupplier stopped) {
        this.desk = desk;
        this.reads = reads;
        this.answers = answers;
        this.stopped = stopped;
        random = new SplittableRandom(seed);
    }

    /** Why it gave up; null: it was told to stop. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    @Override
    public void run() {
        try {
            while (!stopped.getAsBoolean()) {
                int draw = random.nextInt(100);
                if (draw < 60 || ids.isEmpty()) {
                    place();
                } else if (draw < 75) {
                    desk.place(placed.get(random.nextInt(placed.size())));
                } else if (draw < 90) {
                    desk.cancel(ids.get(random.nextInt(ids.size())));
                } else {
                    read(ids.getLast());
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = e;
        } catch (RuntimeException | AssertionError e) {
            failure = e;
        }
    }

    private void place() throws InterruptedException {
        Map<String, Object> order = order(placed.size());
        placed.add(order);
        Long id = desk.place(order);
        if (id != null) {
            ids.add(id);
        }
    }

    private Map<String, Object> order(int number) {
        int kind = random.nextInt(100);
        Map<String, Object> order = new LinkedHashMap<>();
        order.put("symbol", Installation.SYMBOLS.get(random.nextInt(Installation.SYMBOLS.size())));
        order.put("side", random.nextBoolean() ? "BUY" : "SELL");
        order.put("quantity", "0." + (10 + random.nextInt(90)));
        order.put("clientOrderId", desk.account() + "-" + number);
        if (kind < 15) {
            order.put("type", "MARKET");
            return order;
        }
        order.put("type", "LIMIT");
        order.put("price", (95 + random.nextInt(10)) + ".00");
        order.put("timeInForce", kind < 75 ? "GTC" : kind < 90 ? "IOC" : "FOK");
        return order;
    }

    /** An order that was acknowledged is there for whoever asks with its id as the token, or there is no answer yet. */
    private void read(long id) throws InterruptedException {
        try {
            LocalApi.Answer answer = reads.call("GET", "/api/v1/orders/" + id, Installation.key(desk.account()), null,
                    "Outcry-Read-After", String.valueOf(id));
            JsonNode body = answer.body();
            boolean found = answer.status() == 200 && body != null && body.path("orderId").asString().equals(String.valueOf(id));
            if (!found && answer.status() != 412 && answer.status() != 503) {
                answers.wrong("GET of order " + id + ", read after it, was answered " + answer.status() + " " + body);
            }
        } catch (IOException away) {
            // query-service is down: no answer is no wrong answer.
        }
    }
}
