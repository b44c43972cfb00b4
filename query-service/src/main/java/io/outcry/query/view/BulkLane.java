// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.VoidOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Applies large batches to one partition as plain commands in a transaction, on a connection of its own. What Lua is handed it copies three
 * times, which costs Redis more than the commands themselves; so this is how a view is filled that is far behind its log.
 *
 * <p>The position is watched, then read, then written in the transaction: if it is not the expected one nothing is sent, and if anybody
 * changes it meanwhile the transaction does nothing. So a batch is applied once or not at all, as with the script. One batch is under way
 * at a time. The connection is not mended when it breaks, for what was sent in a transaction must not be sent again outside of it.
 */
final class BulkLane implements AutoCloseable {

    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

    private final StatefulRedisConnection<String, byte[]> connection;
    private final RedisScript apply;
    private volatile CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);

    private record Keyword(byte[] bytes) implements ProtocolKeyword {
        @Override
        public byte[] getBytes() {
            return bytes;
        }

        @Override
        public String toString() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** @param apply the script that moves the position */
    BulkLane(StatefulRedisConnection<String, byte[]> connection, RedisScript apply) {
        this.connection = connection;
        this.apply = apply;
        connection.setAutoFlushCommands(false);
    }

    /** Watches {@code position} and reads it; the answer is null if there is none. */
    CompletableFuture<byte[]> watch(String position) {
        RedisAsyncCommands<String, byte[]> redis = connection.async();
        redis.watch(position);
        CompletableFuture<byte[]> stored = redis.get(position).toCompletableFuture();
        connection.flushCommands();
        return stored;
    }

    /** Completes when the last batch was answered, however. */
    CompletableFuture<?> underWay() {
        return underWay;
    }

    /**
     * Sends a batch, to be applied unless the watched position has changed.
     *
     * @param commands as {@link ViewBatch#commands} makes them
     * @param keys of the script, the position first
     * @param header arguments of the script before the commands
     * @return what the script answers, or the position that was found instead
     */
    CompletableFuture<byte[]> apply(List<byte[]> commands, String[] keys, byte[][] header) {
        RedisAsyncCommands<String, byte[]> redis = connection.async();
        redis.multi();
        List<byte[]> script = new ArrayList<>(List.of(header));
        for (int at = 0; at < commands.size();) {
            int end = at + 1 + Integer.parseInt(new String(commands.get(at), StandardCharsets.US_ASCII));
            if (ViewBatch.isForScript(commands.get(at + 1))) {
                script.addAll(commands.subList(at, end));
            } else {
                CommandArgs<String, byte[]> arguments = new CommandArgs<>(CODEC);
                commands.subList(at + 2, end).forEach(arguments::add);
                redis.dispatch(new Keyword(commands.get(at + 1)), new VoidOutput<>(CODEC), arguments);
            }
            at = end;
        }
        // With its source: a script that Redis does not know would leave the transaction half done.
        CompletableFuture<byte[]> moved = apply.<byte[]>runFromSource(redis, ScriptOutputType.VALUE, keys, script.toArray(byte[][]::new))
                .toCompletableFuture();
        CompletableFuture<byte[]> reply = redis.exec().toCompletableFuture().thenCompose(result -> {
            if (!result.wasDiscarded()) {
                failIfAny(result);
                return moved;
            }
            CompletableFuture<byte[]> stored = redis.get(keys[0]).toCompletableFuture();
            connection.flushCommands();
            return stored.thenApply(position -> position == null ? new byte[0] : position);
        });
        connection.flushCommands();
        underWay = reply;
        return reply;
    }

    private static void failIfAny(TransactionResult result) {
        for (Object each : result) {
            if (each instanceof Throwable failure) {
                throw new RedisException("a command of a batch was refused", failure);
            }
        }
    }

    /** Whatever is under way fails here; Redis may still apply it. */
    @Override
    public void close() {
        connection.closeAsync();
    }
}
