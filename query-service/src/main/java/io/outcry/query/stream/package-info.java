// SPDX-License-Identifier: Apache-2.0
/**
 * Live prices, books, trades and own orders over WebSocket and server-sent events. {@code channel} knows what can be watched and what a
 * watcher has missed, {@code fanout} brings it to connections, {@code netty} is the wire, and here they are put together with the feed of
 * the log that this instance keeps anyway. The protocol, its guarantees and its limits are in {@code docs/streams.md}.
 */
@NullMarked
package io.outcry.query.stream;

import org.jspecify.annotations.NullMarked;
