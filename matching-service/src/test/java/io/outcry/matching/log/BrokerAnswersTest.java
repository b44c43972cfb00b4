// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.utils.Time;
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

    @Test
    void whereNoConsumerRunsNobodyIsSilent() {
        answers.look(List.of(consumer(3)), SECOND);
        answers.look(List.of(), 9 * SECOND);

        assertThat(answers.silence(10 * SECOND)).isEqualTo(Duration.ofSeconds(1));
    }

    private static Map<MetricName, KafkaMetric> consumer(double responses) {
        return Stream.of(metric("consumer-metrics", responses), metric("consumer-node-metrics", 1_000 - responses))
                .collect(Collectors.toMap(KafkaMetric::metricName, Function.identity()));
    }

    private static KafkaMetric metric(String group, double value) {
        MetricName name = new MetricName("response-total", group, "", Map.of());
        return new KafkaMetric(new Object(), name, (Measurable) (_, _) -> value, new MetricConfig(), Time.SYSTEM);
    }
}
