// SPDX-License-Identifier: Apache-2.0
/**
 * Traces: what one request set off, from HTTP over the log to the view. A request is traced if its client says so by a sampled
 * {@code traceparent} (W3C Trace Context), or else by chance; {@link io.outcry.contracts.trace.Tracing} decides that once, where the
 * request comes in. From there on a {@link io.outcry.contracts.trace.TracedSpan} is handed down; null means that the request is not traced:
 * it costs a look at a field, writes no header and reaches no exporter.
 *
 * <p>On the log the header {@code traceparent} names the span that wrote the record. It is copied unchanged from a command to its outcome,
 * like the reply's address, so whatever a command sets off is a child of the span that wrote it: the match, the reply, the projection. So
 * an outcome stays a function of its command: two owners of a partition write the same record, and one that is written again is the same to
 * every reader. No hash, no position and no outcome depends on it.
 */
@NullMarked
package io.outcry.contracts.trace;

import org.jspecify.annotations.NullMarked;
