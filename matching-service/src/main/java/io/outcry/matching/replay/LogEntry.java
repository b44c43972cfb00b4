// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import org.jspecify.annotations.Nullable;

/**
 * One record of a command or an outcome log.
 *
 * @param value null if the record has none
 * @param chain the hash chain's header of an outcome; null for most
 */
record LogEntry(long offset, byte @Nullable [] value, byte @Nullable [] chain) {}
