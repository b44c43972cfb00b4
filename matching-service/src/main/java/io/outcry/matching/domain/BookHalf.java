// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookSide;

/**
 * What an order of a symbol and a side is about.
 *
 * @param own where it rests
 * @param other what it trades with
 */
record BookHalf(Listing listing, BookSide own, BookSide other) {}
