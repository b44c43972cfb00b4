// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.outcry.price.domain.Publication;
import io.outcry.price.domain.SymbolSources;
import io.outcry.price.domain.VenueReply;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an instance holds of one symbol: the last word of each venue, what is known of them, and what was published. Its own lock. */
final class SymbolPrice {

    final SymbolSources sources = new SymbolSources();
    final SortedMap<String, VenueReply> replies = new TreeMap<>();
    /** Written when the log has it, so that one that was lost on the way is not taken for published. */
    volatile @Nullable Publication last;
    /** Written when it is sent there. */
    @Nullable
    Publication sent;
}
