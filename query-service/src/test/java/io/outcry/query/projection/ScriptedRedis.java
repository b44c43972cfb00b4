// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.outcry.query.view.ViewWriter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A Redis that says where a partition is, and answers batches and the search for leftovers as a test wants it to. */
final class ScriptedRedis {

    /** Where the partition is, as it is stored; empty if it is nowhere. */
    String position = "";

    /** What it was made of, as it is stored; empty if that is not said. */
    String origin = "";

    /** The answer to each batch, where there is no {@link #refusal}. */
    String answer = "OK";

    /** Why nothing can be written; empty if it can. */
    String refusal = "";

    /** The hash tag of the partition whose node is away; empty if none is. */
    String away = "";

    /** How often leftovers were searched for. */
    int searches;

    private static final class Reply<V> extends CompletableFuture<V> implements RedisFuture<V> {

        @Override
        public String getError() {
            return null;
        }

        @Override
        public boolean await(long timeout, TimeUnit unit) {
            return true;
        }
    }

    ViewWriter writer() {
        return new ViewWriter(this::commands, Duration.ofSeconds(1), Duration.ofDays(1), Clock.systemUTC());
    }

    @SuppressWarnings("unchecked")
    private RedisClusterAsyncCommands<String, byte[]> commands() {
        return (RedisClusterAsyncCommands<String, byte[]>) Proxy.newProxyInstance(
                ScriptedRedis.class.getClassLoader(), new Class<?>[]{RedisClusterAsyncCommands.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "evalsha" -> isAway((String[]) arguments[2]) ? nothing() : script((byte[][]) arguments[3]);
                    case "mget" -> isAway((String[]) arguments[0]) ? nothing() : reply(found((String[]) arguments[0]));
                    case "scan" -> {
                        searches++;
                        yield written(finished());
                    }
                    default -> throw new UnsupportedOperationException(method.toString());
                });
    }

    private boolean isAway(String[] keys) {
        return !away.isEmpty() && keys[0].startsWith(away);
    }

    private static Reply<?> nothing() {
        Reply<?> reply = new Reply<>();
        reply.completeExceptionally(new RedisException("away"));
        return reply;
    }

    private Reply<byte[]> script(byte[][] values) {
        return new String(values[0], StandardCharsets.UTF_8).equals("?")
                ? reply(position.getBytes(StandardCharsets.UTF_8))
                : written(answer.getBytes(StandardCharsets.UTF_8));
    }

    private List<KeyValue<String, byte[]>> found(String[] keys) {
        return List.of(stored(keys[0], position), stored(keys[1], origin));
    }

    private static KeyValue<String, byte[]> stored(String key, String value) {
        return value.isEmpty() ? KeyValue.empty(key) : KeyValue.just(key, value.getBytes(StandardCharsets.UTF_8));
    }

    private static KeyScanCursor<String> finished() {
        KeyScanCursor<String> cursor = new KeyScanCursor<>();
        cursor.setCursor("0");
        cursor.setFinished(true);
        return cursor;
    }

    private <V> Reply<V> written(V value) {
        if (refusal.isEmpty()) {
            return reply(value);
        }
        Reply<V> refused = new Reply<>();
        refused.completeExceptionally(new RedisCommandExecutionException(refusal));
        return refused;
    }

    private static <V> Reply<V> reply(V value) {
        Reply<V> reply = new Reply<>();
        reply.complete(value);
        return reply;
    }
}
