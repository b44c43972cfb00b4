// SPDX-License-Identifier: Apache-2.0
/**
 * Commands on their way: each one is written, waited for and answered exactly once.
 *
 * <p>A command carries the header {@code outcry-reply}: the number of this instance and a number of its own. The engine copies it to the
 * outcome. Every instance tails the outcomes from the last one on without a group, looks at the instance number before anything else, and
 * completes the wait that the other number names. A reply may arrive before the producer's own acknowledgement; it then settles the
 * command, since the outcome says everything the acknowledgement would.
 *
 * <p>Waits are bounded in number (then 503 OVERLOADED, cancels last) and in time: at the deadline a written command is answered with its
 * position; one that Kafka has not acknowledged waits on, because there is no id to answer with yet, but never longer than the producer
 * tries to deliver. Answers are completed on the event loop of the connection that asked, so the tail spends no time on HTTP.
 */
@NullMarked
package io.outcry.order.reply;

import org.jspecify.annotations.NullMarked;
