// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.time;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Time as the log carries it: microseconds since the epoch. */
public final class Micros {

    private Micros() {}

    public static long now(InstantSource clock) {
        return of(clock.instant());
    }

    /** @throws ArithmeticException if the instant is hundreds of thousands of years away */
    public static long of(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
