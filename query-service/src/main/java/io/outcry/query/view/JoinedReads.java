// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/**
 * Lets readers of the same thing share one question to Redis while it is under way. Whoever joins takes the answer only if it is as new as an
 * own one would have to be; else, or if the shared question fails, it asks for itself.
 *
 * @param <T> what is read
 */
final class JoinedReads<T> {

    private final Map<String, Mono<Held<T>>> underWay = new ConcurrentHashMap<>();
    private final KnownPositions known;

    JoinedReads(KnownPositions known) {
        this.known = known;
    }

    /** @param what names the question with all its parameters */
    Mono<Held<T>> join(ViewPartition partition, String what, Mono<Held<T>> read) {
        return Mono.defer(() -> {
            long floor = known.floor(partition);
            String key = partition + " " + what;
            Mono<Held<T>> mine = read.doFinally(_ -> underWay.remove(key)).cache();
            Mono<Held<T>> theirs = underWay.putIfAbsent(key, mine);
            if (theirs == null) {
                return mine;
            }
            return theirs.filter(held -> held.position().next() >= floor).onErrorComplete().switchIfEmpty(read);
        });
    }
}
