// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A client of the stream that puts books together from what it is sent, as any client does: each snapshot replaces the book, each delta has to
 * follow what is here. A connection for each thousand books.
 */
final class StreamedBooks implements AutoCloseable {

    private static final int CHANNELS = 1_000;
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_LIMIT).build();
    private final List<WebSocket> sockets = new ArrayList<>();
    private final Map<String, StreamedBook> books = new HashMap<>();
    /** Those that have not been whole yet. */
    private final Set<String> awaited = new HashSet<>();
    private final CountDownLatch begun;
    private final Differences differences;
    private @Nullable Throwable broken;
    private long deltas;
    private long conflated;

    /**
     * Connects and subscribes.
     *
     * @param differences told of what does not follow
     * @throws IllegalStateException if the stream cannot be opened
     */
    StreamedBooks(URI stream, List<String> symbols, Differences differences) {
        this.differences = differences;
        begun = new CountDownLatch(symbols.size());
        symbols.forEach(symbol -> books.put("book:" + symbol, new StreamedBook()));
        awaited.addAll(books.keySet());
        try {
            for (int from = 0; from < symbols.size(); from += CHANNELS) {
                List<String> some = symbols.subList(from, Math.min(symbols.size(), from + CHANNELS));
                WebSocket socket = http.newWebSocketBuilder().connectTimeout(CONNECT_LIMIT).buildAsync(stream, new Listener()).join();
                sockets.add(socket);
                socket.sendText(
                        "{\"op\":\"subscribe\",\"channels\":[\"book:" + String.join("\",\"book:", some) + "\"]}", true).join();
            }
        } catch (CompletionException e) {
            close();
            throw new IllegalStateException("the stream at " + stream + " cannot be opened: " + e.getCause(), e);
        }
    }

    /** Joins the fragments of each message. */
    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                message(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            fail(new IllegalStateException("the server closed the stream with " + status + " " + reason));
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            fail(error);
        }
    }

    private synchronized void fail(Throwable why) {
        if (broken == null) {
            broken = why;
        }
    }

    private synchronized void message(String text) {
        try {
            JsonNode message = JSON.readTree(text);
            String type = message.path("type").asString("");
            if (type.equals("error")) {
                fail(new IllegalStateException("the stream answered " + text));
                return;
            }
            String channel = message.path("channel").asString("");
            StreamedBook book = books.get(channel);
            if (book == null) {
                return;
            }
            if (type.equals("snapshot")) {
                book.replace(message);
            } else if (type.equals("delta")) {
                deltas++;
                conflated += message.path("conflated").asLong(0);
                if (!book.change(message)) {
                    differences.differs(channel, "a delta from " + message.path("first") + " does not follow " + book.sequence());
                }
            }
            if (book.isWhole() && awaited.remove(channel)) {
                begun.countDown();
            }
        } catch (JacksonException e) {
            fail(e);
        }
    }

    /**
     * Waits until all books have begun, and then for as long as they are to be followed.
     *
     * @return false if not all of them began, or the stream broke
     */
    boolean follow(Duration length) throws InterruptedException {
        if (!begun.await(CONNECT_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
            return false;
        }
        TimeUnit.MILLISECONDS.sleep(length.toMillis());
        synchronized (this) {
            return broken == null;
        }
    }

    /** Why {@link #follow} was false. */
    synchronized String trouble() {
        return broken == null ? begun.getCount() + " books did not begin" : String.valueOf(broken);
    }

    /** The books as they are now, by symbol; without those that are just coming anew, in parts. */
    synchronized Map<String, StreamedBook> books() {
        Map<String, StreamedBook> copy = new HashMap<>();
        books.forEach((channel, book) -> {
            if (book.isWhole()) {
                copy.put(channel.substring("book:".length()), book.copy());
            }
        });
        return copy;
    }

    /** Deltas that came, and how many more were conflated into them. */
    synchronized String count() {
        return deltas + " deltas, " + conflated + " more conflated into them";
    }

    @Override
    public void close() {
        sockets.forEach(WebSocket::abort);
        http.shutdownNow();
    }
}
