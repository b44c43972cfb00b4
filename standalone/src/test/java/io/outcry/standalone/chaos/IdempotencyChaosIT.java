// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Orders sent again and again while order-service, matching-service and the broker are killed: {@code -Dchaos.posts=200000}, of which 30 %
 * repeat an earlier clientOrderId. One of the three is killed every 10,000 POSTs, so that a longer trial has more of both.
 */
@Tag("chaos")
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class IdempotencyChaosIT {

    private static final String ACCOUNT = "anna";
    private static final int CLIENTS = 32;
    private static final int REPEATS_PERCENT = 30;

    /** How far back a repeat reaches: well within what an engine remembers of each partition. */
    private static final int REACH = 20_000;

    private static final int POSTS = 30_000;
    private static final int POSTS_A_KILL = 10_000;
    private static final int LOOK_MILLIS = 5;
    private static final Duration RECOVERY = Duration.ofSeconds(120);

    private final Answers answers = new Answers();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger names = new AtomicInteger();
    private final AtomicInteger repeats = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @Test
    void aClientOrderIdIsOneOrderHoweverOftenItIsSentAndWhateverIsKilled() throws Exception {
        int posts = Integer.getInteger("chaos.posts", POSTS);
        long seed = Long.getLong("chaos.seed", System.nanoTime() % 1_000_000);
        Path directory = Files.createDirectories(Path.of("target", "chaos", "again-" + seed + "-" + ProcessHandle.current().pid()));
        System.out.println("idempotency: " + posts + " POSTs, -Dchaos.seed=" + seed + ", logs in " + directory.toAbsolutePath());
        try (Installation installation = new Installation(directory, 1, List.of(ACCOUNT), false).open()) {
            long began = System.nanoTime();
            List<Thread> clients = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                OrderDesk desk = new OrderDesk(installation.orders(), ACCOUNT, answers);
                SplittableRandom random = new SplittableRandom(seed + client);
                clients.add(Thread.ofVirtual().start(() -> post(desk, posts, seed, random)));
            }
            int kills = killBetween(installation, posts, clients, new SplittableRandom(seed));
            for (Thread client : clients) {
                client.join();
            }
            assertThat(kills).as("kills").isPositive();
            double seconds = (System.nanoTime() - began) / 1e9;
            assertThat(failure.get()).isNull();
            Verdict verdict = new Verdict(installation.bootstrapServers());
            verdict.agreesWith(answers);
            verdict.everyNameIsOneOrder();
            assertThat(answers.ids()).as("acknowledged clientOrderIds").hasSize(names.get());
            assertThat(verdict.fold().placements()).as("clientOrderIds on the log").hasSize(names.get());
            System.out.printf("idempotency: %d POSTs in %.0f s, %d of them repeats, %d kills; %d clientOrderIds, each one order; %s%n",
                    posts, seconds, repeats.get(), kills, names.get(), verdict);
        }
    }

    private void post(OrderDesk desk, int posts, long seed, SplittableRandom random) {
        try {
            while (failure.get() == null && sent.incrementAndGet() <= posts) {
                int newest = names.get();
                if (newest > 0 && random.nextInt(100) < REPEATS_PERCENT) {
                    repeats.incrementAndGet();
                    desk.place(order(newest - 1 - random.nextInt(Math.min(newest, REACH)), seed));
                } else {
                    desk.place(order(names.getAndIncrement(), seed));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | AssertionError e) {
            failure.compareAndSet(null, e);
        }
    }

    /** The same number is always the same order. */
    private static Map<String, Object> order(int number, long seed) {
        SplittableRandom random = new SplittableRandom(seed * 31 + number);
        Map<String, Object> order = new LinkedHashMap<>();
        order.put("symbol", Installation.SYMBOLS.get(random.nextInt(Installation.SYMBOLS.size())));
        order.put("side", random.nextBoolean() ? "BUY" : "SELL");
        order.put("type", "LIMIT");
        order.put("timeInForce", random.nextInt(4) == 0 ? "IOC" : "GTC");
        order.put("quantity", "0." + (10 + random.nextInt(90)));
        order.put("price", (95 + random.nextInt(10)) + ".00");
        order.put("clientOrderId", "again-" + number);
        return order;
    }

    private int killBetween(Installation installation, int posts, List<Thread> clients, SplittableRandom random) throws Exception {
        List<Part> parts = List.of(installation.service("order"), installation.service("matching-1"), installation.brokers().getFirst());
        int planned = Math.max(parts.size(), posts / POSTS_A_KILL);
        int kills = 0;
        while (kills < planned && awaitSent((kills + random.nextDouble()) * posts / planned, clients)) {
            Part part = parts.get(kills++ % parts.size());
            long struck = System.nanoTime();
            part.kill();
            part.start();
            Installation.awaitReady(part, RECOVERY);
            System.out.printf("idempotency: kill -9 %s after %d POSTs, ready again after %.2f s%n", part.name(), sent.get(),
                    (System.nanoTime() - struck) / 1e9);
        }
        return kills;
    }

    /** Waits until so many POSTs were begun; false if the clients have ended before. */
    private boolean awaitSent(double posts, List<Thread> clients) throws InterruptedException {
        while (sent.get() < posts) {
            if (clients.stream().noneMatch(Thread::isAlive)) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return true;
    }
}
