// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.v1.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Which command an outcome is of.
 *
 * @param inputOffset of the command
 * @param sequence of the outcome
 */
public record OutcomeHead(long inputOffset, long sequence) {

    /** @throws IllegalArgumentException if the bytes are no outcome */
    public static OutcomeHead of(byte @Nullable [] value) {
        if (value == null) {
            throw new IllegalArgumentException("a record without a value is no outcome");
        }
        try {
            Outcome outcome = Outcome.parseFrom(value);
            return new OutcomeHead(outcome.getInputOffset(), outcome.getSequence());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("no outcome: " + e.getMessage(), e);
        }
    }
}
