// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class BrokerAnswersTest {

    private static final long SECOND = 1_000_000_000;

    private final BrokerAnswers answers = new BrokerAnswers(0);

    @Test
    void silenceCountsFromTheLastAnswerOfAnyConsumer() {
        answers.look(List.of(consumer(3), consumer(5)), SECOND);
        answers.look(List.of(consumer(3), consumer(6)), 4 * SECOND);
        answers.look(List.of(consumer(3), consumer(6)), 9 * SECOND);

        assertThat(answers.silence(10 * SECOND)).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void withoutAnyAnswerItCountsFromTheBeginning() {
        answers.look(List.of(consumer(0)), 2 * SECOND);
        answers.look(List.of(Map.of()), 3 * SECOND);

        assertThat(answers.silence(11 * SECOND)).isEqualTo(Duration.ofSeconds(11));
    }

    private static Map<MetricName, Metric> consumer(double responses) {
        return Map.of(
                name("response-total", "consumer-metrics"), metric(responses),
                name("response-total", "consumer-node-metrics"), metric(1_000 - responses));
    }

    private static MetricName name(String name, String group) {
        return new MetricName(name, group, "", Map.of());
    }

    private static Metric metric(double value) {
        return new Metric() {
            @Override
            public MetricName metricName() {
                throw new UnsupportedOperationException("not asked for");
            }

            @Override
            public Object metricValue() {
                return value;
            }
        };
    }
}
