// SPDX-License-Identifier: Apache-2.0
/**
 * How orders are kept: rows of longs named by int handles, so that a book of a million orders is a few hundred arrays and no command
 * allocates. Rows link to one another in queues; levels are sorted; ids are found by open addressing. What the rows mean is in
 * {@link io.outcry.matching.domain.book.OrderRow} and {@link io.outcry.matching.domain.book.LevelRows}; no rule of the venue is here.
 */
@NullMarked
package io.outcry.matching.domain.book;

import org.jspecify.annotations.NullMarked;
