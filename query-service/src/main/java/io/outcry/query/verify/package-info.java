// SPDX-License-Identifier: Apache-2.0
/**
 * {@code outcry-verify}: reads the log from its beginning, folds it once more in the plainest way there is, and compares with it what Redis
 * holds and what a client of the stream puts together. Shares with the projection what a single record means and how it is written as JSON,
 * and nothing of how a view is made of many.
 */
@NullMarked
package io.outcry.query.verify;

import org.jspecify.annotations.NullMarked;
