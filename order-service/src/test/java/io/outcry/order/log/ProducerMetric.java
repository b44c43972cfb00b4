// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import java.util.Map;
import java.util.function.DoubleSupplier;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** A number that a producer tells of itself. */
public record ProducerMetric(MetricName metricName, DoubleSupplier value) implements Metric {

    /** Makes {@code producer} tell it. */
    public static void show(MockProducer<?, ?> producer, String name, DoubleSupplier value) {
        MetricName metricName = new MetricName(name, "producer-metrics", "", Map.of());
        producer.setMockMetrics(metricName, new ProducerMetric(metricName, value));
    }

    @Override
    public Object metricValue() {
        return value.getAsDouble();
    }
}
