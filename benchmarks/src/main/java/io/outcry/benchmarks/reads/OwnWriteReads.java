// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.reads;

import io.netty.buffer.ByteBuf;
import io.outcry.benchmarks.http.HttpClients;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Clients who read their own writes: each order is asked for as soon as it is known to be in the log, with its id as token. The time of a
 * read counts from that moment, also while it waits for a connection to be free.
 */
final class OwnWriteReads implements AutoCloseable {

    private static final long MAX_MICROS = TimeUnit.SECONDS.toMicros(60);
    private static final int OK = 200;

    private final HttpClients clients;
    private Histogram micros = new Histogram(MAX_MICROS, 3);
    private long refused;
    private long wrong;
    private volatile long answers;

    /**
     * What came of the reads.
     *
     * @param refused answers other than 200
     * @param wrong answers 200 that do not hold the order
     */
    record Result(Histogram micros, long refused, long wrong) {}

    OwnWriteReads(int port, int connections) {
        clients = new HttpClients(port, connections);
    }

    /** Reads an order as soon as there is a connection for it; from any thread. */
    void read(long id, String key) {
        clients.send(new Read(id, key, System.nanoTime()));
    }

    /** Answers that have come, whatever they say. */
    long answers() {
        return answers;
    }

    /** What has come since the last time it was asked. */
    Result take() {
        return clients.between(() -> {
            Result result = new Result(micros, refused, wrong);
            micros = new Histogram(MAX_MICROS, 3);
            refused = 0;
            wrong = 0;
            return result;
        });
    }

    private final class Read implements HttpClients.Request {

        private final long id;
        private final String key;
        private final long startNanos;

        Read(long id, String key, long startNanos) {
            this.id = id;
            this.key = key;
            this.startNanos = startNanos;
        }

        @Override
        public byte[] encoded() {
            return ("GET /api/v1/orders/" + id + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + key
                    + "\r\nOutcry-Read-After: " + id + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public void answered(int status, ByteBuf answer) {
            micros.recordValue(Math.min(MAX_MICROS, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNanos)));
            if (status != OK) {
                refused++;
            } else if (!answer.toString(StandardCharsets.US_ASCII).contains("\"orderId\":\"" + id + "\"")) {
                wrong++;
            }
            answers = answers + 1;
        }
    }

    @Override
    public void close() {
        clients.close();
    }
}
