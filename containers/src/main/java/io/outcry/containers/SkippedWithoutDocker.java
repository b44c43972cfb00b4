// SPDX-License-Identifier: Apache-2.0
package io.outcry.containers;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;

/**
 * Skips every test class where no Docker engine answers, with a line that says why. JUnit finds it on the class path. A test that only learnt
 * in its set-up that it gets no engine would go on to fail in its tear-down.
 */
public final class SkippedWithoutDocker implements ExecutionCondition {

    private static final Logger LOG = LoggerFactory.getLogger(SkippedWithoutDocker.class);
    private static final String ABSENT = "No Docker engine answers here, so the integration tests are skipped."
            + " Start one, or leave -Pdocker out to run them on this machine's own Kafka and Redis.";
    private static final AtomicBoolean SAID = new AtomicBoolean();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (DockerClientFactory.instance().isDockerAvailable()) {
            return ConditionEvaluationResult.enabled("a Docker engine answers");
        }
        if (!SAID.getAndSet(true)) {
            LOG.atWarn().log(ABSENT);
        }
        return ConditionEvaluationResult.disabled(ABSENT);
    }
}
