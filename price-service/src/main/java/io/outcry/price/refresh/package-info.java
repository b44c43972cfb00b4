// SPDX-License-Identifier: Apache-2.0
/**
 * One round of refreshing: all venues are asked for a batch of symbols at once, their replies are aggregated, and what can be trusted is
 * published. What cannot is not: the last price stands and ages.
 */
@NullMarked
package io.outcry.price.refresh;

import org.jspecify.annotations.NullMarked;
