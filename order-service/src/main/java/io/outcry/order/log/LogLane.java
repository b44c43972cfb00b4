// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

/**
 * One partition of one topic as its writer sees it: how much is in flight, whether acknowledgements still come, and how far they are.
 *
 * <p>Times are {@link System#nanoTime}. A suspect lane lets one record through at a time until one is acknowledged.
 */
public final class LogLane {

    private static final long NOTHING = -1;

    private final String topic;
    private final int partition;
    private final long stallNanos;
    private int inFlight;
    private long progressNanos;
    private boolean suspect;
    private long firstWritten = NOTHING;
    private long lastWritten = NOTHING;

    /** @param stallNanos how long records may be in flight without any acknowledgement */
    public LogLane(String topic, int partition, long stallNanos) {
        this.topic = topic;
        this.partition = partition;
        this.stallNanos = stallNanos;
    }

    public String topic() {
        return topic;
    }

    public int partition() {
        return partition;
    }

    /** Whether a write may be tried now. */
    synchronized boolean admits(long now) {
        if (inFlight > 0 && now - progressNanos > stallNanos) {
            suspect = true;
        }
        return !suspect || inFlight == 0;
    }

    /** Counts a record that is about to be sent; false: it must not be. */
    synchronized boolean begin(long now) {
        if (!admits(now)) {
            return false;
        }
        if (inFlight++ == 0) {
            progressNanos = now;
        }
        return true;
    }

    synchronized void acknowledged(long now, long offset) {
        inFlight--;
        progressNanos = now;
        suspect = false;
        firstWritten = firstWritten == NOTHING ? offset : firstWritten;
        lastWritten = offset;
    }

    /**
     * How many records lie in the partition behind {@code offset}, up to the last one that was acknowledged here. Those before the first one
     * that was are not counted: they may be there for ever and concern nobody.
     */
    public synchronized long writtenBehind(long offset) {
        return firstWritten == NOTHING ? 0 : Math.max(0, lastWritten - Math.max(offset, firstWritten - 1));
    }

    /** @param maybeDelivered false: the record was certainly not written, which says nothing about the lane */
    synchronized void failed(boolean maybeDelivered) {
        inFlight--;
        suspect |= maybeDelivered;
    }
}
