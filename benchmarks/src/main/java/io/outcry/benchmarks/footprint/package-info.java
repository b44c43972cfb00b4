// SPDX-License-Identifier: Apache-2.0
/**
 * What a whole installation in one process takes: the time from its start to the first accepted order, and the memory that it and its Redis
 * hold with many symbols and open orders.
 */
@NullMarked
package io.outcry.benchmarks.footprint;

import org.jspecify.annotations.NullMarked;
