// SPDX-License-Identifier: Apache-2.0
/**
 * What can be subscribed to. A {@link io.outcry.query.stream.channel.LiveChannel} is written by the feed's thread and read by event loops:
 * it knows its newest state and a bounded stretch of what led there, and says what brings a subscriber from where it is (its
 * {@link io.outcry.query.stream.channel.Cursor}) to now. So nothing is queued for any of them: a slow subscriber costs nothing until it
 * can be written to again, and then gets one message for all it missed (prices, books), the rest that is still known (trades), or is told
 * that something is missing (trades, orders).
 *
 * <p>Channels live in {@link io.outcry.query.stream.channel.Channels} while they have subscribers, and a little longer for those that
 * come back. No Netty here.
 */
@NullMarked
package io.outcry.query.stream.channel;

import org.jspecify.annotations.NullMarked;
