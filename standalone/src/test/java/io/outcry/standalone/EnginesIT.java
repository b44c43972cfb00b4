// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.contracts.setting.UnusableSetupException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EnginesIT {

    @Test
    void aRedisPortThatIsInUseIsRefusedWithItsSettingAndTheDirectoryIsFreeAgain(@TempDir Path parent) throws Exception {
        Path data = parent.resolve("data");
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            StandaloneProperties properties = new StandaloneProperties(data, 0, other.getLocalPort(), false, 0);
            assertThatExceptionOfType(UnusableSetupException.class).isThrownBy(() -> Engines.start(properties))
                    .withMessageContaining("port " + other.getLocalPort() + " is in use")
                    .withMessageContaining("outcry.standalone.redis-port");
        }
        DataDirectory.take(data).close();
    }
}
