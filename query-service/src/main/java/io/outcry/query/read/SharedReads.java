// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * One read of the view for all who ask for the same at the same moment: whoever asks while a read is under way gets its answer. So
 * a crowd before one price is one question to Redis, and cannot use up the places of all other reads.
 *
 * <p>An answer is as new as the view was when its read began, which may be a moment before the asker came: who has waited for a position
 * reads for himself. No more entries than reads under way.
 *
 * @param <T> what is read
 */
final class SharedReads<T> {

    private final Map<String, Mono<T>> underWay = new ConcurrentHashMap<>();

    /** What {@code read} gives, or has begun to give to somebody else. */
    Mono<T> of(String key, Supplier<Mono<T>> read) {
        return Mono.defer(() -> {
            Mono<T> theirs = underWay.get(key);
            if (theirs != null) {
                return theirs;
            }
            Sinks.One<T> answer = Sinks.one();
            theirs = underWay.putIfAbsent(key, answer.asMono());
            if (theirs != null) {
                return theirs;
            }
            read.get()
                    .doFinally(signal -> underWay.remove(key))
                    .subscribe(answer::tryEmitValue, answer::tryEmitError, answer::tryEmitEmpty);
            return answer.asMono();
        });
    }
}
