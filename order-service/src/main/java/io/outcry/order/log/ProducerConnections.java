// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** Reads a producer's connections from its metrics. */
final class ProducerConnections implements LogGate.Connections {

    private static final String GROUP = "producer-metrics";
    private final Metric established;
    private final Metric open;

    /** @throws IllegalStateException if this version of the client has no such metrics: then nothing here can be promised */
    ProducerConnections(Producer<?, ?> producer) {
        established = find(producer.metrics(), "connection-creation-total");
        open = find(producer.metrics(), "connection-count");
    }

    @Override
    public double established() {
        return (double) established.metricValue();
    }

    @Override
    public double open() {
        return (double) open.metricValue();
    }

    private static Metric find(Map<MetricName, ? extends Metric> metrics, String name) {
        return metrics.values().stream()
                .filter(metric -> metric.metricName().name().equals(name) && metric.metricName().group().equals(GROUP))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the Kafka producer has no metric " + GROUP + "/" + name));
    }
}
