// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.internal.ExceptionFactory;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.logging.ToldLines;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.KeyValuePair;

/** What happens to reads while Redis is away, and at the moment it is back. */
@Timeout(30)
class ViewGuardTest {

    private static final int PLENTY = 50;

    /** Reads that try whether Redis is back. */
    private static final int TRIALS = 3;

    private static final ViewPartition PARTITION = new ViewPartition(ViewLog.ORDERS, 0);
    private static final ViewPartition OTHER = new ViewPartition(ViewLog.ORDERS, 1);

    @RegisterExtension
    private final ToldLines told = ToldLines.of(ViewGuard.class);

    @RegisterExtension
    private final ToldLines changes = ToldLines.of(ViewBreaker.class);

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

    private void look(CompletionStage<String> answer) {
        guard.breaker(PARTITION).probe(() -> answer);
    }

    @Test
    void whileRedisIsAwayReadsAreRefusedAtOnce() {
        open();
        CompletableFuture<String> refused = read(new CompletableFuture<>());
        assertThat(refused.isDone() || !guard.isOpen(PARTITION)).as("at once, unless it is tried again already").isTrue();
        failed(refused);
    }

    @Test
    void aLookAtRedisThatSucceedsLetsRequestsTryItAtOnce() {
        open();
        look(CompletableFuture.completedFuture("here"));
        assertThat(guard.isOpen(PARTITION)).isFalse();
        assertThat(read(CompletableFuture.completedFuture("x")).join()).isEqualTo("x");
    }

    @Test
    void looksAloneFindOutThatRedisIsAwayAndThatItIsBack() {
        for (int i = 0; i < PLENTY; i++) {
            guard.breaker(PARTITION).probe(() -> {
                throw new RedisConnectionException("away");
            });
        }
        assertThat(guard.breaker(PARTITION).isTrusted()).isFalse();
        for (int i = 0; i <= TRIALS; i++) {
            look(CompletableFuture.completedFuture("here"));
        }
        assertThat(guard.breaker(PARTITION).isTrusted()).isTrue();
    }

    @Test
    void anOperatorIsToldOfTheFirstOpeningAndOfTheClosingButNotOfTheTrials() {
        open();
        look(CompletableFuture.completedFuture("here"));
        for (int i = 0; i < TRIALS; i++) {
            failed(read(CompletableFuture.failedFuture(new RedisConnectionException("away again"))));
        }
        assertThat(changes.list()).singleElement().satisfies(line -> assertThat(line.getKeyValuePairs()).contains(
                new KeyValuePair("from", CircuitBreaker.State.CLOSED), new KeyValuePair("to", CircuitBreaker.State.OPEN)));
        for (int i = 0; i <= TRIALS; i++) {
            look(CompletableFuture.completedFuture("here"));
        }
        assertThat(changes.list()).hasSize(2).last().satisfies(line -> assertThat(line.getKeyValuePairs())
                .contains(new KeyValuePair("to", CircuitBreaker.State.CLOSED)));
    }

    @Test
    void aReadThatRedisDoesNotAnswerIsGivenUpAndABreakerHearsOfIt() {
        guard.close();
        guard = new ViewGuard(Duration.ofMillis(50), 100);
        plentyOfReads(new CompletableFuture<>()).forEach(ViewGuardTest::failed);
        assertThat(guard.breaker(PARTITION).isTrusted()).isFalse();
    }

    private CompletableFuture<String> readWithLittleTimeLeft(CompletionStage<String> answer) {
        return guard.run(PARTITION, () -> answer).contextWrite(context -> RequestDeadline.in(context, Duration.ofMillis(50))).toFuture();
    }

    @Test
    void aReadWhoseRequestHadLittleTimeLeftSaysNothingOfRedisByBeingLate() {
        Stream.generate(() -> readWithLittleTimeLeft(new CompletableFuture<>())).limit(PLENTY).toList().forEach(ViewGuardTest::failed);
        assertThat(guard.breaker(PARTITION).isTrusted()).isTrue();
    }

    @Test
    void aTrialThatSaysNothingOfRedisLeavesItsPlaceToTheNext() {
        open();
        look(CompletableFuture.completedFuture("here"));
        for (int i = 0; i < TRIALS; i++) {
            read(new CompletableFuture<>()).cancel(true);
            failed(readWithLittleTimeLeft(new CompletableFuture<>()));
        }
        assertThat(read(CompletableFuture.completedFuture("x")).join()).isEqualTo("x");
    }

    @Test
    void nobodyWaitsForATrialLongerThanHisRequestLasts() {
        open();
        look(CompletableFuture.completedFuture("here"));
        List<CompletableFuture<String>> trials = Stream.generate(() -> read(new CompletableFuture<>())).limit(TRIALS).toList();
        failed(readWithLittleTimeLeft(CompletableFuture.completedFuture("x")));
        assertThat(guard.isOpen(PARTITION)).as("the trial has not ended").isFalse();
        assertThat(trials).noneMatch(CompletableFuture::isDone);
    }

    private List<CompletableFuture<String>> plentyOfReads(CompletableFuture<String> answer) {
        return Stream.generate(() -> read(answer)).limit(PLENTY).toList();
    }

    @Test
    void readsThatComeDuringTheTrialWaitForItAndAreAnsweredIfRedisIsBack() {
        open();
        look(CompletableFuture.completedFuture("here"));
        CompletableFuture<String> trial = new CompletableFuture<>();
        List<CompletableFuture<String>> all = plentyOfReads(trial);
        assertThat(all).noneMatch(CompletableFuture::isDone);
        trial.complete("x");
        assertThat(all).allMatch(read -> read.join().equals("x"));
    }

    @Test
    void readsThatWaitForATrialThatFailsAreRefused() {
        open();
        look(CompletableFuture.completedFuture("here"));
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
        for (int time = 1; time <= 3; time++) {
            List<CompletableFuture<String>> standing = Stream.generate(() -> read(new CompletableFuture<>())).limit(200).toList();
            assertThat(standing).as("time %d", time).filteredOn(read -> !read.isDone()).hasSizeBetween(40, 60);
            assertThat(guard.run(OTHER, () -> CompletableFuture.completedFuture("x")).toFuture().join()).isEqualTo("x");
            standing.forEach(read -> read.cancel(true));
            assertThat(guard.bulkheads().bulkhead("outcry.query.redis").getMetrics().getAvailableConcurrentCalls()).isEqualTo(100);
        }
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

    static Stream<Exception> signsOfARedisThatIsAway() {
        return Stream.of(
                new RedisConnectionException("refused"), new RedisException("Currently not connected. Commands are rejected."),
                new IOException("Connection reset"), new RedisCommandTimeoutException("in time"), new TimeoutException("in time"));
    }

    @ParameterizedTest
    @MethodSource("signsOfARedisThatIsAway")
    void aRedisThatIsAwayIsNotToldWithEachRead(Exception sign) {
        failed(read(CompletableFuture.failedFuture(sign)));
        failed(read(CompletableFuture.failedFuture(new CompletionException(sign))));
        assertThat(told.list()).isEmpty();
    }

    @Test
    void aReadThatRedisDoesNotUnderstandIsTold() {
        failed(read(CompletableFuture.failedFuture(ExceptionFactory.createExecutionException("ERR unknown command"))));
        assertThat(told.list()).hasSize(1);
    }
}
