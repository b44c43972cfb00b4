// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/** A scheduler whose time passes when the test says so; everything runs on the test's thread. */
final class ScriptedScheduler implements Scheduler {

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::dueNanos).thenComparingLong(Task::number));
    private long nowNanos = 1_234_567;
    private long numbers;

    private record Task(long dueNanos, long number, Runnable action, Disposable cancelled) {}

    long nanoTime() {
        return nowNanos;
    }

    /** Runs what is due by then, each at its time. */
    void pass(Duration time) {
        long until = nowNanos + time.toNanos();
        for (Task next = tasks.peek(); next != null && next.dueNanos() <= until; next = tasks.peek()) {
            tasks.remove();
            nowNanos = Math.max(nowNanos, next.dueNanos());
            if (!next.cancelled().isDisposed()) {
                next.action().run();
            }
        }
        nowNanos = until;
    }

    @Override
    public Disposable schedule(Runnable task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        Disposable cancelled = Disposables.single();
        tasks.add(new Task(nowNanos + Math.max(0, unit.toNanos(delay)), numbers++, task, cancelled));
        return cancelled;
    }

    @Override
    public Worker createWorker() {
        throw new UnsupportedOperationException("nobody asks for a worker here");
    }
}
