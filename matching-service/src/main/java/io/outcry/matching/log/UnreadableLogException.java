// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.LogDamage;
import io.outcry.contracts.topic.Topics;
import org.apache.kafka.common.KafkaException;

/** Kafka is there, and what stands at a place of a log cannot be had from it: it is damaged, or deleted. */
public final class UnreadableLogException extends KafkaException {

    private static final long serialVersionUID = 1L;

    private final long command;
    private final boolean lasting;

    /** @param lasting whether another look would find the same at the same place */
    UnreadableLogException(LogDamage damage, boolean lasting) {
        super(damage.toString());
        this.lasting = lasting;
        command = damage.log().topic().equals(Topics.ORDER_COMMANDS) ? damage.offset() : -1;
    }

    /** Whether another look would find the same at the same place. */
    boolean isLasting() {
        return lasting;
    }

    /** Offset of the command; -1 if it is none. */
    long command() {
        return command;
    }
}
