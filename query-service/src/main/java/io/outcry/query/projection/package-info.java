// SPDX-License-Identifier: Apache-2.0
/**
 * Folds the log into the view. Consumer threads, some for the outcomes and one for the prices, translate records to operations and apply
 * them in scripts, or far behind the log in transactions, that also move the position; so each record counts once, whatever dies in between.
 * Redis names the place to go on from, not the group's committed offsets.
 */
@NullMarked
package io.outcry.query.projection;

import org.jspecify.annotations.NullMarked;
