// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** What a producer's metrics say about its connections, and how often it has sent a record again. */
final class ProducerMetrics implements LogGate.Connections {

    private static final String GROUP = "producer-metrics";
    private final Metric established;
    private final Metric open;
    private final Metric retries;

    /** @throws IllegalStateException if this version of the client has no such metrics: then nothing here can be promised */
    ProducerMetrics(Producer<?, ?> producer) {
        established = find(producer.metrics(), "connection-creation-total");
        open = find(producer.metrics(), "connection-count");
        retries = find(producer.metrics(), "record-retry-total");
    }

    @Override
    public double established() {
        return (double) established.metricValue();
    }

    @Override
    public double open() {
        return (double) open.metricValue();
    }

    /** Records that were sent again so far, of all topics. */
    double retries() {
        return (double) retries.metricValue();
    }

    private static Metric find(Map<MetricName, ? extends Metric> metrics, String name) {
        return metrics.values().stream()
                .filter(metric -> metric.metricName().name().equals(name) && metric.metricName().group().equals(GROUP))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the Kafka producer has no metric " + GROUP + "/" + name));
    }
}
