// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.internal.ExceptionFactory;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.logging.ToldLines;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to reads while Redis is away, and at the moment it is back. */
@Timeout(30)
class ViewGuardTest {

    private static final int PLENTY = 50;

    private static final ViewPartition PARTITION = new ViewPartition(ViewLog.ORDERS, 0);
    private static final ViewPartition OTHER = new ViewPartition(ViewLog.ORDERS, 1);

    @RegisterExtension
    private final ToldLines told = ToldLines.of(ViewGuard.class);

    private ViewGuard guard = new ViewGuard(Duration.ofSeconds(5), 100);

    @AfterEach
    void close() {
        guard.close();
    }

    private CompletableFuture<String> read(CompletionStage<String> answer) {
        return guard.run(PARTITION, () -> answer).toFuture();
    }

    private void open() {
        for (int i = 0; i < PLENTY; i++) {
            failed(read(CompletableFuture.failedFuture(new RedisConnectionException("away"))));
        }
        assertThat(guard.isOpen(PARTITION)).isTrue();
    }

    private static void failed(CompletableFuture<String> read) {
        assertThat(read.handle((_, failure) -> failure instanceof CompletionException wrapped ? wrapped.getCause() : failure).join())
                .isInstanceOf(ApiException.class);
    }

    @Test
    void whileRedisIsAwayReadsAreRefusedAtOnce() {
        open();
        CompletableFuture<String> never = new CompletableFuture<>();
        failed(read(never));
    }

    @Test
    void aLookAtRedisThatSucceedsLetsRequestsTryItAtOnce() {
        open();
        guard.breaker(PARTITION).probe(() -> CompletableFuture.completedFuture("here"));
        assertThat(guard.isOpen(PARTITION)).isFalse();
        assertThat(read(CompletableFuture.completedFuture("x")).join()).isEqualTo("x");
    }

    private List<CompletableFuture<String>> plentyOfReads(CompletableFuture<String> answer) {
        return Stream.generate(() -> read(answer)).limit(PLENTY).toList();
    }

    @Test
    void readsThatComeDuringTheTrialWaitForItAndAreAnsweredIfRedisIsBack() {
        open();
        guard.breaker(PARTITION).probe(() -> CompletableFuture.completedFuture("here"));
        CompletableFuture<String> trial = new CompletableFuture<>();
        List<CompletableFuture<String>> all = plentyOfReads(trial);
        assertThat(all).noneMatch(CompletableFuture::isDone);
        trial.complete("x");
        assertThat(all).allMatch(read -> read.join().equals("x"));
    }

    @Test
    void readsThatWaitForATrialThatFailsAreRefused() {
        open();
        guard.breaker(PARTITION).probe(() -> CompletableFuture.completedFuture("here"));
        CompletableFuture<String> trial = new CompletableFuture<>();
        List<CompletableFuture<String>> all = plentyOfReads(trial);
        trial.completeExceptionally(new RedisConnectionException("away again"));
        all.forEach(ViewGuardTest::failed);
        assertThat(guard.isOpen(PARTITION)).isTrue();
        assertThat(guard.bulkheads().bulkhead("outcry.query.redis").getMetrics().getAvailableConcurrentCalls()).isEqualTo(100);
    }

    @Test
    void aReadWhoseRequestHasNoTimeLeftIsNotSent() {
        AtomicInteger sent = new AtomicInteger();
        failed(guard.run(PARTITION, () -> CompletableFuture.completedFuture("x " + sent.incrementAndGet()))
                .contextWrite(context -> RequestDeadline.in(context, Duration.ZERO)).toFuture());
        assertThat(sent).hasValue(0);
        assertThat(guard.bulkheads().bulkhead("outcry.query.redis").getMetrics().getAvailableConcurrentCalls()).isEqualTo(100);
    }

    @Test
    void oneRedisFailsAsAWhole() {
        open();
        assertThat(guard.isOpen(OTHER)).isTrue();
        assertThat(guard.breakers().getAllCircuitBreakers()).extracting(CircuitBreaker::getName).containsExactly("outcry.query.redis");
    }

    @Test
    void inAClusterWhatIsOnOtherNodesIsReadAsBefore() {
        guard.close();
        guard = new ViewGuard(Duration.ofSeconds(5), 100, List.of(PARTITION, OTHER));
        open();
        assertThat(guard.isOpen(OTHER)).isFalse();
        assertThat(guard.run(OTHER, () -> CompletableFuture.completedFuture("x")).toFuture().join()).isEqualTo("x");
        assertThat(guard.breakers().getAllCircuitBreakers()).extracting(CircuitBreaker::getName)
                .containsExactlyInAnyOrder("outcry.query.redis.o0", "outcry.query.redis.o1");
    }

    /** As long as its breaker has not opened, and each time it tries again. */
    @Test
    void inAClusterAPartitionThatStandsStillLeavesPlacesForTheOthers() {
        guard.close();
        guard = new ViewGuard(Duration.ofSeconds(20), 100, List.of(PARTITION, OTHER));
        List<CompletableFuture<String>> standing = Stream.generate(() -> read(new CompletableFuture<>())).limit(200).toList();
        assertThat(standing).filteredOn(read -> !read.isDone()).hasSizeBetween(40, 60);
        assertThat(guard.run(OTHER, () -> CompletableFuture.completedFuture("x")).toFuture().join()).isEqualTo("x");
        standing.forEach(read -> read.cancel(true));
        assertThat(guard.bulkheads().bulkhead("outcry.query.redis").getMetrics().getAvailableConcurrentCalls()).isEqualTo(100);
        assertThat(read(CompletableFuture.completedFuture("y")).join()).isEqualTo("y");
    }

    @Test
    void oneRedisHasAllPlacesForWhateverIsRead() {
        List<CompletableFuture<String>> all = Stream.generate(() -> read(new CompletableFuture<>())).limit(200).toList();
        assertThat(all).filteredOn(read -> !read.isDone()).hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "LOADING Redis is loading the dataset in memory", "BUSY Redis is busy running a script.",
        "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", "CLUSTERDOWN Hash slot not served"})
    void aRedisThatSaysItAnswersNobodyIsNotToldWithEachRead(String said) {
        failed(read(CompletableFuture.failedFuture(ExceptionFactory.createExecutionException(said))));
        assertThat(told.list()).isEmpty();
    }

    @Test
    void aReadThatRedisDoesNotUnderstandIsTold() {
        failed(read(CompletableFuture.failedFuture(ExceptionFactory.createExecutionException("ERR unknown command"))));
        assertThat(told.list()).hasSize(1);
    }
}
