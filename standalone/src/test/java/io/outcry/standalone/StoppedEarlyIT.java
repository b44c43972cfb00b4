// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody presses Ctrl-C while standalone starts. */
@Timeout(180)
class StoppedEarlyIT {

    @Test
    void itsRedisEndsWithIt(@TempDir Path directory) throws Exception {
        Path log = Files.createTempFile(directory, "standalone-", ".log");
        Process standalone = StandaloneProcess.launch(directory, log);
        ProcessHandle redis = null;
        try {
            redis = awaitRedis(standalone);
            standalone.destroy();
            assertThat(standalone.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
            assertThat(redis.isAlive()).as("Redis lives on; log: %s", Files.readString(log)).isFalse();
        } finally {
            standalone.destroyForcibly();
            if (redis != null) {
                redis.destroyForcibly();
            }
        }
    }

    private static ProcessHandle awaitRedis(Process standalone) throws InterruptedException {
        Optional<ProcessHandle> redis = redis(standalone);
        while (redis.isEmpty()) {
            assertThat(standalone.isAlive()).as("standalone runs").isTrue();
            TimeUnit.MILLISECONDS.sleep(10);
            redis = redis(standalone);
        }
        return redis.get();
    }

    private static Optional<ProcessHandle> redis(Process standalone) {
        return standalone.descendants().filter(child -> child.info().command().orElse("").endsWith("redis-server")).findAny();
    }
}
