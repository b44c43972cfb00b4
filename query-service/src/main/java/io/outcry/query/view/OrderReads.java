// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.netty.util.concurrent.EventExecutor;
import io.outcry.contracts.http.ApiException;
import io.outcry.query.domain.ViewPosition;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads of orders by their ids for those who live on an event loop: what is asked for in one turn of a loop is one question for each
 * partition, with one limit of time. The same guard stands before it as before {@link ViewReader}, and an answer from a position behind
 * one that was known is not passed on either.
 */
public final class OrderReads {

    private final Supplier<RedisClusterAsyncCommands<String, byte[]>> redis;
    private final ViewGuard guard;
    private final KnownPositions known;
    private final Duration limit;

    /** Hears how one read ended, on its event loop. */
    public interface Reader {

        /**
         * The view was read.
         *
         * @param position where the partition stood, the same object for all that one question found
         * @param order as {@link ViewKeys#order} keeps it; null if there is none
         * @param fills as {@link ViewKeys#fills} keeps them; null if there are none
         */
        void found(ViewPosition position, byte @Nullable [] order, byte @Nullable [] fills);

        /** The view could not be read. */
        void failed(ApiException failure);
    }

    /** @param limit longest time that a read takes */
    public OrderReads(RedisLink link, ViewGuard guard, KnownPositions known, Duration limit) {
        this(link::reads, guard, known, limit);
    }

    /** @param redis the connection to read from; throws a {@link io.lettuce.core.RedisException} while there is none */
    public OrderReads(
            Supplier<RedisClusterAsyncCommands<String, byte[]>> redis, ViewGuard guard, KnownPositions known, Duration limit) {
        this.redis = redis;
        this.guard = guard;
        this.known = known;
        this.limit = limit;
    }

    /** The reads of one event loop. */
    public GatheredReads on(EventExecutor loop) {
        return new GatheredReads(this, loop);
    }

    RedisClusterAsyncCommands<String, byte[]> redis() {
        return redis.get();
    }

    ViewGuard guard() {
        return guard;
    }

    KnownPositions known() {
        return known;
    }

    Duration limit() {
        return limit;
    }
}
