// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.VoidOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Applies large batches to one partition as plain commands in a transaction, on a connection of its own. What Lua is handed it copies three
 * times, which costs Redis more than the commands themselves; so this is how a view is filled that is far behind its log.
 *
 * <p>The position is watched, then read, then written in the transaction: if it is not the expected one nothing is sent, and if anybody
 * changes it meanwhile the transaction does nothing. So a batch is applied once or not at all, as with the script. One batch is under way
 * at a time. The connection is not mended when it breaks, for what was sent in a transaction must not be sent again outside of it.
 */
final class BulkLane implements AutoCloseable {

    private final StatefulRedisConnection<String, byte[]> connection;
    private final RedisScript apply;

    /** What stood there when the position was watched for the next batch; null before the first. */
    private @Nullable CompletableFuture<byte[]> watched;

    private volatile CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);

    /** @param apply the script that moves the position */
    BulkLane(StatefulRedisConnection<String, byte[]> connection, RedisScript apply) {
        this.connection = connection;
        this.apply = apply;
        connection.setAutoFlushCommands(false);
    }

    /**
     * Watches {@code position} and reads it; the answer is null if there is none. Behind a batch that was asked with the batch already: nobody
     * waits for it, and Redis need not rest. So the answer may be old: one that is as expected is proved by the transaction, any other by
     * {@link #watchAnew}.
     */
    CompletableFuture<byte[]> watch(String position) {
        CompletableFuture<byte[]> asked = watched;
        if (asked == null) {
            asked = askAndWatch(position);
            connection.flushCommands();
        }
        return asked;
    }

    /** As {@link #watch}, as of now, whatever was asked before. */
    CompletableFuture<byte[]> watchAnew(String position) {
        connection.async().unwatch();
        CompletableFuture<byte[]> asked = askAndWatch(position);
        connection.flushCommands();
        return asked;
    }

    private CompletableFuture<byte[]> askAndWatch(String position) {
        RedisAsyncCommands<String, byte[]> redis = connection.async();
        redis.watch(position);
        CompletableFuture<byte[]> stored = redis.get(position).toCompletableFuture();
        watched = stored;
        return stored;
    }

    /** Completes when the last batch was answered, however. */
    CompletableFuture<?> underWay() {
        return underWay;
    }

    /**
     * Sends a batch, to be applied unless the watched position has changed.
     *
     * @param keys of the script, the position first
     * @param header arguments of the script before the commands
     * @return what the script answers, or the position that was found instead
     */
    CompletableFuture<byte[]> apply(PlainCommands commands, String[] keys, byte[][] header) {
        RedisAsyncCommands<String, byte[]> redis = connection.async();
        redis.multi();
        List<VoidOutput<String, byte[]>> outputs = new ArrayList<>(commands.count());
        for (int i = 0; i < commands.count(); i++) {
            outputs.add(new VoidOutput<>(RedisClients.CODEC));
            redis.dispatch(commands.name(i), outputs.getLast(), commands.arguments(i));
        }
        List<byte[]> script = new ArrayList<>(List.of(header));
        script.addAll(commands.forScript());
        // With its source: a script that Redis does not know would leave the transaction half done.
        CompletableFuture<byte[]> moved = apply.<byte[]>runFromSource(redis, ScriptOutputType.VALUE, keys, script.toArray(byte[][]::new))
                .toCompletableFuture();
        CompletableFuture<TransactionResult> done = redis.exec().toCompletableFuture()
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(reason(outputs, failure)));
        CompletableFuture<byte[]> stored = askAndWatch(keys[0]);
        CompletableFuture<byte[]> reply = done.thenCompose(result -> {
            if (!result.wasDiscarded()) {
                failIfAny(result);
                return moved;
            }
            return stored.thenApply(position -> position == null ? new byte[0] : position);
        });
        connection.flushCommands();
        underWay = reply;
        return reply;
    }

    /** Why Redis took a transaction for nothing is said of its commands: it is full, say, or was in the middle of them. */
    private static Throwable reason(List<VoidOutput<String, byte[]>> outputs, Throwable failure) {
        return outputs.stream().filter(CommandOutput::hasError).findFirst()
                .<Throwable>map(refused -> new RedisException(refused.getError(), failure)).orElse(failure);
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
