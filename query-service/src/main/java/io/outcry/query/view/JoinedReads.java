// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/**
 * Lets readers of the same thing share one question to Redis while it is under way: a crowd before one price is one question, and cannot use
 * up the places of all other reads. Whoever joins takes the answer only if it is as new as an own one would have to be, so who has waited for
 * a position gets one that holds it; else, or if the shared question fails, he joins the next one, and in the end asks for himself. He
 * waits for all of them together no longer than he would for one of his own.
 *
 * @param <T> what is read
 */
final class JoinedReads<T> {

    /** Questions of others that a reader waits for; those who ask first may have less time left than he has. */
    private static final int OF_OTHERS = 2;

    private final Map<String, Mono<Held<T>>> underWay = new ConcurrentHashMap<>();
    private final KnownPositions known;
    private final Duration timeout;

    /** @param timeout longest wait of a reader for the questions of others; less where a request has less time left */
    JoinedReads(KnownPositions known, Duration timeout) {
        this.known = known;
        this.timeout = timeout;
    }

    /**
     * What {@code read} finds, or a question of others that is the same. Fails as {@code read} does, and when the time is over.
     *
     * @param what names the question with all its parameters
     */
    Mono<Held<T>> join(ViewPartition partition, String what, Mono<Held<T>> read) {
        return Mono.deferContextual(context -> {
            long end = System.nanoTime() + RequestDeadline.remaining(context, timeout).toNanos();
            return join(partition + " " + what, known.floor(partition), read, OF_OTHERS, end);
        });
    }

    private Mono<Held<T>> join(String key, long floor, Mono<Held<T>> read, int others, long end) {
        if (others == 0) {
            return read;
        }
        // Gone before anybody hears the answer: who is not content with it must not find it here again.
        Mono<Held<T>> mine = read.doOnTerminate(() -> underWay.remove(key)).cache();
        Mono<Held<T>> theirs = underWay.putIfAbsent(key, mine);
        if (theirs == null) {
            return mine;
        }
        Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        return theirs.filter(held -> held.position().next() >= floor).onErrorComplete()
                .timeout(left, Mono.error(ViewGuard::late))
                .switchIfEmpty(Mono.defer(() -> join(key, floor, read, others - 1, end)));
    }
}
