// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/**
 * Lets readers of the same thing share one question to Redis while it is under way: a crowd before one price is one question, and cannot use
 * up the places of all other reads. Whoever joins takes the answer only if it is as new as an own one would have to be, so who has waited for
 * a position gets one that holds it; else, or if the shared question fails, he joins the next one, and in the end asks for himself.
 *
 * @param <T> what is read
 */
final class JoinedReads<T> {

    /** Questions of others that a reader waits for; those who ask first may have less time left than he has. */
    private static final int OF_OTHERS = 2;

    private final Map<String, Mono<Held<T>>> underWay = new ConcurrentHashMap<>();
    private final KnownPositions known;

    JoinedReads(KnownPositions known) {
        this.known = known;
    }

    /** @param what names the question with all its parameters */
    Mono<Held<T>> join(ViewPartition partition, String what, Mono<Held<T>> read) {
        return Mono.defer(() -> join(partition + " " + what, known.floor(partition), read, OF_OTHERS));
    }

    private Mono<Held<T>> join(String key, long floor, Mono<Held<T>> read, int others) {
        if (others == 0) {
            return read;
        }
        // Gone before anybody hears the answer: who is not content with it must not find it here again.
        Mono<Held<T>> mine = read.doOnTerminate(() -> underWay.remove(key)).cache();
        Mono<Held<T>> theirs = underWay.putIfAbsent(key, mine);
        if (theirs == null) {
            return mine;
        }
        return theirs.filter(held -> held.position().next() >= floor).onErrorComplete()
                .switchIfEmpty(Mono.defer(() -> join(key, floor, read, others - 1)));
    }
}
