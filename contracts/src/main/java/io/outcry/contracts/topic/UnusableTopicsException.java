// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The topics are not there, not to be had, or not as they have to be; the message says what an operator can do. */
public final class UnusableTopicsException extends IllegalStateException {

    /** @param cause what Kafka has said; null if the topics are there and wrong */
    UnusableTopicsException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** What Kafka has said, without what its client's futures wrap around it; null if it has said nothing. */
    @Nullable
    Throwable kafka() {
        Throwable kafka = getCause();
        while (kafka != null && kafka.getCause() != null) {
            kafka = kafka.getCause();
        }
        return kafka;
    }

    /** Whether nobody has answered in time. */
    boolean isSilence() {
        Throwable kafka = kafka();
        return kafka instanceof TimeoutException || kafka instanceof org.apache.kafka.common.errors.TimeoutException;
    }
}
