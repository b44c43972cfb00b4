// SPDX-License-Identifier: Apache-2.0
/**
 * Materialises outcomes and prices in Redis and answers reads from there: {@code projection} folds the log into the view,
 * {@code view} is the view's Redis side, {@code position} knows how far it is, {@code read} serves it over HTTP, and {@code domain}
 * holds the rules that need none of these. Everything in Redis can be thrown away: the log makes it again.
 */
@NullMarked
package io.outcry.query;

import org.jspecify.annotations.NullMarked;
