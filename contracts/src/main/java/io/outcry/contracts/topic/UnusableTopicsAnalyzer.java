// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Lets a service that cannot start for its topics end with what is to be done, and not with a page of stack traces. */
final class UnusableTopicsAnalyzer extends AbstractFailureAnalyzer<UnusableTopicsException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnusableTopicsException cause) {
        if (cause.isSilence()) {
            return new FailureAnalysis(
                    cause.getMessage(),
                    "See that Kafka runs, with a controller, and that spring.kafka.bootstrap-servers says where it can be reached from here.",
                    cause);
        }
        Throwable kafka = cause.kafka();
        String description = cause.getMessage() + (kafka == null ? "" : System.lineSeparator() + "Kafka says: " + kafka);
        return new FailureAnalysis(description, "docs/operations.md says which topics and rights each service needs.", cause);
    }
}
