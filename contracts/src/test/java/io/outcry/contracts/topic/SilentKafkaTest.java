// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class SilentKafkaTest {

    @Test
    void whereNoBrokerAnswersAnOperatorIsToldItsAddressAndNotOfRights() throws IOException {
        // Whoever connects waits in the backlog and hears nothing.
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            Map<String, Object> client =
                    Map.of("bootstrap.servers", List.of(address), "request.timeout.ms", 200, "default.api.timeout.ms", 400);

            var failure = catchThrowableOfType(UnusableTopicsException.class,
                    () -> TopicProvisioner.ensure(client, List.of(new TopicLayout(1, 1, (short) 1).instruments())));

            String told = "no answer in time from " + address + "; topics could not be created or described: [instruments.v1]";
            assertThat(failure).hasMessage(told);
            var analysis = new UnusableTopicsAnalyzer().analyze(failure, failure);
            assertThat(analysis.getDescription()).isEqualTo(told);
            assertThat(analysis.getAction()).contains("spring.kafka.bootstrap-servers").doesNotContain("rights");
        }
    }
}
