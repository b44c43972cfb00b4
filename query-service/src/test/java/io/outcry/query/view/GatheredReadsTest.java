// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.cluster.PipelinedRedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.outcry.contracts.http.ApiException;
import io.outcry.query.domain.ViewPosition;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is asked of Redis when many read at the same moment, and what they hear. */
@Timeout(30)
class GatheredReadsTest {

    private static final int PLACES = 200;
    private static final ViewPartition FIRST = new ViewPartition(ViewLog.ORDERS, 0);
    private static final ViewPartition SECOND = new ViewPartition(ViewLog.ORDERS, 1);
    private static final ViewPosition AT = ViewPosition.EMPTY.startingAt(7);

    private final DefaultEventExecutor loop = new DefaultEventExecutor();
    private final ViewGuard guard = new ViewGuard(Duration.ofSeconds(5), PLACES);
    private final List<String[]> asked = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<List<KeyValue<String, byte[]>>>> answers = new CopyOnWriteArrayList<>();
    private long floor;
    private boolean withFills;

    private GatheredReads reads = reading(Duration.ofSeconds(20));

    private GatheredReads reading(Duration limit) {
        return reading(limit, guard);
    }

    private GatheredReads reading(Duration limit, ViewGuard before) {
        return new OrderReads(this::redis, before, new KnownPositions() {
            @Override
            public long floor(ViewPartition partition) {
                return floor;
            }

            @Override
            public void observe(ViewPartition partition, ViewPosition position) {
                floor = Math.max(floor, position.next());
            }
        }, limit).on(loop);
    }

    @SuppressWarnings("unchecked")
    private RedisClusterAsyncCommands<String, byte[]> redis() {
        return (RedisClusterAsyncCommands<String, byte[]>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[]{RedisClusterAsyncCommands.class}, (_, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("mget");
                    CompletableFuture<List<KeyValue<String, byte[]>>> answer = new CompletableFuture<>();
                    answers.add(answer);
                    // The last: whoever sees the question may answer it.
                    asked.add((String[]) arguments[0]);
                    return new PipelinedRedisFuture<>(answer);
                });
    }

    @AfterEach
    void close() {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        guard.close();
    }

    /** How a read ended: an order, "none", or what the failure says. */
    private CompletableFuture<String> read(ViewPartition partition, long id) {
        CompletableFuture<String> ended = new CompletableFuture<>();
        boolean begun = reads.order(partition, id, new OrderReads.Reader() {
            @Override
            public void found(ViewPosition position, byte @Nullable [] order, byte @Nullable [] fills) {
                String told = order == null ? "none" : new String(order, StandardCharsets.UTF_8);
                ended.complete(fills == null ? told : told + " " + new String(fills, StandardCharsets.UTF_8));
            }

            @Override
            public void failed(ApiException failure) {
                ended.complete(failure.problem().code() + " " + failure.problem().detail());
            }
        });
        return begun ? ended : CompletableFuture.completedFuture("not begun");
    }

    /** Reads that begin in one turn of the loop. */
    private List<CompletableFuture<String>> inOneTurn(ViewPartition partition, int count) {
        return loop.submit(() -> Stream.iterate(1L, id -> id + 1).limit(count).map(id -> read(partition, id)).toList())
                .syncUninterruptibly().getNow();
    }

