// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.contracts.v1.LevelChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one outcome did to a book.
 *
 * @param levels as they are after it; quantity zero: gone
 * @param auction the indication as JSON, {@code null} as text where there is no auction any more; nothing if that did not change
 */
record BookChange(
        long sequence, long timeMillis, int priceScale, int quantityScale, List<LevelChange> levels, @Nullable String auction) {}
