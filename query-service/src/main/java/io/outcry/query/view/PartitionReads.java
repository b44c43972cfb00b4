// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.util.List;
import java.util.Objects;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;

/** One read made of several, each of its own partition or key, all under way at the same time. */
public final class PartitionReads {

    private PartitionReads() {}

    /**
     * What all of {@code reads} found, in their order; fails as the first of them that failed. All are waited for, and failures travel as
     * values until then: two at the same moment would else be a third one, whose reason no client is told.
     */
    public static <T> Mono<List<T>> all(List<Mono<T>> reads) {
        return Flux.mergeSequential(reads.stream().map(Mono::materialize).toList(), Math.max(1, reads.size()), 1)
                .collectList().map(ended -> ended.stream().map(PartitionReads::found).toList());
    }

    private static <T> T found(Signal<T> read) {
        if (read.isOnError()) {
            throw Exceptions.propagate(Objects.requireNonNull(read.getThrowable()));
        }
        return Objects.requireNonNull(read.get());
    }
}
