// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.outcry.contracts.v1.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads whole books, for those who go on with them themselves. That may take long, so it has connections of its own, and neither the limit
 * of time nor the breaker of the readers, who learn nothing of it. Each answer is of one moment of its partition: plain commands in a
 * transaction, for which Redis needs a fifth of the time that a script with the same answer takes.
 */
public final class WholeBooks {

    /** Longest wait for one answer. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final RedisLink link;

    public WholeBooks(RedisLink link) {
        this.link = link;
    }

    /**
     * What has been asked for.
     *
     * @param <T> what is read
     */
    @FunctionalInterface
    public interface Answer<T> {

        /** Waits for it, and reads it on the caller's thread. */
        Held<T> await() throws ViewUnavailableException;
    }

    /** Connects to where the partition is. */
    public Reading open(ViewPartition partition) throws ViewUnavailableException {
        CompletableFuture<StatefulRedisConnection<String, byte[]>> connecting =
                link.toNodeOf(new ViewKeys(partition).position()).toCompletableFuture();
        try {
            return new Reading(partition, await(connecting));
        } catch (ViewUnavailableException e) {
            connecting.thenAccept(StatefulRedisConnection::closeAsync);
            throw e;
        }
    }

    /** Questions about one partition on one connection, each asked at once. For one thread at a time. */
    public static final class Reading implements AutoCloseable {

        private final ViewPartition partition;
        private final ViewKeys keys;
        private final StatefulRedisConnection<String, byte[]> connection;

        private Reading(ViewPartition partition, StatefulRedisConnection<String, byte[]> connection) {
            this.partition = partition;
            this.keys = new ViewKeys(partition);
            this.connection = connection;
        }

        /** The symbols of the partition, in no order. */
        public Answer<List<String>> symbols() {
            RedisAsyncCommands<String, byte[]> redis = begin();
            redis.smembers(keys.symbols());
            return end(redis, values -> ViewReader.texts(values.get(1)));
        }

        /** All levels of a book, in no order; nothing for an unknown symbol. */
        public Answer<Optional<StoredBook>> book(String symbol) {
            RedisAsyncCommands<String, byte[]> redis = begin();
            redis.get(keys.bookState(symbol));
            redis.hvals(keys.levelQuantities(Side.SIDE_BUY, symbol));
            redis.hvals(keys.levelQuantities(Side.SIDE_SELL, symbol));
            redis.get(keys.auction(symbol));
            return end(redis, StoredBook::ofReply);
        }

        private RedisAsyncCommands<String, byte[]> begin() {
            RedisAsyncCommands<String, byte[]> redis = connection.async();
            redis.multi();
            redis.get(keys.position());
            return redis;
        }

        private <T> Answer<T> end(RedisAsyncCommands<String, byte[]> redis, Function<List<@Nullable Object>, T> read) {
            CompletableFuture<TransactionResult> reply = redis.exec().toCompletableFuture();
            return () -> {
                List<@Nullable Object> values = values(WholeBooks.await(reply));
                return new Held<>(partition, StoredView.position((byte[]) values.get(0)), read.apply(values));
            };
        }

        /** Whatever is under way fails. */
        @Override
        public void close() {
            connection.closeAsync();
        }
    }

    private static List<@Nullable Object> values(TransactionResult result) throws ViewUnavailableException {
        List<@Nullable Object> values = new ArrayList<>(result.size());
        for (Object value : result) {
            if (value instanceof Throwable failure) {
                throw new ViewUnavailableException("Redis refused to read a book", failure);
            }
            values.add(value);
        }
        return values;
    }

    private static <T> T await(CompletableFuture<T> answer) throws ViewUnavailableException {
        try {
            return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new ViewUnavailableException("Redis did not answer within " + LIMIT.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new ViewUnavailableException("Redis cannot be read", Objects.requireNonNullElse(e.getCause(), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ViewUnavailableException("interrupted while Redis is read", e);
        }
    }
}
