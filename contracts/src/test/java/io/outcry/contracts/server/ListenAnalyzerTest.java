// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;
import reactor.netty.http.server.HttpServer;

class ListenAnalyzerTest {

    /** Of a block that RFC 5737 keeps for documentation, so no machine has it. */
    private static final String NOBODYS = "203.0.113.5";

    @Test
    void anAddressOfAnotherMachineIsToldWithWhatCanBeDone() {
        Throwable failure = catchThrowable(() -> HttpServer.create().host(NOBODYS).port(0).bindNow());

        var analysis = new ListenAnalyzer().analyze(new IllegalStateException("a bean does not start", failure));

        assertThat(analysis.getDescription()).contains(NOBODYS);
        assertThat(analysis.getAction()).contains("server.address", "server.port");
    }

    @Test
    void aServiceFindsIt() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation().load(FailureAnalyzer.class, (type, name, cause) -> {}))
                .hasAtLeastOneElementOfType(ListenAnalyzer.class);
    }
}
