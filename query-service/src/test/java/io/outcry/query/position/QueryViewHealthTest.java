// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisConnectionException;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewReader;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class QueryViewHealthTest {

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void aRedisThatDoesNotAnswerIsRedAndSaysWhy() {
        ViewPositions positions = new ViewPositions(1, 1);
        ViewGuard guard = new ViewGuard(Duration.ofSeconds(1), 10);
        ViewReader reader = new ViewReader(() -> {
            throw new RedisConnectionException("no such host");
        }, guard, positions);
        ViewWatch watch = new ViewWatch(
                reader, CompletableFuture::new, new LogIds(), positions, new ViewAges(positions, Clock.systemUTC()), nanos::get);
        watch.round();
        nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        Health health = new QueryViewHealth(watch, new ProjectionFaults(), List::of).health();
        guard.close();
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails().get("redis")).asString().startsWith("no answer for 3000 ms: ").endsWith("no such host");
    }
}
