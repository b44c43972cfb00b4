// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import io.outcry.order.metrics.OrderServiceMetrics;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;

/** A {@link LogWriter} without its thread. */
public final class LogWriterSteps {

    private final LogWriter writer;

    /** @param nanoTime as {@link System#nanoTime} says */
    public LogWriterSteps(Producer<byte[], byte[]> producer, int maxQueued, OrderServiceMetrics metrics, LongSupplier nanoTime) {
        writer = new LogWriter(producer, maxQueued, metrics, nanoTime);
    }

    public LogWriter writer() {
        return writer;
    }

    /** Hands all that is queued to the producer. */
    public void run() {
        try {
            boolean more = true;
            while (more) {
                more = writer.writeNext(0);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a trial in one thread", e);
        }
    }
}
