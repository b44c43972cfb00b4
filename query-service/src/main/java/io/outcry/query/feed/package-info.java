// SPDX-License-Identifier: Apache-2.0
/**
 * What the log says, folded once in each instance. One reader without a group follows all partitions of outcomes and prices on one thread;
 * from it live the near-cache of prices and books, and the streams. Redis is asked at the start for the books as they are, and again only
 * where the outcomes of a partition have a gap; apart from that only the log is followed, so Redis may be away.
 *
 * <p>Nothing here answers requests, and nothing here writes.
 */
@NullMarked
package io.outcry.query.feed;

import org.jspecify.annotations.NullMarked;
