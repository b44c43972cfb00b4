// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.outcry.query.domain.CandleInterval;
import io.outcry.query.domain.ViewOrigin;
import io.outcry.query.domain.ViewPosition;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the view, from one consumer's thread only: it may wait. What it has for a partition in bulk is no other's to write on. */
public final class ViewWriter {

    private static final String APPLIED = "OK";
    /** A replica refuses a write with this word, though what it says of a script may begin with others. */
    private static final String OF_A_REPLICA = "READONLY";
    /** A Redis that has no room refuses a command with these words, which of a script are not the first ones. */
    private static final String OF_A_FULL_ONE = "OOM command not allowed";
    /** An expected position where no view is: the script only says where it is. */
    private static final byte[] NOWHERE = CommandSink.text("?");
    /** Lettuce's own limit comes first; this one is for the case that it does not. */
    private static final Duration GRACE = Duration.ofMillis(500);
    private static final int SCANNED = 5_000;

    private final Supplier<RedisClusterAsyncCommands<String, byte[]>> redis;
    private final @Nullable NodeOpener opener;
    private final Runnable replica;
    private final Map<ViewPartition, BulkLane> lanes = new ConcurrentHashMap<>();
    private final BatchHeaders headers;
    private final Duration timeout;
    private final RedisScript apply = new RedisScript("apply.lua");
    private final RedisScript clear = new RedisScript("clear.lua");
    private final RedisScript discard = new RedisScript("discard.lua");
    private final RedisScript totals = new RedisScript("totals.lua");

    /**
     * @param timeout how long Redis may take for one script
     * @param retention how long a closed order is kept
     */
    public ViewWriter(RedisLink link, Duration timeout, Duration retention, Clock clock) {
        this(link::writes, link::toNodeOf, link::move, timeout, retention, clock);
    }

    /**
     * Applies everything by scripts, never in bulk.
     *
     * @param redis the connection to write on; throws a {@link RedisException} while there is none
     * @param timeout how long Redis may take for one script
     * @param retention how long a closed order is kept
     */
    public ViewWriter(Supplier<RedisClusterAsyncCommands<String, byte[]>> redis, Duration timeout, Duration retention, Clock clock) {
        this(redis, null, () -> {}, timeout, retention, clock);
    }

    private ViewWriter(
            Supplier<RedisClusterAsyncCommands<String, byte[]>> redis, @Nullable NodeOpener opener, Runnable replica, Duration timeout,
            Duration retention, Clock clock) {
        this.redis = redis;
        this.opener = opener;
        this.replica = replica;
        this.headers = new BatchHeaders(retention, clock);
        this.timeout = timeout.plus(GRACE);
    }

    /** Opens a connection to where a key is. */
    private interface NodeOpener {
        CompletionStage<StatefulRedisConnection<String, byte[]>> open(String key);
    }

    /** A batch that is on its way to Redis. */
    public final class Applying {
        private final ViewPartition partition;
        private final CompletableFuture<byte[]> reply;

        private Applying(ViewPartition partition, CompletableFuture<byte[]> reply) {
            this.partition = partition;
            this.reply = reply;
        }

        /** True if {@link #await} would not wait. */
        public boolean isDone() {
            return reply.isDone();
        }

        /**
         * Waits for Redis.
         *
         * @return false if another position than the expected one is stored
         * @throws ViewUnavailableException if it is not known whether the batch was applied
         */
        public boolean await() throws ViewUnavailableException {
            return isApplied(ViewWriter.this.await(reply, "partition " + partition));
        }
    }

