// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.snapshot.ReadAhead;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** Reads on a thread of its own, a few pieces ahead. A reading ends by itself when Kafka does not answer, and so does the wait for it. */
public final class ReadAheadThread implements ReadAhead {

    private static final long LOOK_MILLIS = 50;

    private final String name;
    private final int ahead;

    /**
     * @param name of the threads
     * @param ahead pieces that wait to be taken at most
     */
    public ReadAheadThread(String name, int ahead) {
        this.name = name;
        this.ahead = ahead;
    }

    @Override
    public <T> Coming<T> begin(Reading<T> reading) {
        Queued<T> queued = new Queued<>(reading, ahead);
        Thread.ofPlatform().daemon().name(name).start(queued.task);
        return queued;
    }

    /** Pieces on their way from one thread to the other; behind the last one an empty one. */
    private static final class Queued<T> implements Coming<T> {

        private final BlockingQueue<Optional<T>> pieces;
        private final FutureTask<Boolean> task;
        private volatile boolean closed;
        private @Nullable Optional<T> next;

        Queued(Reading<T> reading, int ahead) {
            pieces = new ArrayBlockingQueue<>(ahead);
            task = new FutureTask<>(() -> read(reading));
        }

        private boolean read(Reading<T> reading) {
            try {
                reading.read(piece -> add(Optional.of(piece)));
            } finally {
                add(Optional.empty());
            }
            return true;
        }

        private boolean add(Optional<T> piece) {
            try {
                while (!closed) {
                    if (pieces.offer(piece, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                        return true;
                    }
                }
                return false;
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }

        @Override
        public boolean hasNext() {
            try {
                if (next == null) {
                    next = pieces.take();
                }
                return next.isPresent() || !task.get();
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
            }
        }

        @Override
        public T next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException("there is no more");
            }
            T taken = next.orElseThrow();
            next = null;
            return taken;
        }

        @Override
        public void close() {
            closed = true;
            boolean interrupted = false;
            while (!task.isDone()) {
                try {
                    task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    // Whoever wanted the pieces has heard of it, or has not come as far.
                    break;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
