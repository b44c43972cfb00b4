// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

class KafkaSettingsAnalyzerTest {

    @Test
    void anAddressThatIsNoneIsToldWithWhatCanBeDone() {
        Throwable failure = catchThrowable(() -> Admin.create(Map.of("bootstrap.servers", "localhost")));

        var analysis = new KafkaSettingsAnalyzer().analyze(new IllegalStateException("a bean cannot be made", failure));

        assertThat(analysis.getDescription()).contains("bootstrap.servers", "localhost");
        assertThat(analysis.getAction()).contains("spring.kafka.*", "bootstrap-servers", "host:port");
    }

    @Test
    void aServiceFindsIt() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation().load(FailureAnalyzer.class, (type, name, cause) -> {}))
                .hasAtLeastOneElementOfType(KafkaSettingsAnalyzer.class);
    }
}
