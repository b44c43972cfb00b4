// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import org.jspecify.annotations.Nullable;

/** The topics are not there, not to be had, or not as they have to be; the message says what an operator can do. */
public final class UnusableTopicsException extends IllegalStateException {

    /** @param cause what Kafka has said; null if the topics are there and wrong */
    UnusableTopicsException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
