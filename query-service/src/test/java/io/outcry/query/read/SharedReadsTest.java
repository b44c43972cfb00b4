// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class SharedReadsTest {

    private final SharedReads<String> reads = new SharedReads<>();
    private final AtomicInteger begun = new AtomicInteger();
    private CompletableFuture<String> answer = new CompletableFuture<>();

    @Test
    void a_crowd_that_asks_at_once_is_one_read() {
        List<CompletableFuture<String>> crowd = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            crowd.add(ask("BTC-USD"));
        }
        assertThat(begun).hasValue(1);

        answer.complete("60000.00");
        assertThat(crowd).allMatch(one -> one.join().equals("60000.00"));
    }

    @Test
    void who_asks_after_the_answer_reads_anew() {
        CompletableFuture<String> first = ask("BTC-USD");
        answer.complete("1");
        assertThat(first.join()).isEqualTo("1");

        answer = new CompletableFuture<>();
        CompletableFuture<String> second = ask("BTC-USD");
        answer.complete("2");
        assertThat(second.join()).isEqualTo("2");
        assertThat(begun).hasValue(2);
    }

    @Test
    void different_questions_are_different_reads() {
        ask("BTC-USD");
        ask("ETH-USD");

        assertThat(begun).hasValue(2);
    }

    @Test
    void a_failure_is_everybodys_and_the_next_one_tries_again() {
        CompletableFuture<String> first = ask("BTC-USD");
        CompletableFuture<String> second = ask("BTC-USD");
        answer.completeExceptionally(new IllegalStateException("no Redis"));
        for (CompletableFuture<String> one : List.of(first, second)) {
            assertThatExceptionOfType(CompletionException.class).isThrownBy(one::join).withMessageContaining("no Redis");
        }

        answer = CompletableFuture.completedFuture("3");
        assertThat(ask("BTC-USD").join()).isEqualTo("3");
    }

    private CompletableFuture<String> ask(String key) {
        return reads.of(key, () -> {
            begun.incrementAndGet();
            CompletableFuture<String> mine = answer;
            return Mono.fromFuture(() -> mine);
        }).toFuture();
    }
}
