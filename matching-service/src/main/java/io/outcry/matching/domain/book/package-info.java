// SPDX-License-Identifier: Apache-2.0
/**
 * How orders are kept: rows of longs named by int handles, so that a book of a million orders is a few hundred arrays and no command
 * allocates. Rows of orders link to one another in queues; a level is found by its price in a table, an order by its place in the log. What
 * the rows mean is in {@link io.outcry.matching.domain.book.OrderRow} and {@link io.outcry.matching.domain.book.LevelRow}; no rule of the
 * venue is here.
 */
@NullMarked
package io.outcry.matching.domain.book;

import org.jspecify.annotations.NullMarked;
