// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.http;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Clients with one request under way each, who ask the next question when the last is answered. They cannot say how long a queue would have
 * been: the latencies are those of this load, and the rate is what counts.
 */
public final class ClosedLoad {

    private static final long MAX_MICROS = TimeUnit.SECONDS.toMicros(60);

    private final HttpClients clients;
    private final Requests requests;
    private final AnswerCheck right;
    private final WrongAnswers wrong = new WrongAnswers();
    private final Histogram micros = new Histogram(MAX_MICROS, 3);
    private long answers;
    private volatile boolean counting = true;

    private ClosedLoad(HttpClients clients, Requests requests, AnswerCheck right) {
        this.clients = clients;
        this.requests = requests;
        this.right = right;
    }

    /** @param right which answers count */
    public static LoadResult run(int port, int connections, int seconds, Requests requests, AnswerCheck right) {
        try (HttpClients clients = new HttpClients(port, connections)) {
            return new ClosedLoad(clients, requests, right).run(connections, seconds);
        }
    }

    private LoadResult run(int connections, int seconds) {
        long start = System.nanoTime();
        for (int i = 0; i < connections; i++) {
            clients.send(new Client());
        }
        long end = start + TimeUnit.SECONDS.toNanos(seconds);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        counting = false;
        long nanos = System.nanoTime() - start;
        return clients.between(() -> new LoadResult(answers * 1e9 / nanos, wrong.count(), micros.copy(), wrong.first()));
    }

    private final class Client implements HttpClients.Request {

        private long sentNanos;

        @Override
        public byte[] encoded() {
            sentNanos = System.nanoTime();
            return requests.next();
        }

        @Override
        public void answered(int status, ByteBuf answer) {
            if (!counting) {
                return;
            }
            if (right.isRight(status, answer)) {
                answers++;
                micros.recordValue(Math.min(MAX_MICROS, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - sentNanos)));
            } else {
                wrong.add(status, answer);
            }
            if (status != HttpClients.LOST) {
                clients.send(this);
            }
        }
    }
}
