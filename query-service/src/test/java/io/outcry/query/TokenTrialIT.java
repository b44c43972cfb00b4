// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.position.PositionToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads that carry a token, while orders trade and Redis is restarted, killed and flushed: none is older than its token. By hand with
 * {@code -Doutcry.trial.reads=1000000}.
 */
@Timeout(3_600)
class TokenTrialIT {

    private static final long READS = Long.getLong("outcry.trial.reads", 2_000);
    private static final long MANY = 100_000;

    /** Each waits some milliseconds for what was traded last: a million reads need many that wait at the same time. */
    private static final int READERS = Integer.getInteger("outcry.trial.readers", READS >= MANY ? 128 : 16);
    private static final int INCIDENTS = Integer.getInteger("outcry.trial.incidents", 4);
    private static final String EXECUTED = "\"executedQuantity\":\"";

    private static final int WARM_UP = 500;
    private static final int ORDERS = 4_000;
    private static final int READ_EVERY = 10;
    private static final long ORDER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long REFUSED = -1;

    @TempDir
    private Path directory;

    /** What had been traded when the token was given out. */
    private record Known(long position, int fills) {}

    private volatile Known newest;
    private final AtomicLong checked = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong violations = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void noReadIsOlderThanItsTokenWhateverHappensToRedis() throws InterruptedException {
        long start = System.nanoTime();
        try (QueryStage stage = QueryStage.open(directory, 2, TokenTrialIT::arguments)) {
            MakerOnStage maker = new MakerOnStage(stage, 0);
            maker.tradeAndAwait(1);
            newest = new Known(maker.script().position(), 1);
            Thread trader = Thread.startVirtualThread(() -> trade(maker));
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                readers.add(Thread.startVirtualThread(() -> read(stage, maker)));
            }
            for (int incident = 0; incident < INCIDENTS; incident++) {
                awaitChecked(READS * (incident + 1) / (INCIDENTS + 1));
                harm(stage, incident);
                if (READS >= MANY) {
                    System.out.println("tokens: " + checked + " checked reads, " + violations + " violations, " + refused + " refused");
                }
            }
            for (Thread reader : readers) {
                reader.join();
            }
            over.set(true);
            trader.join();
            System.out.println("tokens: " + checked + " checked reads, " + violations + " violations, " + refused
                    + " refused, " + newest.fills() + " trades meanwhile, "
                    + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s with " + READERS + " readers");
            assertThat(violations).hasValue(0);
            stage.awaitReady();
            stage.awaitProjected(maker.script());
            maker.awaitReadable();
            assertThat(new BigDecimal(json(stage.getAs(ALICE, maker.orderPath())).get("executedQuantity").asString()))
                    .isEqualByComparingTo(BigDecimal.valueOf(newest.fills(), 2));
        }
    }

    /** The order that all read would otherwise be a hundred kilobytes of fills. */
    private static List<String> arguments(int redisPort) {
        return List.of("--outcry.query.redis-uri=redis://127.0.0.1:" + redisPort, "--outcry.query.fills-kept=1");
    }

    private void trade(MakerOnStage maker) {
        while (!over.get() && newest.fills() < MakerOnStage.MAX_TRADES) {
            maker.trade(1);
            newest = new Known(maker.script().position(), newest.fills() + 1);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** A thousand orders a second, one in ten of which is read at once by who placed it; how long he waits is told, not judged. */
    @Test
    void whoReadsHisOwnWriteGetsIt() {
        try (QueryStage stage = QueryStage.open(directory, 2, TokenTrialIT::arguments)) {
            MakerOnStage maker = new MakerOnStage(stage, 0);
            maker.tradeAndAwait(WARM_UP);
            List<CompletableFuture<Long>> waits = new ArrayList<>();
            long start = System.nanoTime();
            for (int order = 0; order < ORDERS; order++) {
                while (System.nanoTime() - start < order * ORDER_NANOS) {
                    LockSupport.parkNanos(ORDER_NANOS / 10);
                }
                stage.send(maker.script().partition(), maker.nextTrade());
                if (order % READ_EVERY == 0) {
                    long asked = System.nanoTime();
                    long token = maker.script().position();
                    waits.add(stage.getAsync(
                            maker.orderPath(), "Outcry-Read-After", String.valueOf(token), "Authorization", "Bearer " + ALICE)
                            .thenApply(answer -> {
                                assertThat(answer.statusCode()).as(answer.body()).isIn(200, 503, 412);
                                if (answer.statusCode() != 200) {
                                    return REFUSED;
                                }
                                assertThat(answer.headers().firstValueAsLong("Outcry-Position").orElseThrow())
                                        .as("position of the answer").isGreaterThanOrEqualTo(token);
                                return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - asked);
                            }));
                }
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            // From before Kafka had the outcome: the wait holds its way through the log as well.
            long[] micros = waits.stream().mapToLong(CompletableFuture::join).filter(wait -> wait != REFUSED).sorted().toArray();
            assertThat(micros).as("answers, though a machine that does other work may refuse some").isNotEmpty();
            long p99 = micros[micros.length * 99 / 100];
            System.out.printf(Locale.ROOT, "own writes: %.0f orders/s, %d reads with the token of the newest: p50 %.1f ms, p99 %.1f ms, "
                    + "max %.1f ms%n", ORDERS / seconds, micros.length, micros[micros.length / 2] / 1e3,
                    p99 / 1e3, micros[micros.length - 1] / 1e3);
        }
    }

    private void read(QueryStage stage, MakerOnStage maker) {
        try (PlainReader reader = new PlainReader(stage.port())) {
            while (checked.get() < READS) {
                Known known = newest;
                PlainReader.Answer answer = reader.get(maker.orderPath(), ALICE, String.valueOf(known.position()));
                if (answer.status() == 200) {
                    checked.incrementAndGet();
                    PositionToken stated = PositionToken.parse(answer.position()).orElseThrow();
                    if (executed(answer.body()).movePointRight(2).intValueExact() < known.fills()
                            || stated.orders().getFirst() < known.position()) {
                        violations.incrementAndGet();
                    }
                } else {
                    assertThat(answer.status()).as(answer.body()).isIn(503, 412);
                    refused.incrementAndGet();
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without a tree of the whole answer: a million are read. */
    private static BigDecimal executed(String json) {
        int from = json.indexOf(EXECUTED) + EXECUTED.length();
        assertThat(from).as(json).isGreaterThan(EXECUTED.length());
        return new BigDecimal(json.substring(from, json.indexOf('"', from)));
    }

    private void awaitChecked(long reads) {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(30);
        while (checked.get() < reads) {
            assertThat(System.nanoTime()).as("until " + reads + " reads are checked").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private static void harm(QueryStage stage, int incident) {
        switch (incident % 3) {
            case 0 -> {
                stage.killRedis();
                stage.stopRedis();
                stage.startRedis();
            }
            case 1 -> stage.flushRedis();
            default -> {
                stage.stopRedis();
                stage.startRedis();
            }
        }
    }
}
