// SPDX-License-Identifier: Apache-2.0
/**
 * Materialises outcomes and prices in Redis and answers reads from there: {@code projection} folds the log into the view,
 * {@code view} is the view's Redis side, {@code position} knows how far it is, {@code read} serves it over HTTP. {@code feed} folds the log
 * once more into memory, for the reads that there are most of and for {@code stream}. {@code record} says what a record of the log means,
 * {@code domain} holds the rules that need none of these, {@code log} is what is written to the log, and {@code verify} a tool that compares
 * the view with it. Everything in Redis can be thrown away: the log makes it again.
 */
@NullMarked
package io.outcry.query;

import org.jspecify.annotations.NullMarked;
