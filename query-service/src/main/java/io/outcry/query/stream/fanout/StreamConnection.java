// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.DuplexChannel;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.LiveChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * One client. What it is subscribed to and where it is there; nothing is stored for it but bytes that its socket does not take, and those
 * are bounded: beyond the channel's high watermark (64 KiB) nothing is written but what was being written. Confined to its event loop.
 */
public final class StreamConnection {

    private static final long CLOSING_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int RETRY_MILLIS = 3_000;

    /** Who takes as much of what waits for him has the time to take the rest: a message with all open orders is longer. */
    private static final int PROGRESS_BYTES = 64 << 10;

    private final Fanout fanout;
    private final LoopFanout loop;
    private final ChannelHandlerContext context;
    private final WireFormat format;
    private final Map<String, Subscription> subscriptions = new HashMap<>(4);
    private final List<Subscription> toGet = new ArrayList<>(4);
    private final long endsNanos;
    private long authorizedMillis = Long.MAX_VALUE;
    private State state = State.OPEN;
    private boolean queued;
    private boolean blocked;
    private boolean pinged;
    private long blockedNanos;
    private long leftOfBlock;
    private long heardNanos = System.nanoTime();
    private long closingNanos;
    private int turn;
    /** What the socket has not taken yet, as was found last. */
    private long left;
    /** What is held for it and for nobody else: a message is until its last byte is taken. */
    private long own;
    /** What waits for the socket in large frames that others may have. */
    private long shared;

    /** Where it is in the wheel. */
    int wheelSlot;
    int wheelPlace;

    private enum State {
        OPEN, CLOSING, CLOSED
    }

    StreamConnection(Fanout fanout, LoopFanout loop, ChannelHandlerContext context, WireFormat format) {
        this.fanout = fanout;
        this.loop = loop;
        this.context = context;
        this.format = format;
        double spread = 0.9 + 0.2 * ThreadLocalRandom.current().nextDouble();
        this.endsNanos = System.nanoTime() + (long) (fanout.limits().lifetime().toNanos() * spread);
    }

    /**
     * Ends the connection once what says who its client is has ended, unless something newer says so.
     *
     * @param millis since the epoch
     */
    public void authorizedUntil(long millis) {
        authorizedMillis = millis;
    }

    public boolean isOpen() {
        return state == State.OPEN;
    }

    /** Channels that the connection is subscribed to. */
    public int size() {
        return subscriptions.size();
    }

    public boolean isSubscribed(String name) {
        return subscriptions.containsKey(name);
    }

    /** Begins at {@code from}, anew if the connection is subscribed already. The channel was acquired, and is released in the end. */
    public void subscribe(LiveChannel channel, Cursor from) {
        Subscription before = subscriptions.put(channel.name(), loop.subscribe(this, channel, from));
        if (before != null) {
            leave(before);
        }
    }

    /** @return false if it was not subscribed */
    public boolean unsubscribe(String name) {
        Subscription subscription = subscriptions.remove(name);
        if (subscription != null) {
            leave(subscription);
        }
        return subscription != null;
    }

    private void leave(Subscription subscription) {
        loop.unsubscribe(subscription);
        fanout.channels().release(subscription.channel());
    }

    /** The client has said something. */
    public void heard(long nowNanos) {
        heardNanos = nowNanos;
        pinged = false;
    }

    /** Writes an answer, ready to be sent; {@link #flush} sends it. */
    public void write(ByteBuf bytes) {
        if (state == State.OPEN) {
            account();
            context.write(bytes, context.voidPromise());
        } else {
            bytes.release();
        }
    }

    public void flush() {
        context.flush();
        account();
    }

    /** Writes a large frame, which counts once for all who have it: until the last of them has taken it. */
    void writeShared(ByteBuf bytes, Frame.Holders holders) {
        int size = bytes.readableBytes();
        shared += size;
        loop.backlog().add(holders.enter() ? size : 0);
        context.write(bytes.retainedDuplicate()).addListener(_ -> {
            shared -= size;
            loop.backlog().add(holders.leave() ? -size : 0);
        });
    }

    /**
     * Finds out how much waits for the socket.
     *
     * @return false if something does, and nothing of it has been taken since the last time
     */
    boolean account() {
        ChannelOutboundBuffer buffer = state == State.CLOSED ? null : context.channel().unsafe().outboundBuffer();
        long held = buffer == null ? 0 : buffer.totalPendingWriteBytes();
        long leftBefore = left;
        left = buffer == null ? 0 : held - buffer.currentProgress();
        long ownBefore = own;
        own = Math.max(0, held - shared);
        loop.backlog().add(own - ownBefore);
        if (left > 0) {
            loop.backlog().waits(this, left < leftBefore);
        } else if (leftBefore > 0) {
            loop.backlog().remove(this);
        }
        return left == 0 || left < leftBefore;
    }

    public ByteBufAllocator allocator() {
        return fanout.allocator();
    }

    /** The socket takes bytes again, or does not any more. */
    public void writabilityChanged() {
        if (context.channel().isWritable()) {
            account();
            loop.resume(this);
        } else {
            block();
        }
    }

    /** Whether the socket takes more; false once the connection has ended. */
    public boolean isWritable() {
        return state == State.OPEN && context.channel().isWritable();
    }

    /** Whether what the client asked for has to wait: nothing more is read from him meanwhile. */
    public void hold(boolean waiting) {
        context.channel().config().setAutoRead(!waiting || state != State.OPEN);
    }

