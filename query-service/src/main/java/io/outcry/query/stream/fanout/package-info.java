// SPDX-License-Identifier: Apache-2.0
/**
 * Brings what channels say to thousands of connections. Everything about a connection happens on its event loop and nowhere else, so
 * there is no lock: each loop has its own subscribers of each channel ({@link io.outcry.query.stream.fanout.Audience}), found and removed
 * in one step. The feed's thread only marks a channel as changed and wakes the loops that watch it.
 *
 * <p>A loop works in passes. It takes the channels that changed, marks their subscriptions, and then goes from connection to connection,
 * a few hundred at a time so that other work of the loop gets its turn: what a connection has to get is encoded once for all that are at
 * the same place, shared as a retained buffer, and flushed once. A connection that cannot be written to keeps its marks and nothing else;
 * when it can be written to again, it gets what is true then. The longer a pass takes, the more changes become one in the next: load
 * turns into conflation, not into a queue.
 *
 * <p>One timer per loop turns a wheel of ten slots a second: heartbeats, and the end of those that are slow, silent or too old.
 */
@NullMarked
package io.outcry.query.stream.fanout;

import org.jspecify.annotations.NullMarked;
