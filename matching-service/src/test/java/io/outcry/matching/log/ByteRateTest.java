// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ByteRateTest {

    private static final long START = -5_000_000_000L;
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final ByteRate rate = new ByteRate(1_000_000, START);

    @Test
    void theFirstBytesDoNotWaitAndTheNextOnesUntilThoseHaveHadTheirTime() {
        assertThat(rate.nanosBefore(250_000, START)).isZero();
        assertThat(rate.nanosBefore(100_000, START)).isEqualTo(250 * MILLI);
        assertThat(rate.nanosBefore(1, START + 300 * MILLI)).isEqualTo(50 * MILLI);
    }

    @Test
    void aPauseIsNotMadeUpFor() {
        rate.nanosBefore(1_000, START);
        assertThat(rate.nanosBefore(250_000, START + 60_000 * MILLI)).isZero();
        assertThat(rate.nanosBefore(1, START + 60_000 * MILLI)).isEqualTo(250 * MILLI);
    }
}
