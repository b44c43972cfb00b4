// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/** Lets a log be read while what has come of it is worked on. */
public interface ReadAhead {

    /** For a caller that has no thread but its own: reads all of it first. */
    ReadAhead NONE = new ReadAhead() {
        @Override
        public <T> Coming<T> begin(Reading<T> reading) {
            List<T> all = new ArrayList<>();
            reading.read(all::add);
            return new AllThere<>(all.iterator());
        }
    };

    /** Reads from beginning to end. */
    @FunctionalInterface
    interface Reading<T> {

        /** @param sink takes each piece, and says whether to go on */
        void read(Predicate<T> sink);
    }

    /**
     * The pieces in order. {@link #hasNext} and {@link #next} wait for one, and throw what the reading has thrown, behind the last piece
     * before that.
     */
    interface Coming<T> extends Iterator<T>, AutoCloseable {

        /** Ends the reading, and waits until it has ended. */
        @Override
        void close();
    }

    /** Begins to read. */
    <T> Coming<T> begin(Reading<T> reading);

    /** What was read before. */
    record AllThere<T>(Iterator<T> pieces) implements Coming<T> {

        @Override
        public boolean hasNext() {
            return pieces.hasNext();
        }

        @Override
        public T next() {
            return pieces.next();
        }

        @Override
        public void close() {
            // The reading has ended.
        }
    }
}
