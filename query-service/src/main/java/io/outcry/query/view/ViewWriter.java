// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.outcry.query.domain.ViewPosition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Writes the view, from consumer threads only: they may wait. */
public final class ViewWriter {

    private static final String APPLIED = "OK";
    /** Lettuce's own limit comes first; this one is for the case that it does not. */
    private static final Duration GRACE = Duration.ofMillis(500);

    private final RedisLink link;
    private final Duration timeout;
    private final RedisScript apply = new RedisScript("apply.lua");

    /** @param timeout how long Redis may take for one script */
    public ViewWriter(RedisLink link, Duration timeout) {
        this.link = link;
        this.timeout = timeout.plus(GRACE);
    }

    /** A batch that is on its way to Redis. */
    public final class Applying {
        private final ViewPartition partition;
        private final CompletableFuture<byte[]> reply;

        private Applying(ViewPartition partition, CompletableFuture<byte[]> reply) {
            this.partition = partition;
            this.reply = reply;
        }

        /**
         * Waits for Redis.
         *
         * @return nothing if the batch was applied, else the position that is stored instead of the expected one
         * @throws ViewUnavailableException if it is not known whether the batch was applied
         */
        public @Nullable ViewPosition await() throws ViewUnavailableException {
            String text = new String(ViewWriter.this.await(reply, "partition " + partition), StandardCharsets.UTF_8);
            return text.equals(APPLIED) ? null : position(text);
        }
    }

    /** Sends {@code batch}, to be applied if the partition is at {@code expected}, which it then leaves for {@code next}. */
    public Applying apply(ViewPartition partition, ViewPosition expected, ViewPosition next, OpBatch batch) {
        String[] keys = batch.keys(new ViewKeys(partition).position());
        byte[][] arguments = batch.arguments(
                expected.isEmpty() ? "" : expected.stored(), next.stored(), PositionFeed.CHANNEL, partition.toString());
        try {
            CompletionStage<byte[]> reply = apply.run(link.writes(), ScriptOutputType.VALUE, keys, arguments);
            return new Applying(partition, reply.toCompletableFuture());
        } catch (RedisException e) {
            return new Applying(partition, CompletableFuture.failedFuture(e));
        }
    }

    /**
     * Reads where the partitions are.
     *
     * @throws ViewUnavailableException if Redis does not say so in time
     */
    public Map<ViewPartition, ViewPosition> positions(List<ViewPartition> partitions) throws ViewUnavailableException {
        try {
            RedisAsyncCommands<String, byte[]> redis = link.writes();
            List<CompletableFuture<byte[]>> replies = new ArrayList<>(partitions.size());
            for (ViewPartition partition : partitions) {
                replies.add(redis.get(new ViewKeys(partition).position()).toCompletableFuture());
            }
            Map<ViewPartition, ViewPosition> positions = new LinkedHashMap<>();
            for (int i = 0; i < partitions.size(); i++) {
                positions.put(partitions.get(i), position(await(replies.get(i), "position of " + partitions.get(i))));
            }
            return positions;
        } catch (RedisException e) {
            throw new ViewUnavailableException("positions cannot be read", e);
        }
    }

    /** The position behind a stored value; a missing one is the empty position. */
    static ViewPosition position(byte @Nullable [] stored) {
        return stored == null ? ViewPosition.EMPTY : position(new String(stored, StandardCharsets.UTF_8));
    }

    private static ViewPosition position(String stored) {
        return stored.isEmpty() ? ViewPosition.EMPTY : ViewPosition.parse(stored);
    }

    private byte[] await(CompletableFuture<byte[]> reply, String what) throws ViewUnavailableException {
        try {
            return reply.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new ViewUnavailableException("Redis failed: " + what, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw new ViewUnavailableException("Redis did not answer in time: " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ViewUnavailableException("interrupted: " + what, e);
        }
    }
}
