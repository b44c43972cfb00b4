// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.snapshot.WrittenSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An engine and where it goes on.
 *
 * @param chain the hash chain at the engine's place
 * @param nextOffset of the first command to apply
 * @param tail what is published: replay is silent up to it
 * @param books the snapshot that the engine is from; null if it begins at the first command
 * @param kept where the manifests of the snapshots stand that are there
 * @param refused why newer snapshots were not used
 */
public record Recovered(
        MatchingEngine engine,
        OutcomeChain chain,
        long nextOffset,
        PublishedTail tail,
        @Nullable WrittenSnapshot books,
        List<Long> kept,
        List<String> refused) {

    public Recovered {
        kept = List.copyOf(kept);
        refused = List.copyOf(refused);
    }
}
