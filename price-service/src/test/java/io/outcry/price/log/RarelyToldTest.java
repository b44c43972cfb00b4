// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class RarelyToldTest {

    private long nanos;
    private final RarelyTold told = new RarelyTold(() -> nanos);

    @Test
    void theSameIsToldAgainAfterTenMinutes() {
        assertThat(told.isDue(new TimeoutException("after 1 attempt"))).isTrue();
        nanos = RarelyTold.AGAIN_NANOS - 1;
        assertThat(told.isDue(new TimeoutException("after 2 attempts"))).isFalse();
        nanos = RarelyTold.AGAIN_NANOS;
        assertThat(told.isDue(new TimeoutException("after 3 attempts"))).isTrue();
    }

    @Test
    void anotherKindIsToldAtOnce() {
        told.isDue(new TimeoutException("away"));
        assertThat(told.isDue(new TopicAuthorizationException("forbidden"))).isTrue();
        assertThat(told.isDue(new TimeoutException("away"))).isTrue();
    }
}