    /**
     * Sends {@code batch}, to be applied if the partition is at {@code expected}, which it then leaves for {@code next}.
     *
     * @param applied called on Redis's event loop when it was; must not wait
     */
    public Applying apply(ViewPartition partition, ViewPosition expected, ViewPosition next, ViewBatch batch, Runnable applied) {
        ScriptCommands commands = new ScriptCommands();
        batch.writeTo(commands);
        List<byte[]> arguments = new ArrayList<>(List.of(headers.of(partition, expected, next, batch.records())));
        arguments.addAll(commands.parts());
        try {
            CompletionStage<byte[]> reply =
                    apply.runLoaded(redis.get(), ScriptOutputType.VALUE, keys(partition), arguments.toArray(byte[][]::new));
            return applying(partition, expected, batch, reply, applied);
        } catch (RedisException e) {
            return new Applying(partition, CompletableFuture.failedFuture(e));
        }
    }

    /** Whether {@link #applyInBulk} is possible. */
    public boolean hasBulk() {
        return opener != null;
    }

    /**
     * As {@link #apply}, for large batches: in less of Redis's time, on a connection that the partition has for itself until {@link #endBulk}.
     * All batches of the partition that were sent before must have been answered. Waits until Redis has said where the partition is.
     */
    public Applying applyInBulk(ViewPartition partition, ViewPosition expected, ViewPosition next, ViewBatch batch, Runnable applied) {
        PlainCommands commands = batch.plain();
        try {
            BulkLane lane = lane(partition);
            String key = keys(partition)[0];
            byte @Nullable [] stored = await(lane.watch(key), "position of " + partition);
            if (!isAt(expected, stored)) {
                stored = await(lane.watchAnew(key), "position of " + partition);
            }
            if (!isAt(expected, stored)) {
                return new Applying(partition, CompletableFuture.completedFuture(stored == null ? new byte[0] : stored));
            }
            byte[][] header = headers.of(partition, expected, next, batch.records());
            return applying(partition, expected, batch, lane.apply(commands, keys(partition), header), applied);
        } catch (ViewUnavailableException | RedisException e) {
            endBulk(partition);
            return new Applying(partition, CompletableFuture.failedFuture(e));
        }
    }

    private static boolean isAt(ViewPosition expected, byte @Nullable [] stored) {
        return BatchHeaders.text(expected).equals(stored == null ? "" : new String(stored, StandardCharsets.UTF_8));
    }

    private BulkLane lane(ViewPartition partition) throws ViewUnavailableException {
        BulkLane known = lanes.get(partition);
        if (known != null) {
            return known;
        }
        if (opener == null) {
            throw new IllegalStateException("nothing is applied in bulk here");
        }
        BulkLane made = new BulkLane(connect(opener, partition), apply);
        lanes.put(partition, made);
        return made;
    }

    private StatefulRedisConnection<String, byte[]> connect(NodeOpener to, ViewPartition partition) throws ViewUnavailableException {
        CompletableFuture<StatefulRedisConnection<String, byte[]>> connecting =
                to.open(new ViewKeys(partition).position()).toCompletableFuture();
        try {
            return await(connecting, "connection for " + partition);
        } catch (ViewUnavailableException e) {
            connecting.thenAccept(StatefulRedisConnection::closeAsync);
            throw e;
        }
    }

    /** Gives up the connection of {@link #applyInBulk}, if there is one; what is under way on it fails, though Redis may still apply it. */
    public void endBulk(ViewPartition partition) {
        BulkLane lane = lanes.remove(partition);
        if (lane != null) {
            lane.close();
        }
    }

    private static String[] keys(ViewPartition partition) {
        ViewKeys keys = new ViewKeys(partition);
        return new String[]{keys.position(), keys.closedOrders()};
    }

    private Applying applying(
            ViewPartition partition, ViewPosition expected, ViewBatch batch, CompletionStage<byte[]> reply, Runnable applied) {
        int records = batch.records();
        return new Applying(partition, reply.toCompletableFuture().thenApply(answer -> {
            if (isApplied(answer)) {
                applied.run();
            }
            return answer;
        }).exceptionallyCompose(failure -> String.valueOf(failure.getMessage()).contains(OF_A_FULL_ONE) && !expected.isEmpty()
                ? forget(partition, expected, records).handle((_, _) -> failure).thenCompose(CompletableFuture::failedFuture)
                : CompletableFuture.failedFuture(failure)));
    }

