// SPDX-License-Identifier: Apache-2.0
/**
 * Folds the log into the view. One consumer thread for each topic translates records to operations and applies them in scripts that
 * also move the position, so each record counts once, whatever dies in between. Redis names the place to go on from, not the group's
 * committed offsets.
 */
@NullMarked
package io.outcry.query.projection;

import org.jspecify.annotations.NullMarked;
