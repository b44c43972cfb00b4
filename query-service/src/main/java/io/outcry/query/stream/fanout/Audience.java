// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.outcry.query.stream.channel.ChannelListener;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.LiveChannel;
import io.outcry.query.stream.channel.Update;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The subscriptions of one channel on one event loop. Only {@link #changed} is called from outside the loop. */
final class Audience implements ChannelListener {

    /** Frames that are kept in a pass for each format: for those who are up to date, and for the last others. */
    private static final int KEPT = 2;

    final LiveChannel channel;
    private final LoopFanout loop;
    private final AtomicBoolean queued = new AtomicBoolean();
    private final @Nullable Frame[] frames = new @Nullable Frame[KEPT * WireFormat.COUNT];
    private @Nullable Subscription[] subscriptions = new @Nullable Subscription[4];
    private int size;
    private boolean hasFrames;

    Audience(LiveChannel channel, LoopFanout loop) {
        this.channel = channel;
        this.loop = loop;
    }

    @Override
    public void changed() {
        if (queued.compareAndSet(false, true)) {
            loop.changed(this);
        }
    }

    /** Changes from now on are announced again. */
    void taken() {
        queued.set(false);
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(Subscription subscription) {
        if (size == subscriptions.length) {
            subscriptions = Arrays.copyOf(subscriptions, 2 * size);
        }
        subscription.place = size;
        subscriptions[size++] = subscription;
    }

    /** In one step, wherever it is: the last one takes its place. */
    void remove(Subscription subscription) {
        Subscription last = subscriptions[--size];
        subscriptions[size] = null;
        if (last != null && last != subscription) {
            subscriptions[subscription.place] = last;
            last.place = subscription.place;
        }
    }

    void markAll() {
        for (int i = 0; i < size; i++) {
            Subscription subscription = subscriptions[i];
            if (subscription != null) {
                loop.mark(subscription);
            }
        }
    }

    /** What a subscriber at {@code from} has to get; the same for all at this place until the pass is over. */
    Frame frame(Cursor from, WireFormat format, ByteBufAllocator allocator) {
        int first = KEPT * format.index();
        Frame common = frames[first];
        if (common != null && common.from().equals(from)) {
            return common;
        }
        Frame other = frames[first + 1];
        if (other != null && other.from().equals(from)) {
            return other;
        }
        Frame made = encode(from, format, allocator);
        if (common == null) {
            frames[first] = made;
        } else {
            if (other != null) {
                other.release();
            }
            frames[first + 1] = made;
        }
        if (!hasFrames) {
            hasFrames = true;
            loop.hasFrames(this);
        }
        return made;
    }

    private Frame encode(Cursor from, WireFormat format, ByteBufAllocator allocator) {
        Update update = channel.since(from);
        ByteBuf bytes = update.messages().isEmpty() ? null : format.update(allocator, update);
        return new Frame(from, update, bytes, new Frame.Holders());
    }

    /** The pass is over. */
    void releaseFrames() {
        hasFrames = false;
        for (int i = 0; i < frames.length; i++) {
            Frame frame = frames[i];
            if (frame != null) {
                frame.release();
                frames[i] = null;
            }
        }
    }
}
