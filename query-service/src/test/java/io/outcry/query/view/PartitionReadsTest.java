// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class PartitionReadsTest {

    private static final int RACES = 5_000;

    @Test
    void everythingFoundIsInTheOrderThatWasAskedFor() {
        assertThat(PartitionReads.all(List.of(Mono.delay(Duration.ofMillis(20)).map(_ -> "slow"), Mono.just("fast"))).block())
                .containsExactly("slow", "fast");
    }

    @Test
    void noReadsFindNothing() {
        assertThat(PartitionReads.all(List.of()).block()).isEmpty();
    }

    @Test
    void readsThatFailAtTheSameMomentFailAsOneOfThem() {
        RuntimeException here = ViewGuard.unavailable("here");
        RuntimeException there = ViewGuard.unavailable("there");
        for (int race = 0; race < RACES; race++) {
            CompletableFuture<String> first = new CompletableFuture<>();
            CompletableFuture<String> second = new CompletableFuture<>();
            CompletableFuture<Throwable> failure = PartitionReads.all(List.of(Mono.fromFuture(first), Mono.fromFuture(second)))
                    .map(Object::toString).toFuture().handle((_, thrown) -> thrown);
            AtomicInteger ready = new AtomicInteger();
            Thread other = Thread.ofPlatform().start(() -> {
                meet(ready);
                second.completeExceptionally(there);
            });
            meet(ready);
            first.completeExceptionally(here);
            assertThat(failure.join()).isSameAs(here);
            join(other);
        }
    }

    private static void meet(AtomicInteger ready) {
        ready.incrementAndGet();
        while (ready.get() < 2) {
            Thread.onSpinWait();
        }
    }

    private static void join(Thread other) {
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
