// SPDX-License-Identifier: Apache-2.0
package io.outcry.containers;

import java.util.concurrent.atomic.AtomicBoolean;
import org.opentest4j.TestAbortedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;

/** Whether there is a Docker engine at all. */
final class DockerEngine {

    private static final Logger LOG = LoggerFactory.getLogger(DockerEngine.class);
    private static final String ABSENT = "No Docker engine answers here: integration tests that need containers are skipped."
            + " Start one, or leave -Pdocker out to run them on this machine's own engines.";
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private DockerEngine() {}

    /** @throws TestAbortedException if no Docker engine answers: the test that asked is skipped */
    static void require() {
        if (DockerClientFactory.instance().isDockerAvailable()) {
            return;
        }
        if (!SAID.getAndSet(true)) {
            LOG.atWarn().log(ABSENT);
        }
        throw new TestAbortedException(ABSENT);
    }
}
