// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.CommandOutcome;
import java.util.Arrays;

/** Outcomes as the values of their records, to be kept. */
public final class OutcomeBytes {

    private OutcomeBytes() {}

    /** An array of its own, as {@code encoder} writes it. */
    public static byte[] of(OutcomeEncoder encoder, CommandOutcome outcome) {
        encoder.write(outcome);
        return Arrays.copyOf(encoder.bytes(), encoder.length());
    }
}
