// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.feed.LogFeed;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A Redis whose every answer is 0 to 2 s late: each read is right, or refused, within its deadline. */
@Isolated("its limits are of time")
@Timeout(300)
class SlowRedisIT {

    private static final long DEADLINE_MILLIS = 500;
    private static final long MARGIN_MILLIS = 50;
    /** A machine that keeps nobody waiting for longer is calm: then the deadline is taken at its word. */
    private static final long CALM_MILLIS = 10;

    /** Threads between the deadline and the test that looks at the answer: each can be kept waiting as long as the worst stall. */
    private static final int HANDOVERS = 4;
    private static final int ROUNDS = 12;
    private static final int FILLS = 30;

    @TempDir
    private Path directory;

    private DelayingProxy proxy;

    /** An answer and how long it took. */
    private record Timed(String path, HttpResponse<String> answer, long millis) {}

    @Test
    void noAnswerTakesLongerThanTheDeadlineAndNoneIsWrong() {
        try (QueryStage stage = QueryStage.open(directory, 2, port -> {
            proxy = new DelayingProxy(port, 42);
            return List.of("--outcry.query.redis-uri=redis://127.0.0.1:" + proxy.port());
        }); DelayingProxy opened = proxy) {
            MakerOnStage maker = new MakerOnStage(stage, 0);
            maker.tradeAndAwait(FILLS);
            stage.awaitReady();
            QueryStage.await("its books are known here",
                    () -> stage.bean(LogFeed.class).isLive(new ViewPartition(ViewLog.ORDERS, 0)));
            String token = String.valueOf(maker.script().position());
            opened.delayUpTo(2_000);
            List<String> needRedis = List.of(
                    maker.orderPath(), "/api/v1/orders", "/api/v1/orders?status=OPEN", "/api/v1/positions", "/api/v1/instruments",
                    "/api/v1/trades/" + maker.script().symbol(), "/api/v1/candles/" + maker.script().symbol());
            List<Timed> answers = new ArrayList<>();
            long slowestCalm = 0;
            long worstStall = 0;
            int calm = 0;
            for (int round = 0; round < ROUNDS; round++) {
                // Else all would be refused at once, which is right but says little.
                QueryStage.await("reads may try Redis", () -> !stage.bean(ViewGuard.class).isOpen(new ViewPartition(ViewLog.ORDERS, 0)));
                StallMeter machine = new StallMeter();
                List<CompletableFuture<Timed>> asked = new ArrayList<>();
                needRedis.forEach(path -> asked.add(timed(stage, path, "Outcry-Read-After", token)));
                needRedis.forEach(path -> asked.add(timed(stage, path)));
                CompletableFuture<Timed> book = timed(stage, maker.bookPath());
                List<Timed> ofRound = asked.stream().map(CompletableFuture::join).toList();
                answers.addAll(ofRound);
                assertThat(book.join().answer().statusCode()).as("what is known here needs no Redis").isEqualTo(200);
                long stall = Math.max(machine.stop(), book.join().millis());
                long slowest = ofRound.stream().mapToLong(Timed::millis).max().orElseThrow();
                assertThat(slowest - HANDOVERS * stall).as("slowest answer, less what the machine itself took (" + stall + " ms)")
                        .isLessThanOrEqualTo(DEADLINE_MILLIS + MARGIN_MILLIS);
                worstStall = Math.max(worstStall, stall);
                if (stall <= CALM_MILLIS) {
                    calm++;
                    slowestCalm = Math.max(slowestCalm, slowest);
                }
            }
            Map<Integer, Long> statuses = new TreeMap<>();
            for (Timed timed : answers) {
                statuses.merge(timed.answer().statusCode(), 1L, Long::sum);
                assertRight(timed, maker);
            }
            System.out.println("slow Redis: " + answers.size() + " answers by status " + statuses + "; slowest while the machine was calm ("
                    + calm + " of " + ROUNDS + " rounds) " + slowestCalm + " ms, worst stall of the machine " + worstStall + " ms");
            assertThat(answers).as("answers that waited for Redis").anyMatch(timed -> timed.millis() > DEADLINE_MILLIS / 2);
            assertThat(slowestCalm).as("slowest answer while the machine was calm").isLessThanOrEqualTo(DEADLINE_MILLIS + MARGIN_MILLIS);
            opened.delayUpTo(0);
            stage.awaitReady();
            maker.awaitReadable();
            maker.assertViewIsRight();
        }
    }

    private static CompletableFuture<Timed> timed(QueryStage stage, String path, String... headers) {
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of("Authorization", "Bearer " + ALICE));
        long start = System.nanoTime();
        return stage.getAsync(path, all.toArray(String[]::new))
                .thenApply(answer -> new Timed(path, answer, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)));
    }

    private static void assertRight(Timed timed, MakerOnStage maker) {
        HttpResponse<String> answer = timed.answer();
        if (answer.statusCode() == 200) {
            assertThat(answer.headers().firstValue("Age")).as(timed.path()).isPresent();
            if (timed.path().equals(maker.orderPath())) {
                assertThat(json(answer).get("fills").size()).isEqualTo(FILLS);
            }
        } else {
            assertThat(answer.statusCode()).as(timed.path() + answer.body()).isIn(503, 412);
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        }
    }
}
