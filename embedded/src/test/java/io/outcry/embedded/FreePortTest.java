// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
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
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService others = Executors.newFixedThreadPool(4)) {
            List<Future<?>> begun = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                begun.add(others.submit(() -> beginProcesses(done)));
            }
            try {
                assertThat(IntStream.range(0, MANY).map(_ -> FreePort.pick()).filter(RedisProbe::inUse)).isEmpty();
            } finally {
                done.set(true);
            }
            assertThat(begun).allSatisfy(thread -> assertThatCode(thread::get).doesNotThrowAnyException());
        }
    }

    private static boolean beginProcesses(AtomicBoolean done) throws Exception {
        while (!done.get()) {
            new ProcessBuilder("true").start().waitFor();
        }
        return true;
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
