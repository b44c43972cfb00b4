// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.position.PositionToken;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    private static final int READERS = 16;
    private static final int INCIDENTS = 4;

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
    void no_read_is_older_than_its_token_whatever_happens_to_redis() throws InterruptedException {
        try (QueryStage stage = QueryStage.open(directory, 2)) {
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
            }
            for (Thread reader : readers) {
                reader.join();
            }
            over.set(true);
            trader.join();
            System.out.println("tokens: " + checked + " checked reads, " + violations + " violations, " + refused
                    + " refused, " + newest.fills() + " trades meanwhile");
            assertThat(violations).hasValue(0);
            stage.awaitReady();
            stage.awaitProjected(maker.script());
            assertThat(new BigDecimal(json(stage.getAs(ALICE, maker.orderPath())).get("executedQuantity").asString()))
                    .isEqualByComparingTo(BigDecimal.valueOf(newest.fills(), 2));
        }
    }

    private void trade(MakerOnStage maker) {
        while (!over.get() && newest.fills() < MakerOnStage.MAX_TRADES) {
            maker.trade(1);
            newest = new Known(maker.script().position(), newest.fills() + 1);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private void read(QueryStage stage, MakerOnStage maker) {
        while (checked.get() < READS) {
            Known known = newest;
            HttpResponse<String> answer = stage.getAs(ALICE, maker.orderPath(), "Outcry-Read-After", String.valueOf(known.position()));
            if (answer.statusCode() == 200) {
                checked.incrementAndGet();
                BigDecimal executed = new BigDecimal(json(answer).get("executedQuantity").asString());
                PositionToken stated = PositionToken.parse(answer.headers().firstValue("Outcry-Position").orElseThrow()).orElseThrow();
                if (executed.movePointRight(2).intValueExact() < known.fills() || stated.orders().getFirst() < known.position()) {
                    violations.incrementAndGet();
                }
            } else {
                assertThat(answer.statusCode()).as(answer.body()).isIn(503, 412);
                refused.incrementAndGet();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
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
                stage.signalRedis("-KILL");
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
