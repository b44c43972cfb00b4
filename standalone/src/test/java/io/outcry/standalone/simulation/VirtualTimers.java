// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/** The virtual time as the services' libraries want it: Netty's timer and Reactor's scheduler. Ends with the process it belongs to. */
final class VirtualTimers implements Timer, Scheduler {

    private final VirtualTime time;
    private boolean ended;

    VirtualTimers(VirtualTime time) {
        this.time = time;
    }

    @Override
    public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
        Deadline deadline = new Deadline(task);
        deadline.due = time.after(unit.toMillis(delay), deadline::fire);
        return deadline;
    }

    @Override
    public Set<Timeout> stop() {
        ended = true;
        return Set.of();
    }

    @Override
    public Disposable schedule(Runnable task) {
        return schedule(task, 0, TimeUnit.MILLISECONDS);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        VirtualTime.Due due = time.after(unit.toMillis(delay), () -> {
            if (!ended) {
                task.run();
            }
        });
        return due::cancel;
    }

    @Override
    public Worker createWorker() {
        Disposable.Composite tasks = Disposables.composite();
        return new Worker() {
            @Override
            public Disposable schedule(Runnable task) {
                return schedule(task, 0, TimeUnit.MILLISECONDS);
            }

            @Override
            public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
                Disposable scheduled = VirtualTimers.this.schedule(task, delay, unit);
                tasks.add(scheduled);
                return scheduled;
            }

            @Override
            public void dispose() {
                tasks.dispose();
            }
        };
    }

    private final class Deadline implements Timeout {

        private final TimerTask task;
        private VirtualTime.@Nullable Due due;
        private boolean expired;

        Deadline(TimerTask task) {
            this.task = task;
        }

        private void fire() {
            if (ended) {
                return;
            }
            expired = true;
            try {
                task.run(this);
            } catch (Exception e) {
                throw new IllegalStateException("a deadline failed", e);
            }
        }

        @Override
        public Timer timer() {
            return VirtualTimers.this;
        }

        @Override
        public TimerTask task() {
            return task;
        }

        @Override
        public boolean isExpired() {
            return expired;
        }

        @Override
        public boolean isCancelled() {
            return !expired && due != null && !due.isPending();
        }

        @Override
        public boolean cancel() {
            return due != null && due.cancel();
        }
    }
}
