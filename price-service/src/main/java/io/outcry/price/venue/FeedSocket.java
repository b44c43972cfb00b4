// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One open socket: puts messages together, up to a length, and notes when something came. A venue's pings are answered by the client
 * library.
 */
final class FeedSocket implements WebSocket.Listener {

    /** A longer message ends the connection. Coinbase lists all subscriptions in one: 3,000 are about 40 KB. */
    static final int MAX_MESSAGE_CHARS = 1 << 20;

    private final Predicate<String> messages;
    private final Runnable oversize;
    private final Consumer<String> ended;
    private final LongSupplier nowMicros;
    private final StringBuilder partial = new StringBuilder();
    private volatile long lastFrameMicros;
    private volatile long lastMessageMicros = Long.MIN_VALUE / 2;
    private volatile boolean received;
    private volatile boolean closed;

    /**
     * @param messages takes a message and says whether it made sense
     * @param oversize told when a message is too long
     * @param ended told why, when the other side or the network ended it
     */
    FeedSocket(Predicate<String> messages, Runnable oversize, Consumer<String> ended, LongSupplier nowMicros) {
        this.messages = messages;
        this.oversize = oversize;
        this.ended = ended;
        this.nowMicros = nowMicros;
        this.lastFrameMicros = nowMicros.getAsLong();
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        if (partial.length() + data.length() > MAX_MESSAGE_CHARS) {
            oversize.run();
            closed = true;
            socket.abort();
            return null;
        }
        partial.append(data);
        if (last) {
            String message = partial.toString();
            partial.setLength(0);
            // What nobody understands proves nothing.
            if (messages.test(message)) {
                lastMessageMicros = nowMicros.getAsLong();
                lastFrameMicros = lastMessageMicros;
                received = true;
            }
        }
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        // No venue sends any: not a message, and no proof of life.
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
        lastFrameMicros = nowMicros.getAsLong();
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int statusCode, String reason) {
        closed = true;
        ended.accept(statusCode + " " + reason);
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        closed = true;
        ended.accept(String.valueOf(error));
    }

    /** When anything that makes sense last came, pings included; when it was opened, if nothing ever did. */
    long lastFrameMicros() {
        return lastFrameMicros;
    }

    /** When a message that makes sense last came; long ago if none ever did. */
    long lastMessageMicros() {
        return lastMessageMicros;
    }

    /** Whether any message that makes sense ever came. */
    boolean hasReceived() {
        return received;
    }

    boolean isClosed() {
        return closed;
    }
}
