// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Kafka is there, and what stands at a place of a log cannot be had from it: it is damaged, or deleted. */
public final class UnreadableLogException extends KafkaException {

    private static final long serialVersionUID = 1L;

    UnreadableLogException(TopicPartition log, long offset, String reason) {
        super("what stands at offset " + offset + " of " + log + " cannot be read: " + reason);
    }
}
