// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import org.apache.kafka.common.config.ConfigException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Lets a service whose Kafka client cannot be made of its settings end with what is to be done, and not with a page of stack traces. */
final class KafkaSettingsAnalyzer extends AbstractFailureAnalyzer<ConfigException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ConfigException cause) {
        return new FailureAnalysis(
                "Kafka's client cannot be made of its settings: " + cause.getMessage(),
                "Look at spring.kafka.*: bootstrap-servers names brokers as host:port, with commas between them, by addresses or by names"
                        + " that this machine can resolve.",
                cause);
    }
}
