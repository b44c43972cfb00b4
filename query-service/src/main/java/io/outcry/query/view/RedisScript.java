// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** A Lua script, called by its digest; a Redis that does not know it is sent the source. Works from Redis 5 on. */
final class RedisScript {

    private final String source;
    private final String digest;

    /** @param name file name in this package */
    RedisScript(String name) {
        try (InputStream file = RedisScript.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("no script " + name + " on the class path");
            }
            byte[] bytes = file.readAllBytes();
            this.source = new String(bytes, StandardCharsets.UTF_8);
            this.digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("script " + name + " cannot be read", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    /**
     * Runs it where Redis knows it; else the future fails. Unlike {@link #run} it never runs later than commands that were sent after it.
     */
    <T> CompletionStage<T> runLoaded(
            RedisClusterAsyncCommands<String, byte[]> redis, ScriptOutputType reply, String[] keys, byte[]... values) {
        return redis.evalsha(digest, reply, keys, values);
    }

    /** Runs it whether Redis knows it or not; for a transaction, which cannot be tried again. */
    <T> CompletionStage<T> runFromSource(
            RedisClusterAsyncCommands<String, byte[]> redis, ScriptOutputType reply, String[] keys, byte[]... values) {
        return redis.eval(source, reply, keys, values);
    }

    /** Runs it; the future fails as Lettuce's does. */
    <T> CompletionStage<T> run(RedisClusterAsyncCommands<String, byte[]> redis, ScriptOutputType reply, String[] keys, byte[]... values) {
        return redis.<T>evalsha(digest, reply, keys, values).exceptionallyCompose(failure -> {
            Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            return cause instanceof RedisNoScriptException
                    ? redis.<T>eval(source, reply, keys, values)
                    : CompletableFuture.failedFuture(cause);
        });
    }
}
