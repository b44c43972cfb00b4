// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.trace;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends spans to a collector. That it takes none is told once, and once that it does again; OpenTelemetry's own would tell each minute. */
final class CollectorExporter implements SpanExporter {

    private static final Logger LOG = LoggerFactory.getLogger(CollectorExporter.class);

    private final SpanExporter exporter;
    private final AtomicBoolean dropping = new AtomicBoolean();

    /** @param exporter closed with this */
    CollectorExporter(SpanExporter exporter) {
        this.exporter = exporter;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        CompletableResultCode result = exporter.export(spans);
        return result.whenComplete(() -> tell(result.isSuccess(), result.getFailureThrowable()));
    }

    private void tell(boolean taken, @Nullable Throwable failure) {
        if (dropping.getAndSet(!taken) == taken) {
            if (taken) {
                LOG.atInfo().log("the collector takes traces again");
            } else {
                LOG.atWarn().addKeyValue("reason", reason(failure)).log("the collector takes no traces, they are dropped");
            }
        }
    }

    /** What is behind a failure to connect tells less than that; an answer that is not a success has no cause. */
    private static String reason(@Nullable Throwable failure) {
        if (failure == null || failure.getCause() == null) {
            return "it answers with an error";
        }
        Throwable found = failure;
        while (found.getCause() != null && !(found instanceof IOException)) {
            found = found.getCause();
        }
        return found.toString();
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