    private void awaitQuestions(int count) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (asked.size() < count) {
            assertThat(System.nanoTime()).as("until there are " + count + " questions").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private void answer(int question, ViewPosition position) {
        List<KeyValue<String, byte[]>> values = new ArrayList<>();
        for (String key : asked.get(question)) {
            boolean order = key.contains("}:o:");
            values.add(key.endsWith("pos")
                    ? KeyValue.just(key, position.stored().getBytes(StandardCharsets.UTF_8))
                    : order || withFills ? KeyValue.just(key, key.getBytes(StandardCharsets.UTF_8)) : KeyValue.empty(key));
        }
        answers.get(question).complete(values);
    }

    private long places() {
        return guard.bulkheads().bulkhead("outcry.query.redis").getMetrics().getAvailableConcurrentCalls();
    }

    @Test
    void whatBeginsInOneTurnIsOneQuestionForEachPartition() {
        List<CompletableFuture<String>> all = loop.submit(() -> List.of(read(FIRST, 1), read(SECOND, 2), read(FIRST, 3)))
                .syncUninterruptibly().getNow();
        awaitQuestions(2);
        assertThat(asked).extracting(keys -> keys.length).containsExactlyInAnyOrder(5, 3);
        assertThat(places()).isEqualTo(PLACES - 3);
        answer(0, AT);
        answer(1, AT);
        assertThat(all).extracting(CompletableFuture::join).containsExactly("{o0}:o:1", "{o1}:o:2", "{o0}:o:3");
        assertThat(places()).isEqualTo(PLACES);
    }

    @Test
    void eachHearsOfTheFillsOfHisOrder() {
        withFills = true;
        List<CompletableFuture<String>> all = inOneTurn(FIRST, 3);
        awaitQuestions(1);
        answer(0, AT);
        assertThat(all).extracting(CompletableFuture::join).containsExactly("{o0}:o:1 {o0}:f:1", "{o0}:o:2 {o0}:f:2", "{o0}:o:3 {o0}:f:3");
    }

    @Test
    void whoCannotTakeHisAnswerKeepsNobodyElseFromHis() {
        List<CompletableFuture<String>> all = loop.submit(() -> {
            CompletableFuture<String> before = read(FIRST, 1);
            assertThat(reads.order(FIRST, 2, new Thrower())).isTrue();
            return List.of(before, read(FIRST, 3), read(SECOND, 4));
        }).syncUninterruptibly().getNow();
        awaitQuestions(2);
        int first = asked.get(0).length > 3 ? 0 : 1;
        answer(first, AT);
        assertThat(all.get(1).join()).isEqualTo("{o0}:o:3");
        answer(1 - first, AT);
        assertThat(all).extracting(CompletableFuture::join).containsExactly("{o0}:o:1", "{o0}:o:3", "{o1}:o:4");
        assertThat(places()).isEqualTo(PLACES);
    }

    @Test
    void whoCannotTakeAFailureKeepsNobodyElseFromIt() {
        reads = reading(Duration.ofMillis(50));
        CompletableFuture<String> other = loop.submit(() -> {
            assertThat(reads.order(FIRST, 1, new Thrower())).isTrue();
            return read(FIRST, 2);
        }).syncUninterruptibly().getNow();
        assertThat(other.join()).startsWith("VIEW_UNAVAILABLE");
        assertThat(places()).isEqualTo(PLACES);
        assertThat(loop.submit(() -> read(SECOND, 3)).syncUninterruptibly().getNow().join()).as("it is still looked who waits too long")
                .startsWith("VIEW_UNAVAILABLE");
    }

    private static final class Thrower implements OrderReads.Reader {
        @Override
        public void found(ViewPosition position, byte @Nullable [] order, byte @Nullable [] fills) {
            throw new IllegalStateException("cannot be told");
        }

        @Override
        public void failed(ApiException failure) {
            throw new IllegalStateException("cannot be told");
        }
    }

    @Test
    void aQuestionHasAnEnd() {
        inOneTurn(FIRST, 150);
        awaitQuestions(3);
        assertThat(asked).extracting(keys -> keys.length / 2).containsExactly(64, 64, 22);
    }

    @Test
    void anAnswerFromBeforeWhatWasKnownIsNotPassedOn() {
        floor = 8;
        List<CompletableFuture<String>> all = inOneTurn(FIRST, 2);
        awaitQuestions(1);
        answer(0, AT);
        assertThat(all).extracting(CompletableFuture::join).allMatch(ended -> ended.startsWith("VIEW_UNAVAILABLE")
                && ended.contains("is at 7 of 8"));
        assertThat(places()).isEqualTo(PLACES);
    }

    @Test
    void whoGetsNoAnswerIsToldInTimeAndGivesBackThePlace() {
        reads = reading(Duration.ofSeconds(5));
        List<CompletableFuture<String>> all = inOneTurn(FIRST, 2);
        assertThat(all).extracting(CompletableFuture::join).allMatch(ended -> ended.contains("did not answer in time"));
        assertThat(places()).isEqualTo(PLACES);
        answer(0, AT);
        List<CompletableFuture<String>> next = inOneTurn(FIRST, 1);
        awaitQuestions(2);
        answer(1, AT);
        assertThat(next).extracting(CompletableFuture::join).containsExactly("{o0}:o:1");
        assertThat(places()).isEqualTo(PLACES);
    }

    @Test
    void theBreakerHearsOfFailuresAndThenNothingIsBegun() {
        for (int i = 0; i < 10; i++) {
            List<CompletableFuture<String>> failing = inOneTurn(FIRST, 1);
            awaitQuestions(i + 1);
            answers.get(i).completeExceptionally(new RedisConnectionException("away"));
            assertThat(failing.getFirst().join()).contains("cannot be reached");
        }
        assertThat(guard.isOpen(FIRST)).isTrue();
        assertThat(inOneTurn(FIRST, 1)).extracting(CompletableFuture::join).containsExactly("not begun");
        assertThat(places()).isEqualTo(PLACES);
    }

    @Test
    void aFewFailuresAmongManyAnswersAreNoReasonToRefuseReads() {
        for (int i = 0; i < 30; i++) {
            List<CompletableFuture<String>> one = inOneTurn(FIRST, 1);
            awaitQuestions(i + 1);
            if (i % 5 < 3) {
                answer(i, AT);
            } else {
                answers.get(i).completeExceptionally(new RedisConnectionException("away"));
            }
            one.getFirst().join();
        }
        assertThat(guard.breaker(FIRST).isTrusted()).isTrue();
    }

    /** His connection may have brought the next request already. */
    @Test
    void whoIsToldThatABreakerHasOpenedMayBeginWithAnotherPartitionAtOnce() {
        try (ViewGuard apart = new ViewGuard(Duration.ofSeconds(5), PLACES, List.of(FIRST, SECOND))) {
            reads = reading(Duration.ofSeconds(20), apart);
            CompletableFuture<CompletableFuture<String>> second = new CompletableFuture<>();
            loop.submit(() -> {
                read(FIRST, 1).thenRun(() -> second.complete(read(SECOND, 2)));
                apart.breakers().circuitBreaker("outcry.query.redis." + FIRST).transitionToOpenState();
            }).syncUninterruptibly();
            awaitQuestions(1);
            answer(0, AT);
            assertThat(second.thenCompose(read -> read).orTimeout(10, TimeUnit.SECONDS).join()).isEqualTo("{o1}:o:2");
        }
    }

    @Test
    void moreThanThereArePlacesForAreNotBegun() {
        List<CompletableFuture<String>> all = inOneTurn(FIRST, PLACES + 1);
        assertThat(all.getLast().join()).isEqualTo("not begun");
        assertThat(all.subList(0, PLACES)).noneMatch(CompletableFuture::isDone);
    }
}