    /**
     * Forgets closed orders and does nothing else, where the partition is still at {@code expected}. A full Redis refuses a batch at its
     * first command, before that comes to what it forgets, and would for ever; to remove something it allows. It refuses this as well where
     * there is nothing to forget.
     */
    private CompletionStage<byte[]> forget(ViewPartition partition, ViewPosition expected, int records) {
        try {
            return apply.run(redis.get(), ScriptOutputType.VALUE, keys(partition), headers.forgetting(partition, expected, records));
        } catch (RedisException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static boolean isApplied(byte[] answer) {
        return new String(answer, StandardCharsets.UTF_8).equals(APPLIED);
    }

    /**
     * Removes all that is left of a partition whose position is lost, so that filling it again starts from nothing. What Redis has not
     * removed when somebody begins to fill the partition stays: it is not known then whether it is old.
     *
     * @throws ViewUnavailableException if that cannot be done in time
     */
    public void clear(ViewPartition partition) throws ViewUnavailableException {
        String what = "leftovers of " + partition;
        try {
            if (opener == null) {
                clear(partition, redis.get(), what);
                return;
            }
            // A cluster's connection would search all nodes, and fail with one that is away though the partition is on another.
            StatefulRedisConnection<String, byte[]> node = connect(opener, partition);
            try {
                clear(partition, node.async(), what);
                // Refused by a node that the partition has left: then what is left of it is elsewhere.
                await(node.async().get(new ViewKeys(partition).position()).toCompletableFuture(), what);
            } finally {
                node.closeAsync();
            }
        } catch (RedisException e) {
            throw new ViewUnavailableException("cannot be removed: " + what, e);
        }
    }

    private void clear(ViewPartition partition, RedisClusterAsyncCommands<String, byte[]> node, String what)
            throws ViewUnavailableException {
        ScanArgs own = ScanArgs.Builder.matches(new ViewKeys(partition).prefix() + "*").limit(SCANNED);
        KeyScanCursor<String> cursor = await(node.scan(own).toCompletableFuture(), what);
        while (true) {
            if (!cursor.getKeys().isEmpty()) {
                await(clear.<Long>run(node, ScriptOutputType.INTEGER, named(partition, cursor)).toCompletableFuture(), what);
            }
            if (cursor.isFinished()) {
                return;
            }
            cursor = await(node.scan(cursor, own).toCompletableFuture(), what);
        }
    }

    private static String[] named(ViewPartition partition, KeyScanCursor<String> found) {
        return Stream.concat(Stream.of(new ViewKeys(partition).position()), found.getKeys().stream()).toArray(String[]::new);
    }

    /** Reads totals of {@code partition}, as they are after all batches that were sent before. */
    public TotalsReader totals(ViewPartition partition) {
        ViewKeys keys = new ViewKeys(partition);
        return (holders, symbols) -> {
            try {
                BulkLane lane = lanes.get(partition);
                if (lane != null) {
                    await(lane.underWay(), "batch of " + partition);
                }
                List<String> named = new ArrayList<>(List.of(keys.position()));
                holders.forEach(holder -> named.add(keys.holdings(holder.account())));
                symbols.forEach(symbol -> CandleInterval.ALL.forEach(interval -> named.add(keys.candles(symbol, interval))));
                byte[][] fields = holders.stream().map(holder -> CommandSink.text(holder.symbol())).toArray(byte[][]::new);
                CompletionStage<List<@Nullable Object>> reply =
                        totals.run(redis.get(), ScriptOutputType.MULTI, named.toArray(String[]::new), fields);
                return found(await(reply.toCompletableFuture(), "totals of " + partition), holders.size(), symbols.size());
            } catch (RedisException e) {
                throw new ViewUnavailableException("totals of " + partition + " cannot be read", e);
            }
        };
    }

    private static TotalsReader.Totals found(List<@Nullable Object> reply, int holders, int symbols) {
        List<@Nullable String> texts = new ArrayList<>(reply.size());
        reply.forEach(value -> texts.add(ViewReader.text(value)));
        List<Map<CandleInterval, String>> candles = new ArrayList<>(symbols);
        int at = 1 + holders;
        for (int symbol = 0; symbol < symbols; symbol++) {
            Map<CandleInterval, String> newest = new EnumMap<>(CandleInterval.class);
            for (CandleInterval interval : CandleInterval.ALL) {
                String json = texts.get(at++);
                if (json != null) {
                    newest.put(interval, json);
                }
            }
            candles.add(newest);
        }
        return new TotalsReader.Totals(StoredView.position((byte[]) reply.getFirst()), texts.subList(1, 1 + holders), candles);
    }

    /** A partition of which Redis was asked where it is. */
    public final class Asked {
        private final ViewPartition partition;
        private final CompletableFuture<StoredView> reply;

        private Asked(ViewPartition partition, CompletableFuture<StoredView> reply) {
            this.partition = partition;
            this.reply = reply;
        }

        public ViewPartition partition() {
            return partition;
        }

        /**
         * Waits for Redis.
         *
         * @throws ViewUnavailableException if Redis does not say so in time
         */
        public StoredView await() throws ViewUnavailableException {
            return ViewWriter.this.await(reply, "position of " + partition);
        }
    }

    /**
     * Asks where the partitions are and what they were made of, each for itself, for they may be on different nodes, and makes sure that
     * the node of each knows the script: one that was restarted, or has taken over from another, does not.
     */
    public List<Asked> ask(List<ViewPartition> partitions) {
        return partitions.stream().map(partition -> new Asked(partition, look(partition))).toList();
    }

    private CompletableFuture<StoredView> look(ViewPartition partition) {
        try {
            RedisClusterAsyncCommands<String, byte[]> commands = redis.get();
            CompletionStage<byte[]> known = apply.run(commands, ScriptOutputType.VALUE, keys(partition), NOWHERE);
            return known.toCompletableFuture().thenCombine(stored(commands, partition), (_, stored) -> stored);
        } catch (RedisException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    static CompletableFuture<StoredView> stored(RedisClusterAsyncCommands<String, byte[]> commands, ViewPartition partition) {
        ViewKeys keys = new ViewKeys(partition);
        return commands.mget(keys.position(), keys.origin()).toCompletableFuture()
                .thenApply(found -> StoredView.of(found.get(0).getValueOrElse(null), found.get(1).getValueOrElse(null)));
    }

    /**
     * Takes its position from a partition that an older version has written, so that it is filled anew.
     *
     * @param found what it was made of when it was looked at; one that has become another meanwhile keeps its position
     * @throws ViewUnavailableException if Redis does not do so in time
     */
    public void discard(ViewPartition partition, @Nullable ViewOrigin found) throws ViewUnavailableException {
        ViewKeys keys = new ViewKeys(partition);
        String what = "position of " + partition;
        try {
            await(discard.<Long>run(redis.get(), ScriptOutputType.INTEGER, new String[]{keys.position(), keys.origin()},
                    CommandSink.text(found == null ? "" : found.stored())).toCompletableFuture(), what);
        } catch (RedisException e) {
            throw new ViewUnavailableException("cannot be removed: " + what, e);
        }
    }

    private <T> T await(CompletableFuture<T> reply, String what) throws ViewUnavailableException {
        try {
            return reply.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (String.valueOf(e.getMessage()).contains(OF_A_REPLICA)) {
                replica.run();
            }
            throw new ViewUnavailableException("Redis failed: " + what, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw new ViewUnavailableException("Redis did not answer in time: " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ViewUnavailableException("interrupted: " + what, e);
        }
    }
}
