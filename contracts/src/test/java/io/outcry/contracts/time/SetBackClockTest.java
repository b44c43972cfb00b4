// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.ConsumerSettings;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SetBackClockTest {

    private long wallMillis = 1_763_700_000_000L;
    private long nanos = Long.MAX_VALUE - 5;
    private long pauseNanos;
    private final SetBackClock clock = new SetBackClock(
            () -> {
                nanos += pauseNanos;
                return Instant.ofEpochMilli(wallMillis);
            },
            () -> nanos);

    @Test
    void aClockThatGoesOnWasNotSetBack() {
        for (int i = 0; i < 100; i++) {
            pass(500);
            assertThat(clock.look()).isZero();
        }
    }

    @Test
    void isToldOnceByHowMuchItWasSetBack() {
        pass(500);
        wallMillis -= 3_600_000;
        assertThat(clock.look()).isEqualTo(3_600_000);
        pass(500);
        assertThat(clock.look()).isZero();
    }

    @Test
    void isToldAgainWhenItIsSetBackAgain() {
        wallMillis -= 10_000;
        assertThat(clock.look()).isEqualTo(10_000);
        wallMillis += 60_000;
        assertThat(clock.look()).as("forward").isZero();
        wallMillis -= 60_000;
        assertThat(clock.look()).isEqualTo(60_000);
    }

    @Test
    void aHeartbeatThatIsDelayedByALittleComesWithinTheSession() {
        assertThat(ConsumerSettings.HEARTBEAT_MILLIS + SetBackClock.LEAST_MILLIS).isLessThan(ConsumerSettings.SESSION_TIMEOUT_MILLIS);
    }

    @Test
    void aLittleDelaysNoHeartbeatTooLong() {
        wallMillis -= SetBackClock.LEAST_MILLIS - 1;
        assertThat(clock.look()).isZero();
        wallMillis -= SetBackClock.LEAST_MILLIS;
        assertThat(clock.look()).isEqualTo(SetBackClock.LEAST_MILLIS);
    }

    /** A process that stands still between the two readings has a clock that seems to be ahead, and then to go back. */
    @Test
    void aPauseBetweenTwoReadingsIsNoStep() {
        pauseNanos = TimeUnit.SECONDS.toNanos(10);
        wallMillis += 10_000;
        assertThat(clock.look()).isZero();
        pauseNanos = 0;
        assertThat(clock.look()).isZero();
    }

    private void pass(long millis) {
        wallMillis += millis;
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
