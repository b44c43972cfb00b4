// SPDX-License-Identifier: Apache-2.0
/**
 * The service's three doors to Kafka: the registry of instruments is read from its beginning without a group; refresh commands are
 * written by the scheduler and read back by the group {@code outcry-price}, so that one instance alone asks the venues for a symbol; and
 * price updates are written. An instance schedules exactly the symbols of the partitions the group has given it.
 */
@NullMarked
package io.outcry.price.log;

import org.jspecify.annotations.NullMarked;
