// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.contracts.setting.UnusableSetupException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    @Test
    void aRedisForWhichThereIsNoRoomIsToldWithWhatCanBeDone() {
        UncheckedIOException full = new UncheckedIOException("it cannot be had in /tmp", new IOException("No space left on device"));

        assertThat(Engines.withoutRedis(full))
                .hasMessageContaining("cannot be had in /tmp (No space left on device)")
                .hasMessageContaining("make room there")
                .hasMessageNotContaining("port");
    }

    @Test
    void ofARedisThatEndsByItselfIsToldWhereItSaysWhy() {
        IllegalStateException ended = new IllegalStateException("Redis does not start on port 4711 in /data/redis",
                new IOException("redis-server ended with status 1, see /data/redis/redis.log"));

        assertThat(Engines.withoutRedis(ended))
                .hasMessageContaining("ended with status 1, see /data/redis/redis.log")
                .hasMessageContaining("install redis-server 6.2 or newer")
                .hasMessageNotContaining("redis-port");
    }

    @Test
    void aHeapThatIsTooSmallIsRefusedBeforeAnythingIsMade(@TempDir Path parent) {
        StandaloneProperties properties = new StandaloneProperties(parent.resolve("data"), 0, 0, false, 0);

        assertThatExceptionOfType(UnusableSetupException.class).isThrownBy(() -> Engines.start(properties, 128 << 20, () -> {}))
                .withMessageContaining("128 MiB").withMessageContaining("-Xmx");
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void dataThatKafkaCannotUseAreToldWithWhatCanBeDone(@TempDir Path parent) throws Exception {
        Path data = parent.resolve("data");
        StandaloneProperties properties = new StandaloneProperties(data, 0, 0, false, 0);
        Engines.start(properties).close();
        Path file = data.resolve("kafka/meta.properties");
        String written = Files.readString(file);

        // Of two lines for one name the last one counts.
        for (String meta : List.of("", "what nobody wrote", written + "cluster.id=anothers", written + "node.id=7",
                written + "version=9")) {
            Files.writeString(file, meta);
            assertThatExceptionOfType(UnusableSetupException.class).as(meta).isThrownBy(() -> Engines.start(properties))
                    .withMessageContaining("its data in " + data.resolve("kafka"))
                    .withMessageContaining("delete meta.properties")
                    .withMessageContaining("outcry.standalone.data-dir");
            DataDirectory.take(data).close();
        }
        Files.delete(file);
        Engines.start(properties).close();
    }
}
