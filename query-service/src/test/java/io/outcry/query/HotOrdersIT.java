// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.BOB;
import static io.outcry.query.QueryStage.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.query.position.PositionBarrier;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An order that is read right behind the HTTP codec is answered as every other read is, in its turn, and together with others. */
@Timeout(120)
class HotOrdersIT {

    /** Makes a read go the long way, and changes nothing else of what is said. */
    private static final String[] LONG_WAY = {"If-None-Match", "\"another\""};

    /** The command that defined the symbol. */
    private static final long NO_ORDER = LogPosition.of(0, 0);

    private static final String ROUTE = "/api/v1/orders/{orderId}";

    @TempDir
    private static Path directory;

    private static QueryStage stage;
    private static MakerOnStage maker;
    private static long closed;
    private static long resting;

    @BeforeAll
    static void start() {
        stage = QueryStage.openImpatient(directory, 2);
        maker = new MakerOnStage(stage, 0);
        maker.tradeAndAwait(3);
        Outcome taken = maker.nextTrade();
        closed = taken.getOrders(0).getOrderId();
        stage.write(0, taken);
        Outcome rest = maker.script().rest("alice", "rests", Side.SIDE_BUY, 5_000, 10, 10);
        resting = rest.getOrders(0).getOrderId();
        stage.write(0, rest);
        stage.awaitProjected(maker.script());
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    private static String path(long id) {
        return "/api/v1/orders/" + id;
    }

    private static HttpResponse<String> read(String key, String path, String... headers) {
        return PatientRead.of(() -> stage.getAs(key, path, headers));
    }

    private static Set<String> names(HttpResponse<String> answer) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(answer.headers().map().keySet());
        return names;
    }

    private static HttpResponse<String> assertSaysTheSame(String key, String path, int status) {
        HttpResponse<String> shortWay = read(key, path);
        HttpResponse<String> longWay = read(key, path, LONG_WAY);
        assertThat(shortWay.statusCode()).isEqualTo(status).isEqualTo(longWay.statusCode());
        assertThat(shortWay.body()).isEqualTo(longWay.body());
        assertThat(names(shortWay)).isEqualTo(names(longWay));
        for (String header : List.of("ETag", "Outcry-Position", "Outcry-Incomplete", "Content-Type", "Content-Length", "Retry-After")) {
            assertThat(shortWay.headers().firstValue(header)).as(header).isEqualTo(longWay.headers().firstValue(header));
        }
        return shortWay;
    }

    @Test
    void theShortWaySaysWhatTheLongWaySays() {
        HttpResponse<String> traded = assertSaysTheSame(ALICE, maker.orderPath(), 200);
        assertThat(names(traded)).contains("Age", "ETag", "Outcry-Position");
        assertThat(json(traded).get("fills").size()).isEqualTo(4);
        assertThat(json(assertSaysTheSame(ALICE, path(resting), 200)).get("fills").size()).isZero();
        assertThat(json(assertSaysTheSame(BOB, path(closed), 200)).get("fills").size()).isEqualTo(1);
        assertThat(read(ALICE, maker.orderPath(), "If-None-Match", traded.headers().firstValue("ETag").orElseThrow()).statusCode())
                .isEqualTo(304);
    }

    @Test
    void whatTheAccountDoesNotHaveIsNotThereOnEitherWay() {
        assertThat(names(assertSaysTheSame(BOB, maker.orderPath(), 404))).contains("Age", "Outcry-Position");
        assertSaysTheSame(ALICE, path(LogPosition.of(0, 1_000_000)), 404);
        assertSaysTheSame(ALICE, path(LogPosition.of(1, 0)), 404);
        assertSaysTheSame(ALICE, path(LogPosition.of(7, 0)), 404);
        assertSaysTheSame(ALICE, path(0) + "0000000000000000000", 404);
    }

    /** Somebody has written into Redis. */
    @Test
    void whatCannotBeReadIsAFailureOfTheServerOnEitherWay() {
        String key = "{o0}:o:" + resting;
        stage.redis(redis -> {
            String kept = redis.get(key);
            redis.set(key, "alice\n=no number");
            try {
                assertSaysTheSame(ALICE, path(resting), 500);
            } finally {
                redis.set(key, kept);
            }
        });
    }

    @Test
    void anOrderThatTheViewHasNotComeToIsWaitedForOnEitherWay() {
        for (String[] headers : List.of(new String[0], LONG_WAY)) {
            // Again where the machine was too busy to write within the deadline of a read.
            QueryStage.await("a read has waited for its order", () -> {
                Outcome rest = maker.script().rest("alice", "", Side.SIDE_BUY, 5_000, 10, 10);
                double reached = waits("reached");
                List<String> all = new ArrayList<>(List.of(headers));
                all.addAll(List.of("Authorization", "Bearer " + ALICE));
                CompletableFuture<HttpResponse<String>> early =
                        stage.getAsync(path(rest.getOrders(0).getOrderId()), all.toArray(String[]::new));
                QueryStage.await("it waits, or has waited in vain",
                        () -> early.isDone() || stage.bean("queryPositionBarrier", PositionBarrier.class).waiters() > 0);
                stage.write(0, rest);
                HttpResponse<String> answer = early.join();
                assertThat(answer.statusCode()).as(answer.body()).isIn(200, 404, 503);
                return answer.statusCode() == 200 && waits("reached") > reached;
            });
        }
        stage.awaitProjected(maker.script());
    }

