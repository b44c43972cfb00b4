// SPDX-License-Identifier: Apache-2.0
/**
 * Records of the log as the query service reads them: parsed, and checked for what the engine and the price service never write. Shared by
 * the projection and the feed, so that both refuse the same records.
 */
@NullMarked
package io.outcry.query.record;

import org.jspecify.annotations.NullMarked;
