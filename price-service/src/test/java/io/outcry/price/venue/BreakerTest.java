// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.TierIntervals;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How a venue comes back: its breaker has been open, and there are few calls. */
class BreakerTest {

    private static final VenueLimits LIMITS =
            new VenueLimits(Duration.ofSeconds(20), Duration.ofSeconds(10), Duration.ofSeconds(60), 2, Duration.ofSeconds(30));

    private final CircuitBreaker breaker = CircuitBreaker.of("venue", Venues.breakerConfig(LIMITS));

    @BeforeEach
    void hasBeenOpen() {
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
    }

    @Test
    void oneGoodCallClosesIt() throws Exception {
        breaker.executeCallable(() -> "a good answer");

        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void aCallThatFailsOpensItAgain() {
        assertThatThrownBy(() -> breaker.executeCallable(() -> {
            throw new VenueException("no good answer");
        })).isInstanceOf(VenueException.class);

        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
    }

    @ParameterizedTest
    @MethodSource
    void aCallThatWasGivenUpLeavesTheTryToTheNext(Exception givenUp) throws Exception {
        assertThatThrownBy(() -> breaker.executeCallable(() -> {
            throw givenUp;
        })).isSameAs(givenUp);
        breaker.executeCallable(() -> "a good answer");

        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    static Stream<Exception> aCallThatWasGivenUpLeavesTheTryToTheNext() {
        return Stream.of(new InterruptedException(), new CancellationException());
    }

    @Test
    void theTryMayBeMadeForLongerThanTheLongestTimeBetweenTwoCalls() {
        Duration longest = Duration.ofMillis(new TierIntervals(5_000, 30_000, 300_000).millis(RefreshTier.COLD));

        assertThat(breaker.getCircuitBreakerConfig().getMaxWaitDurationInHalfOpenState()).isGreaterThan(longest.multipliedBy(2));
    }
}