    @Test
    void anIdThatTheViewDoesNotComeToIs404AfterTheDeadlineAndSaysHowFarItIs() {
        long start = System.nanoTime();
        HttpResponse<String> answer = read(ALICE, path(LogPosition.of(0, 1_000_000)));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(490), Duration.ofSeconds(20));
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(json(answer).get("code").asString()).isEqualTo("ORDER_NOT_FOUND");
        assertThat(answer.headers().firstValue("Age")).isPresent();
        assertThat(answer.headers().firstValue("Outcry-Position")).isPresent();
        assertThat(stage.bean("queryPositionBarrier", PositionBarrier.class).waiters()).isZero();
    }

    @Test
    void nobodyWaitsForWhatTheViewHasPassedOrForAPartitionThatDoesNotExist() {
        double before = waits("reached") + waits("missed");
        for (long id : List.of(NO_ORDER, resting, LogPosition.of(7, 0))) {
            read(BOB, path(id));
            read(BOB, path(id), LONG_WAY);
        }
        assertThat(waits("reached") + waits("missed")).isEqualTo(before);
    }

    @Test
    void aTokenKeepsItsMeaningBesideAnIdThatIsWaitedFor() {
        String far = String.valueOf(LogPosition.of(0, 1_000_000));
        assertThat(read(ALICE, path(resting), "Outcry-Read-After", far).statusCode()).isEqualTo(412);
        assertThat(read(ALICE, "/api/v1/orders/" + far, "Outcry-Read-After", far).statusCode()).isEqualTo(412);
        assertThat(read(ALICE, "/api/v1/orders/" + far, "Outcry-Read-After", String.valueOf(resting)).statusCode()).isEqualTo(404);
    }

    private static double waits(String result) {
        return stage.bean(MeterRegistry.class).get("outcry.query.readafter.wait").tag("result", result).timer().count();
    }

    private static double refused() {
        return stage.bean(MeterRegistry.class).get("outcry.access.refused").tag("reason", "unknown-key").counter().count();
    }

    @Test
    void whoMayNotAskIsToldSoOnEitherWay() {
        double refused = refused();
        assertSaysTheSame("key-of-nobody", maker.orderPath(), 401);
        assertThat(refused()).as("found out once on either way").isEqualTo(refused + 2);
        assertSaysTheSame(QueryStage.ADMIN, maker.orderPath(), 403);
        assertThat(stage.get(maker.orderPath()).statusCode()).isEqualTo(401);
        assertThat(stage.get(maker.orderPath()).body()).isEqualTo(stage.get(maker.orderPath(), LONG_WAY).body());
    }

    @Test
    void bothWaysAreCountedAsOneRoute() {
        long before = counted();
        read(ALICE, maker.orderPath());
        read(ALICE, maker.orderPath(), LONG_WAY);
        assertThat(counted()).isEqualTo(before + 2);
    }

    private static long counted() {
        return stage.bean(MeterRegistry.class).find("http.server.requests").tag("uri", ROUTE).tag("status", "200").timers().stream()
                .mapToLong(Timer::count).sum();
    }

    /** Requests that come on one connection without waiting for answers; among them those that go the long way, and one that waits. */
    @Test
    void answersComeInTheOrderOfRequests() {
        List<String> paths = new ArrayList<>();
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            switch (i % 5) {
                case 1 -> add(paths, statuses, "/api/v1/orders?limit=1", 200);
                case 3 -> add(paths, statuses, path(i == 33 ? LogPosition.of(0, 1_000_000) : NO_ORDER), 404);
                default -> add(paths, statuses, i % 2 == 0 ? maker.orderPath() : path(resting), 200);
            }
        }
        List<PipelinedRequests.Answer> answers =
                Awaitility.await("all in time").pollDelay(Duration.ZERO).atMost(Duration.ofSeconds(60)).until(
                        () -> PipelinedRequests.get(stage.port(), ALICE, paths),
                        all -> all.stream().noneMatch(answer -> answer.body().contains("\"VIEW_UNAVAILABLE\"")));
        for (int i = 0; i < paths.size(); i++) {
            assertThat(answers.get(i).statusLine()).startsWith("HTTP/1.1 " + statuses.get(i));
            if (statuses.get(i) == 200) {
                assertThat(answers.get(i).body()).contains(paths.get(i).contains("limit") ? "\"orders\":" : id(paths.get(i)));
            }
        }
    }

    private static void add(List<String> paths, List<Integer> statuses, String path, int status) {
        paths.add(path);
        statuses.add(status);
    }

    private static String id(String path) {
        return "\"orderId\":\"" + path.substring(path.lastIndexOf('/') + 1) + "\"";
    }

    /** While Redis stands still reads gather before it; each is refused when its time is over, none is left, and then all goes on. */
    @Test
    void readsThatRedisDoesNotAnswerAreRefusedInTime() {
        stage.freezeRedis();
        try {
            long start = System.nanoTime();
            List<HttpResponse<String>> answers = IntStream.range(0, 40).mapToObj(_ -> stage.getAsync(
                    maker.orderPath(), "Authorization", "Bearer " + ALICE)).toList().stream().map(each -> each.join()).toList();
            assertThat(answers).allMatch(answer -> answer.statusCode() == 503 && answer.headers().map().containsKey("Retry-After"));
            assertThat(answers).allMatch(answer -> json(answer).get("code").asString().equals("VIEW_UNAVAILABLE"));
            assertThat((System.nanoTime() - start) / 1_000_000).as("ms, far below a second limit behind the first").isLessThan(15_000);
        } finally {
            stage.thawRedis();
        }
        maker.awaitReadable();
        // An answer can be here a moment before its place is free.
        QueryStage.await("all places for reads are free", () -> stage.bean(MeterRegistry.class)
                .get("resilience4j.bulkhead.available.concurrent.calls").gauge().value() == 5_000);
    }
}
