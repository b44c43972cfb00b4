// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class LogBeginningTest {

    private static final TopicPartition LOG = new TopicPartition("order.outcomes.v1", 0);

    private final AtomicLong nanos = new AtomicLong(TimeUnit.HOURS.toNanos(1));
    private boolean away = true;
    private int asked;

    /** Each question holds up all partitions of a consumer. */
    @Test
    void aKafkaThatDoesNotSayIsAskedAgainAfterAWhile() {
        MockConsumer<byte[], byte[]> kafka = new MockConsumer<>("none") {

            @Override
            public synchronized Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> logs, Duration timeout) {
                asked++;
                if (away) {
                    throw new TimeoutException("no leader");
                }
                return Map.of(LOG, 7L);
            }
        };
        LogBeginning beginning = new LogBeginning(kafka, LOG, nanos::get);
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(beginning::getAsLong).isInstanceOf(TimeoutException.class);
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(asked).as("questions in ten seconds").isEqualTo(1);
        away = false;
        assertThat(beginning.getAsLong()).isEqualTo(7);
    }
}
