// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.http;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Requests at an even rate, whatever becomes of the ones before: each is timed from when it was due, also while it waits for a connection.
 * The first part is sent and not counted.
 */
public final class DueLoad {

    private static final long MAX_MICROS = TimeUnit.SECONDS.toMicros(60);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final HttpClients clients;
    private final Requests requests;
    private final AnswerCheck right;
    private final WrongAnswers wrong = new WrongAnswers();
    private final Histogram micros = new Histogram(MAX_MICROS, 3);
    private final AtomicLong answers = new AtomicLong();
    private long firstNanos;
    private long lastNanos;

    private DueLoad(HttpClients clients, Requests requests, AnswerCheck right) {
        this.clients = clients;
        this.requests = requests;
        this.right = right;
    }

    /**
     * Sends for {@code seconds} that count, after a third of that which does not.
     *
     * @param connections that requests find idle or wait for
     * @param rate requests a second
     * @param right which answers count
     * @throws IllegalStateException if answers are missing a minute after the last request was due
     */
    public static LoadResult run(int port, int connections, int rate, int seconds, Requests requests, AnswerCheck right) {
        try (HttpClients clients = new HttpClients(port, connections)) {
            return new DueLoad(clients, requests, right).run(rate, seconds);
        }
    }

    private LoadResult run(int rate, int seconds) {
        long counted = (long) rate * seconds;
        long uncounted = counted / 3;
        long begin = System.nanoTime();
        for (long i = 0; i < uncounted + counted; i++) {
            long due = begin + i * SECOND_NANOS / rate;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            clients.send(new Due(requests.next(), due, i >= uncounted));
        }
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (answers.get() < uncounted + counted) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(uncounted + counted - answers.get() + " requests have no answer");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return clients.between(() -> new LoadResult((counted - 1) * 1e9 / (lastNanos - firstNanos), wrong.count(), micros, wrong.first()));
    }

    private final class Due implements HttpClients.Request {

        private final byte[] request;
        private final long dueNanos;
        private final boolean counts;

        Due(byte[] request, long dueNanos, boolean counts) {
            this.request = request;
            this.dueNanos = dueNanos;
            this.counts = counts;
        }

        @Override
        public byte[] encoded() {
            return request;
        }

        @Override
        public void answered(int status, ByteBuf answer) {
            if (counts) {
                long now = System.nanoTime();
                firstNanos = firstNanos == 0 ? now : firstNanos;
                lastNanos = now;
                micros.recordValue(Math.min(MAX_MICROS, TimeUnit.NANOSECONDS.toMicros(now - dueNanos)));
                if (!right.isRight(status, answer)) {
                    wrong.add(status, answer);
                }
            }
            answers.incrementAndGet();
        }
    }
}
