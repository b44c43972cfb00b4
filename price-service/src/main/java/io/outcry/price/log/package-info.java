// SPDX-License-Identifier: Apache-2.0
/**
 * The service's doors to Kafka. Without a group every instance reads the registry of instruments and the outcomes of our own book from
 * their beginning, and the prices of the indices from their end. Refresh commands are written by the scheduler and read back by the group
 * {@code outcry-price}, so that one instance alone asks the venues for a symbol; and price updates are written. An instance schedules
 * exactly the symbols of the partitions the group has given it.
 */
@NullMarked
package io.outcry.price.log;

import org.jspecify.annotations.NullMarked;
