// SPDX-License-Identifier: Apache-2.0
/**
 * The way to the log. Either a record is acknowledged, or it was certainly not written, or neither can be known: these three are kept
 * apart here.
 *
 * <p><b>No caller blocks.</b> {@code KafkaProducer.send} can wait for metadata and for buffer memory, so only one thread calls it, fed by
 * a bounded queue. A full queue is OVERLOADED: nothing was written.
 *
 * <p><b>Kafka away is known before writing.</b> The producer keeps its connections for ever, so an open one means a broker is there. When
 * none is open the gate is shut and every write is refused at once: nothing was written. The producer itself reconnects in the
 * background, since a lost connection makes it ask for new metadata. While it tries, the attempt counts as a connection although no broker
 * has answered; therefore the gate opens again only when the number of connections <i>established</i> has grown since it shut.
 *
 * <p><b>Kafka stuck is known after a while.</b> A frozen broker, a dropped network or a partition without a leader keeps connections
 * open. Each partition is a lane that watches itself: records in flight without any acknowledgement for {@code stall-after} make it
 * suspect, and so does a record that could not be delivered. A suspect lane lets one record through at a time, as the probe; the first
 * acknowledgement clears it. Its neighbours go on.
 *
 * <p><b>What a failure means.</b> A failure that {@code send} reports on the calling thread concerns a record that never reached the
 * producer's buffer: certainly not written. A refusal by a broker for the record's size or for missing permission is final as well. Any
 * other failure, above all a delivery timeout, comes after the record may have been sent: the producer cannot take back a request, so it
 * is UNKNOWN and is answered as such, never as failed. The engine's deduplication by clientOrderId makes repeating it safe.
 *
 * <p><b>What is forbidden</b>, or has no topic, is found out by a record, and ends with the next one that is acknowledged. Readiness, which
 * keeps records away, therefore asks Kafka itself.
 */
@NullMarked
package io.outcry.order.log;

import org.jspecify.annotations.NullMarked;