    /** @return true if the connection has to be put in the row of those to be served */
    boolean mark(Subscription subscription) {
        if (!subscription.marked) {
            subscription.marked = true;
            toGet.add(subscription);
        }
        return enter();
    }

    boolean unblock() {
        blocked = false;
        return enter();
    }

    private boolean enter() {
        if (queued || blocked || toGet.isEmpty()) {
            return false;
        }
        queued = true;
        return true;
    }

    private void block() {
        if (!blocked) {
            blocked = true;
            blockedNanos = System.nanoTime();
            account();
            leftOfBlock = left;
            fanout.counts().blocked.increment();
        }
    }

    /**
     * Brings every marked subscription up to date, as long as the socket takes it, or one step nearer where that takes several. A flush may
     * make room, and then what the client asked for meanwhile is done in the middle of this: he may leave channels, or be sent away.
     *
     * @return true if the connection has to be put in the row of those to be served in the next pass
     */
    boolean deliver(ByteBufAllocator allocator) {
        queued = false;
        account();
        int all = toGet.size();
        Outgoing out = new Outgoing(context, allocator, this, all);
        int done = 0;
        try {
            for (; done < all && state == State.OPEN; done++) {
                if (!isWritableAfter(out)) {
                    block();
                    break;
                }
                Subscription subscription = toGet.get(done);
                subscription.marked = false;
                if (!subscription.ended) {
                    Frame frame = subscription.audience.frame(subscription.cursor(), format, allocator);
                    subscription.cursor(frame.update().to());
                    out.add(frame);
                    if (frame.update().more()) {
                        subscription.marked = true;
                        toGet.add(subscription);
                    }
                }
            }
        } finally {
            toGet.subList(0, done).clear();
            out.finish(fanout.counts());
            account();
        }
        return state == State.OPEN && enter();
    }

    private boolean isWritableAfter(Outgoing out) {
        if (!context.channel().isWritable()) {
            out.flush();
        }
        return context.channel().isWritable();
    }

    /** Once a second: is it still there, and does it follow? */
    void visit(long nowNanos, StreamLimits limits, SharedHeartbeat heartbeat) {
        turn++;
        account();
        if (state == State.CLOSING) {
            if (nowNanos - closingNanos > CLOSING_NANOS) {
                drop();
            }
        } else if (nowNanos - endsNanos > 0) {
            end(EndReason.LIFETIME);
        } else if (heartbeat.timeMillis() > authorizedMillis) {
            end(EndReason.EXPIRED);
        } else if (context.channel().isWritable()) {
            signOfLife(nowNanos, limits, heartbeat);
        } else {
            progress(nowNanos, limits);
        }
    }

    private void progress(long nowNanos, StreamLimits limits) {
        block();
        if (leftOfBlock - left >= PROGRESS_BYTES) {
            leftOfBlock = left;
            blockedNanos = nowNanos;
        } else if (nowNanos - blockedNanos > limits.slowTimeout().toNanos()) {
            end(EndReason.SLOW);
        }
    }

    private void signOfLife(long nowNanos, StreamLimits limits, SharedHeartbeat heartbeat) {
        long silent = nowNanos - heardNanos;
        ByteBuf ping = pinged || silent < limits.silentTimeout().toNanos() / 3 ? null : format.ping(allocator());
        if (pinged && silent > limits.silentTimeout().toNanos()) {
            end(EndReason.SILENT);
            return;
        }
        if (ping != null) {
            pinged = true;
            context.write(ping, context.voidPromise());
        }
        if (turn % format.heartbeatSeconds() == 0) {
            context.write(heartbeat.of(subscriptions.values(), format, allocator()), context.voidPromise());
        }
        flush();
    }

    /** Says goodbye where that can be heard, and closes. */
    public void end(EndReason reason) {
        if (state != State.OPEN) {
            return;
        }
        state = State.CLOSING;
        closingNanos = System.nanoTime();
        leaveAll();
        hold(false);
        fanout.counts().ended(reason);
        if (reason == EndReason.SLOW || reason == EndReason.SILENT) {
            drop();
            return;
        }
        int retryMillis = RETRY_MILLIS / 3 + ThreadLocalRandom.current().nextInt(RETRY_MILLIS);
        context.writeAndFlush(format.bye(allocator(), reason, retryMillis)).addListener((ChannelFutureListener) written -> {
            // Only our half: closing at once, with something unread from the client, would take the last words back.
            if (written.isSuccess() && written.channel() instanceof DuplexChannel duplex) {
                duplex.shutdownOutput();
            } else {
                written.channel().close();
            }
        });
    }

    /** Ends the connection because too much waits for too many, whatever it was doing. */
    void cut() {
        end(EndReason.SLOW);
        drop();
    }

    /** Closes without a word. What waited is gone with it, though {@link #closed} comes later. */
    void drop() {
        context.close();
        account();
    }

    /** The socket is closed. */
    public void closed() {
        if (state == State.OPEN) {
            leaveAll();
            fanout.counts().ended(EndReason.LEFT);
        }
        if (state != State.CLOSED) {
            state = State.CLOSED;
            account();
            loop.wheel().remove(this);
            fanout.left();
        }
    }

    private void leaveAll() {
        Collection<Subscription> all = List.copyOf(subscriptions.values());
        subscriptions.clear();
        all.forEach(this::leave);
    }
}
