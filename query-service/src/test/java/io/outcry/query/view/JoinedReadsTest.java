// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.http.ApiException;
import io.outcry.query.domain.ViewPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

@Timeout(30)
class JoinedReadsTest {

    private static final ViewPartition PARTITION = new ViewPartition(ViewLog.ORDERS, 0);

    private final SeenPositions seen = new SeenPositions();
    private final AtomicInteger asked = new AtomicInteger();
    private final JoinedReads<String> reads = new JoinedReads<>(seen, Duration.ofMinutes(1));

    private static Held<String> at(long next, String value) {
        return new Held<>(PARTITION, ViewPosition.EMPTY.startingAt(next), value);
    }

    private CompletableFuture<Held<String>> read(String what, CompletableFuture<Held<String>> answer) {
        return joined(what, answer).toFuture();
    }

    private Mono<Held<String>> joined(String what, CompletableFuture<Held<String>> answer) {
        return reads.join(PARTITION, what, Mono.defer(() -> {
            asked.incrementAndGet();
            return Mono.fromFuture(answer, true);
        }));
    }

    @Test
    void readersOfTheSameThingShareOneQuestionWhileItIsUnderWay() {
        CompletableFuture<Held<String>> answer = new CompletableFuture<>();
        CompletableFuture<Held<String>> first = read("a", answer);
        CompletableFuture<Held<String>> second = read("a", answer);
        CompletableFuture<Held<String>> other = read("b", answer);
        answer.complete(at(5, "x"));
        assertThat(first.join()).isEqualTo(second.join()).isEqualTo(other.join());
        assertThat(asked).hasValue(2);
        read("a", answer).join();
        assertThat(asked).as("a question that was answered is not shared").hasValue(3);
    }

    @Test
    void anAnswerThatIsOlderThanTheJoiningReaderKnowsIsNotTaken() {
        CompletableFuture<Held<String>> early = new CompletableFuture<>();
        read("a", early);
        seen.raise(7);
        CompletableFuture<Held<String>> late = read("a", CompletableFuture.completedFuture(at(7, "new")));
        early.complete(at(5, "old"));
        assertThat(late.join().value()).isEqualTo("new");
    }

    @Test
    void aReaderWhoseQuestionWasSharedInVainAsksForItself() {
        CompletableFuture<Held<String>> failing = new CompletableFuture<>();
        read("a", failing);
        CompletableFuture<Held<String>> second = read("a", CompletableFuture.completedFuture(at(1, "right")));
        failing.completeExceptionally(new IllegalStateException("gone"));
        assertThat(second.join().value()).isEqualTo("right");
    }

    @Test
    void whoWaitsForTheQuestionOfAnotherWaitsNoLongerThanHisOwnRequestHasLeft() {
        CompletableFuture<Held<String>> never = new CompletableFuture<>();
        read("a", never);
        CompletableFuture<Held<String>> late = joined("a", CompletableFuture.completedFuture(at(1, "right")))
                .contextWrite(context -> RequestDeadline.in(context, Duration.ofMillis(20))).toFuture()
                .orTimeout(20, TimeUnit.SECONDS);
        assertThatThrownBy(late::join).hasCauseInstanceOf(ApiException.class);
        assertThat(asked).as("nothing is left for a question of his own").hasValue(1);
    }

    @Test
    void aCrowdWhoseQuestionFailsAsksOneMoreAndNotOneEach() {
        CompletableFuture<Held<String>> failing = new CompletableFuture<>();
        CompletableFuture<Held<String>> second = new CompletableFuture<>();
        List<CompletableFuture<Held<String>>> crowd = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            crowd.add(read("a", i == 0 ? failing : second));
        }
        assertThat(asked).hasValue(1);
        failing.completeExceptionally(new IllegalStateException("gone"));
        assertThat(asked).hasValue(2);
        second.complete(at(1, "right"));
        assertThat(crowd.subList(1, crowd.size())).allMatch(one -> one.join().value().equals("right"));
        assertThat(asked).hasValue(2);
    }
}
