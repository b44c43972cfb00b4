// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.lettuce.core.RedisFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An answer that is there already, or a failure. */
final class RedisAnswer<T> extends CompletableFuture<T> implements RedisFuture<T> {

    static <T> RedisAnswer<T> of(@Nullable T value) {
        RedisAnswer<T> answer = new RedisAnswer<>();
        answer.complete(value);
        return answer;
    }

    static <T> RedisAnswer<T> failed(RuntimeException failure) {
        RedisAnswer<T> answer = new RedisAnswer<>();
        answer.completeExceptionally(failure);
        return answer;
    }

    @Override
    public @Nullable String getError() {
        return isCompletedExceptionally() ? exceptionNow().getMessage() : null;
    }

    @Override
    public boolean await(long timeout, TimeUnit unit) {
        return true;
    }
}
