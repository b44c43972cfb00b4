// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Kills and freezes every part under load, and then looks whether anything was lost or happened twice: {@code -Dchaos.kills=20}, and
 * {@code -Dchaos.seed=} for the same faults again.
 */
@Tag("chaos")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ChaosIT {

    private static final int BROKERS = 3;
    private static final List<String> TRADERS = List.of("anna", "ben", "cleo", "dan");
    private static final String PROBE = "probe";
    private static final Duration RECOVERY = Duration.ofSeconds(120);
    private static final int MOST_PAUSE_MILLIS = 1_500;

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Answers answers = new Answers();
    private int probes;

    @Test
    void nothingAcknowledgedIsLostAndNothingHappensTwice() throws Exception {
        int kills = Integer.getInteger("chaos.kills", 20);
        long seed = Long.getLong("chaos.seed", System.nanoTime() % 1_000_000);
        Path directory = Files.createDirectories(Path.of("target", "chaos", "seed-" + seed + "-" + ProcessHandle.current().pid()));
        System.out.println("chaos: " + kills + " faults, -Dchaos.seed=" + seed + ", logs of the parts in " + directory.toAbsolutePath());
        List<String> accounts = new ArrayList<>(TRADERS);
        accounts.add(PROBE);
        try (Installation installation = new Installation(directory, BROKERS, accounts, true).open()) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Fault> faults = Fault.draw(installation, kills, random);
            OrderDesk probe = new OrderDesk(installation.orders(), PROBE, answers);
            roundTrip(installation, probe);
            List<Trader> traders = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (String account : TRADERS) {
                OrderDesk desk = new OrderDesk(installation.orders(), account, answers);
                Trader trader = new Trader(desk, installation.reads(), answers, seed + account.hashCode(), stopped::get);
                traders.add(trader);
                threads.add(Thread.ofVirtual().start(trader));
            }
            strikeAll(faults, installation, probe, random);
            stopped.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(traders).allSatisfy(trader -> assertThat(trader.failure()).isNull());
            judge(installation, accounts);
        }
    }

    private void strikeAll(List<Fault> faults, Installation installation, OrderDesk probe, SplittableRandom random) throws Exception {
        long began = System.nanoTime();
        for (int i = 0; i < faults.size(); i++) {
            Fault fault = faults.get(i);
            TimeUnit.MILLISECONDS.sleep(random.nextInt(MOST_PAUSE_MILLIS));
            long struck = System.nanoTime();
            Thread hand = Thread.ofVirtual().start(() -> strike(fault));
            roundTrip(installation, probe);
            double served = seconds(struck);
            hand.join();
            Installation.awaitReady(fault.part(), RECOVERY);
            roundTrip(installation, probe);
            System.out.printf(
                    "chaos: %d of %d at %.1f s: %s; orders and reads on all partitions after %.2f s, all as before after %.2f s%n",
                    i + 1, faults.size(), (struck - began) / 1e9, fault, served, seconds(struck));
            assertThat(answers.wrong()).as("answers that nothing excuses").isEmpty();
        }
    }

    private void strike(Fault fault) {
        try {
            fault.strike();
        } catch (Exception e) {
            answers.wrong("the trial itself failed: " + fault + ": " + e);
        }
    }

    /** An order on every partition, placed and then read. */
    private void roundTrip(Installation installation, OrderDesk probe) throws Exception {
        int round = probes++;
        List<String> ids = new ArrayList<>();
        for (String symbol : Installation.SYMBOLS) {
            Long id = probe.place(Map.of("symbol", symbol, "side", "BUY", "type", "LIMIT", "quantity", "0.01", "price", "1.00",
                    "clientOrderId", PROBE + "-" + round + "-" + ids.size()));
            ids.add(String.valueOf(id));
        }
        long deadline = System.nanoTime() + RECOVERY.toNanos();
        for (String id : ids) {
            while (!isReadable(installation, id)) {
                assertThat(System.nanoTime()).as("order %s can be read within %s", id, RECOVERY).isLessThan(deadline);
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
    }

    private static boolean isReadable(Installation installation, String id) throws InterruptedException {
        try {
            return installation.reads()
                    .call("GET", "/api/v1/orders/" + id, Installation.key(PROBE), null, "Outcry-Read-After", id)
                    .status() == 200;
        } catch (IOException away) {
            return false;
        }
    }

    private void judge(Installation installation, List<String> accounts) throws Exception {
        Verdict verdict = new Verdict(installation.bootstrapServers());
        verdict.agreesWith(answers);
        verdict.everyNameIsOneOrder();
        Views views = new Views(installation.reads(), verdict.logs(), verdict.fold());
        views.restShowsTheLog(accounts);
        views.redisHoldsTheLog(installation.redis().uri());
        System.out.println("chaos: " + verdict + "; " + answers.reports().size() + " answers, "
                + answers.ids().size() + " acknowledged orders: clients, logs, an undisturbed replay, Redis and REST agree");
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }
}
