// SPDX-License-Identifier: Apache-2.0
/**
 * Streams on the wire: within the HTTP server of the service, but below WebFlux and Reactor Netty.
 *
 * <p>{@link io.outcry.query.stream.netty.StreamRoute} stands behind the HTTP codec of every connection of the server. A request for a
 * stream it keeps for itself: the handlers of Reactor Netty leave the pipeline, and what stays is a frame decoder and one handler. So a
 * connection costs little while it is idle, bytes that were encoded for all can be written without a second look, and the socket's
 * writability is known, which a publisher of messages never learns (reactor-netty#881). Everything else passes untouched.
 */
@NullMarked
package io.outcry.query.stream.netty;

import org.jspecify.annotations.NullMarked;
