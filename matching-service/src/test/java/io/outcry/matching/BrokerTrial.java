// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A broker of its own for each test, and both ends of the service's topics. */
abstract class BrokerTrial {

    @TempDir
    Path directory;

    Broker kafka;
    TestLog log;

    @BeforeEach
    void startBroker() {
        kafka = EngineSource.found().kafka(directory.resolve("kafka"), 0);
        log = new TestLog(kafka.bootstrapServers());
    }

    @AfterEach
    void stopBroker() {
        log.close();
        kafka.close();
    }
}
