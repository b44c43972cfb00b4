// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BucketTest {

    /** Clocks of this kind may begin anywhere: it passes the largest number on the way. */
    private long now = Long.MAX_VALUE - 10;

    private final Bucket bucket = new Bucket(10, 4, now);

    @Test
    void soManyComeAtOnceAndThenSoManyASecond() {
        assertThat(taken()).isEqualTo(10);
        pass(249);
        assertThat(taken()).as("before a quarter of a second").isZero();
        pass(1);
        assertThat(taken()).as("after it").isEqualTo(1);
        pass(2_000);
        assertThat(taken()).as("in two seconds").isEqualTo(8);
    }

    @Test
    void aPauseSavesUpNoMoreThanComesAtOnce() {
        assertThat(taken()).isEqualTo(10);
        pass(60_000);
        assertThat(taken()).isEqualTo(10);
    }

    @Test
    void whoTriesTooOftenGetsHisTurnAllTheSame() {
        taken();
        int taken = 0;
        for (int i = 0; i < 100; i++) {
            pass(10);
            taken += taken();
        }
        assertThat(taken).as("in a second").isBetween(3, 4);
    }

    private int taken() {
        int taken = 0;
        while (bucket.take(now)) {
            taken++;
        }
        return taken;
    }

    private void pass(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
