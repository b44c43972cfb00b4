// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * How long no broker has answered a consumer. An idle consumer still fetches twice a second, and as often tells the group that it is there,
 * so silence is the one sign of a broker that went while there was nothing to read or write.
 */
final class BrokerAnswers {

    /** Longer than it takes the clients to find another broker: a session of the group, and then some. */
    static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

    private double answers;
    private volatile long changedAtNanos;

    /** @param nowNanos as {@link System#nanoTime} says */
    BrokerAnswers(long nowNanos) {
        changedAtNanos = nowNanos;
    }

    /** @param consumers the metrics of each consumer that runs; to be looked at about every second, by one thread */
    void look(Collection<? extends Map<MetricName, ? extends Metric>> consumers, long nowNanos) {
        double now = consumers.stream().mapToDouble(BrokerAnswers::answers).sum();
        if (now != answers || consumers.isEmpty()) {
            answers = now;
            changedAtNanos = nowNanos;
        }
    }

    /** Since the last answer that was seen, or since somebody has been there to be answered. */
    Duration silence(long nowNanos) {
        return Duration.ofNanos(nowNanos - changedAtNanos);
    }

    private static double answers(Map<MetricName, ? extends Metric> metrics) {
        return metrics.entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("response-total") && metric.getKey().group().equals("consumer-metrics"))
                .mapToDouble(metric -> (double) metric.getValue().metricValue())
                .sum();
    }
}
