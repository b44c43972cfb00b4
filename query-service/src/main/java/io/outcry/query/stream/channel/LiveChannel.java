// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Something that changes and can be watched. Safe for all threads. */
public abstract sealed class LiveChannel permits PriceChannel, BookChannel, TradesChannel, OrdersChannel {

    private static final ChannelListener[] NOBODY = {};

    private final String name;
    private final int partition;
    private volatile ChannelListener[] listeners = NOBODY;

    /** Guarded by {@link Channels}. */
    private volatile int users;
    private long unusedSinceNanos;

    /** @param partition of the log it comes from; -1 if from all */
    LiveChannel(String name, int partition) {
        this.name = name;
        this.partition = partition;
    }

    /** As clients write it: {@code book:BTC-USD}. */
    public final String name() {
        return name;
    }

    final int partition() {
        return partition;
    }

    /** What takes a subscriber from {@code from} to now. */
    public abstract Update since(Cursor from);

    /** Where somebody is who has seen {@code sequence} of {@code epoch}; null if what he missed is not known any more. */
    public abstract @Nullable Cursor resume(long epoch, long sequence);

    /** Completes when the channel can be subscribed to; fails if what is needed for that cannot be had now. */
    public CompletionStage<Void> ready() {
        return CompletableFuture.completedFuture(null);
    }

    /** Drops what was kept before then for those who come back. */
    void evictBefore(long nanos) {}

    /**
     * What comes next does not follow from what was.
     *
     * @param heard newest outcome that was announced of each partition that goes on as before
     */
    abstract void restart(Map<Integer, Long> heard);

    public final synchronized void join(ChannelListener listener) {
        ChannelListener[] more = Arrays.copyOf(listeners, listeners.length + 1);
        more[listeners.length] = listener;
        listeners = more;
    }

    public final synchronized void leave(ChannelListener listener) {
        listeners = Arrays.stream(listeners).filter(other -> other != listener).toArray(ChannelListener[]::new);
    }

    final void announce() {
        for (ChannelListener listener : listeners) {
            listener.changed();
        }
    }

    /** Subscriptions, and those that wait until the channel has begun. */
    final int users() {
        return users;
    }

    final void used() {
        users = users + 1;
    }

    final void unused(long nowNanos) {
        users = users - 1;
        unusedSinceNanos = nowNanos;
    }

    final boolean isUnusedFor(long nanos, long nowNanos) {
        return users == 0 && nowNanos - unusedSinceNanos > nanos;
    }
}
