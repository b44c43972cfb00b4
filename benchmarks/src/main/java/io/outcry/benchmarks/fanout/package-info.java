// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code fanout}: prices to thousands of WebSocket clients, against Netty writing to sockets with nothing between.
 *
 * <p>Server and clients are two processes on one machine, so a figure is of both together; the processor time of each is printed. The
 * messages are the same bytes on all sides, made once for each price. The limit, {@code netty}, is as good as we can make it: one event
 * loop thread per core as the product has, an array of sockets on each, the frame encoded once and shared, one flush for each socket and
 * pass, the newest price only where a pass takes longer than the time between prices, and no socket written to that does not take it. It
 * knows no channels, no subscriptions, no sequences, no heartbeats and no errors. {@code webflux} is what one writes first: a
 * {@code WebSocketHandler} with a shared flux and {@code onBackpressureLatest}.
 *
 * <p>Latency counts from when a price was due, in whole milliseconds. Of the product's messages every single one is checked: its sequence
 * is the one before plus one plus what it says was conflated; anything else is an uncounted drop, and the run fails.
 */
@NullMarked
package io.outcry.benchmarks.fanout;

import org.jspecify.annotations.NullMarked;
