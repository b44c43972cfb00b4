// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FreePortTest {

    /** So many that two would be the same many times over, if chance alone chose. */
    private static final int MANY = 2_000;
    /** From here on Linux gives ports out. */
    private static final int EPHEMERAL = 32_768;

    @Test
    void noneIsPickedTwiceAndNoneTheSystemGivesOut() {
        assertThat(IntStream.range(0, MANY).map(_ -> FreePort.pick())).doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).isBetween(1_024, EPHEMERAL - 1));
    }

    /** A process that begins holds for a moment whatever its parent has open, and so what a look at a port has opened. */
    @Test
    void nobodyListensOnOneWhileProcessesBegin() throws Exception {
        try (BeginningProcesses _ = new BeginningProcesses()) {
            assertThat(IntStream.range(0, MANY).map(_ -> FreePort.pick()).filter(RedisProbe::inUse)).isEmpty();
        }
    }

    @Test
    void oneThatSomebodyListensOnIsNotFree() throws IOException {
        try (ServerSocket loopback = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket everywhere = new ServerSocket(0)) {
            assertThat(FreePort.isFree(loopback.getLocalPort())).isFalse();
            assertThat(FreePort.isFree(everywhere.getLocalPort())).isFalse();
        }
    }
}
