// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.lettuce.core.RedisException;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewReader;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A topic is gone: that is told once each time, after it has lasted. */
class ViewWatchTest {

    @RegisterExtension
    private final ToldLines said = ToldLines.of(ViewWatch.class);

    private final AtomicLong nanos = new AtomicLong();
    private final ViewPositions positions = new ViewPositions(1, 1);
    private final ViewGuard guard = new ViewGuard(Duration.ofSeconds(1), 10);
    private final ViewReader reader = new ViewReader(() -> {
        throw new RedisException("away");
    }, guard, positions);
    private final ViewWatch watch = new ViewWatch(
            reader, this::ask, new LogIds(), positions, new ViewAges(positions, Clock.systemUTC()), nanos::get);
    private boolean gone;

    private CompletionStage<LogEnds.Ends> ask() {
        return gone
                ? CompletableFuture.failedFuture(new UnknownTopicOrPartitionException("no such topic"))
                : CompletableFuture.completedFuture(new LogEnds.Ends(Map.of()));
    }

    @AfterEach
    void stop() {
        guard.close();
    }

    @Test
    void thatTheEndOfALogIsNotKnownIsSaidOnceEachTime() {
        gone = true;
        watchFor(4);
        assertThat(ends()).as("it may be a moment").isEmpty();
        watchFor(60);
        assertThat(ends()).singleElement().satisfies(line -> assertThat(line.getKeyValuePairs().toString()).contains("no such topic"));
        gone = false;
        watchFor(1);
        gone = true;
        watchFor(60);
        assertThat(ends()).hasSize(2);
    }

    private void watchFor(int seconds) {
        for (int i = 0; i < seconds; i++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            watch.round();
        }
    }

    private List<ILoggingEvent> ends() {
        return said.list().stream().filter(line -> line.getMessage().startsWith("Kafka does not say")).toList();
    }
}
