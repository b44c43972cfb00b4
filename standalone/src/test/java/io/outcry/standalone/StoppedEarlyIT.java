// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;

/** Somebody presses Ctrl-C while standalone starts. */
@Order(1)
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

    /** To wait for the rest of the start would be long, and to interrupt it would leave Kafka's clients and server where they happen to be. */
    @Test
    void itsServicesAreLeftInTheMidstOfTheirStartAndTheNextOneStarts(@TempDir Path directory) throws Exception {
        Path log = Files.createTempFile(directory, "standalone-", ".log");
        Process standalone = StandaloneProcess.launch(Held.class, directory, log);
        try {
            while (!Files.readString(log).contains(Held.HELD)) {
                assertThat(standalone.isAlive()).as("standalone runs; log: %s", Files.readString(log)).isTrue();
                TimeUnit.MILLISECONDS.sleep(10);
            }
            ProcessHandle redis = redis(standalone).orElseThrow();
            standalone.destroy();
            assertThat(standalone.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
            assertThat(standalone.exitValue()).as("status of one that SIGTERM has ended").isEqualTo(143);
            assertThat(redis.isAlive()).as("Redis lives on").isFalse();
            assertThat(Files.readString(log)).doesNotContain(Held.INTERRUPTED).doesNotContain("\tat ");
        } finally {
            standalone.destroyForcibly();
        }
        StandaloneProcess.start(directory).close();
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

    /** A bean that is never made. */
    static final class Held {

        private static final String HELD = "held";
        private static final String INTERRUPTED = "interrupted";

        Held() throws InterruptedException {
            System.out.println(HELD);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                System.out.println(INTERRUPTED);
                throw e;
            }
        }

        public static void main(String[] arguments) {
            SpringApplication application = StandaloneApplication.application();
            ApplicationContextInitializer<GenericApplicationContext> holding = context -> context.registerBean(Held.class);
            application.addInitializers(holding);
            application.run(arguments);
        }
    }
}
