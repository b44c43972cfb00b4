// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A WebSocket client as users have it: the JDK's. */
public final class StreamClient implements WebSocket.Listener, AutoCloseable {

    private static final HttpClient SHARED = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int PATIENCE_SECONDS = 20;

    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();
    private volatile int closeStatus;
    private WebSocket socket;

    /** @param key API key, none for a stranger */
    public static StreamClient open(int port, String key) {
        return open(SHARED, port, key);
    }

    static StreamClient open(HttpClient http, int port, String key) {
        StreamClient client = new StreamClient();
        WebSocket.Builder builder = http.newWebSocketBuilder();
        if (key != null) {
            builder.header("Authorization", "Bearer " + key);
        }
        client.socket = builder.buildAsync(URI.create("ws://127.0.0.1:" + port + "/api/v1/stream"), client).join();
        return client;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
        part.append(text);
        if (last) {
            messages.add(JSON.readTree(part.toString()));
            part.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        closeStatus = status;
        return null;
    }

    public void send(String json) {
        socket.sendText(json, true).join();
    }

    /** Subscribes and waits for the answer; again, as it is told to, where what a channel begins with could not be read in time. */
    public JsonNode subscribe(String... channels) {
        while (true) {
            send("{\"op\":\"subscribe\",\"id\":1,\"channels\":[\"" + String.join("\",\"", channels) + "\"]}");
            JsonNode answer = next("subscribed", message -> isUnavailable(message)
                    || message.path("op").asString("").equals("subscribed") && message.path("channels").size() == channels.length);
            if (!isUnavailable(answer)) {
                return answer;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private static boolean isUnavailable(JsonNode message) {
        return message.path("code").asString("").equals("VIEW_UNAVAILABLE");
    }

    /** The next message of the channel. */
    public JsonNode next(String channel) {
        return next(channel, message -> message.path("channel").asString("").equals(channel));
    }

    /** The next message of this type. */
    public JsonNode nextOfType(String type) {
        return next(type, message -> message.path("type").asString("").equals(type));
    }

    /** The next message that is wanted; those before it are thrown away. */
    public JsonNode next(String what, Predicate<JsonNode> wanted) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try {
            while (true) {
                JsonNode message = messages.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (message == null) {
                    throw new AssertionError("no message came: " + what);
                }
                if (wanted.test(message)) {
                    return message;
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while waiting for " + what, e);
        }
    }

    /** The status of the server's close frame, once it is there; 0 before. */
    int closeStatus() {
        return closeStatus;
    }

    void ping() {
        socket.sendPing(ByteBuffer.wrap(new byte[]{1})).join();
    }

    /** Goes without a word. */
    void vanish() {
        socket.abort();
    }

    @Override
    public void close() {
        if (!socket.isOutputClosed()) {
            // The server may be closing at this moment, too.
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "").exceptionally(_ -> socket).join();
        }
        socket.abort();
    }
}
