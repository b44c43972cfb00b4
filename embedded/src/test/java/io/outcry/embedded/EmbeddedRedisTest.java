// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class EmbeddedRedisTest {

    @Test
    void itAnswersUntilItIsClosed(@TempDir Path directory) {
        int port;
        try (EmbeddedRedis redis = EmbeddedRedis.start(directory, 0)) {
            port = redis.port();
            assertThat(RedisProbe.answers(port)).isTrue();
        }
        assertThat(RedisProbe.answers(port)).isFalse();
    }

    /** As where tests run beside one another. */
    @Test
    void manyMayStartAtATime(@TempDir Path directory) {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> starts = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                Path home = directory.resolve("redis-" + i);
                starts.add(threads.submit(() -> EmbeddedRedis.start(home, 0).close()));
            }
            assertThat(starts).allSatisfy(start -> assertThatCode(start::get).doesNotThrowAnyException());
        }
    }

    /** Other users of the machine reach the port as well. */
    @ParameterizedTest
    @ValueSource(strings = {"CONFIG SET dir /tmp", "MODULE LOAD /tmp/x.so", "DEBUG RELOAD", "REPLICAOF 127.0.0.1 1", "SAVE",
        "ACL SETUSER x on"})
    void aGuardedOneNeitherLoadsCodeNorWritesElsewhere(String command, @TempDir Path directory) throws Exception {
        EmbeddedRedis leftBehind = EmbeddedRedis.startGuarded(directory, 0);
        try (EmbeddedRedis redis = EmbeddedRedis.startGuarded(directory, 0)) {
            assertThat(RedisProbe.ask(redis.port(), 1, command.split(" ")).getFirst()).startsWith("-NOPERM");
            assertThat(RedisProbe.ask(redis.port(), 1, "SET", "a", "b").getFirst()).isEqualTo("+OK");
            assertThat(RedisProbe.answers(leftBehind.port())).as("the one that was left behind").isFalse();
        } finally {
            leftBehind.close();
        }
    }

    @Test
    void oneLeftBehindInTheSameDirectoryIsReplaced(@TempDir Path directory) {
        EmbeddedRedis leftBehind = EmbeddedRedis.start(directory, 0);
        try (EmbeddedRedis redis = EmbeddedRedis.start(directory, leftBehind.port())) {
            assertThat(redis.pid()).isNotEqualTo(leftBehind.pid());
            assertThat(RedisProbe.answers(redis.port())).isTrue();
        } finally {
            leftBehind.close();
        }
    }

    @Test
    void oneThatIsKilledByOthersIsStartedAgainOnItsPort(@TempDir Path directory) throws Exception {
        int port;
        try (EmbeddedRedis redis = EmbeddedRedis.start(directory, 0)) {
            port = redis.port();
            long killed = redis.pid();

            ProcessHandle.of(killed).orElseThrow().destroyForcibly();
            while (redis.pid() == killed || !RedisProbe.answers(port)) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
        assertThat(RedisProbe.answers(port)).as("after it was closed").isFalse();
    }

    @Test
    void aFileThatCannotBeLoadedIsMovedAsideAndItStartsEmpty(@TempDir Path directory) throws Exception {
        EmbeddedRedis.start(directory, 0).close();
        EmbeddedRedis.start(directory, 0).close();
        assertThat(files(directory, ".bad")).as("after a start on a good file").isEmpty();

        for (int time = 0; time < 2; time++) {
            for (Path file : files(directory, ".aof")) {
                Files.write(file, new byte[64], StandardOpenOption.APPEND);
            }
            try (EmbeddedRedis redis = EmbeddedRedis.start(directory, 0)) {
                assertThat(RedisProbe.answers(redis.port())).isTrue();
            }
            assertThat(files(directory, ".bad")).as("the last one is kept").hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ABRT", "SEGV"})
    void aFileThatItCrashesOnIsMovedAside(String signal, @TempDir Path directory, @TempDir Path bin) throws Exception {
        EmbeddedRedis.start(directory, 0).close();
        SearchPath path =
                installed(bin, "Redis server v=7.0.15", "[ -e appendonly.aof ] || [ -e appendonlydir ] && kill -" + signal + " $$");

        try (EmbeddedRedis redis = EmbeddedRedis.start(directory, 0, List.of(), path)) {
            assertThat(RedisProbe.answers(redis.port())).isTrue();
        }
        assertThat(files(directory, ".bad")).hasSize(1);
    }

    /** As where a machine goes down while it loads its file, or has too little memory for it. */
    @ParameterizedTest
    @ValueSource(strings = {"exit 0", "kill -INT $$", "kill -TERM $$", "kill -KILL $$"})
    void theFileOfOneThatIsEndedWhileItStartsStays(String end, @TempDir Path directory, @TempDir Path bin) throws Exception {
        EmbeddedRedis.start(directory, 0).close();
        SearchPath path = installed(bin, "Redis server v=7.0.15", end);

        assertThatThrownBy(() -> EmbeddedRedis.start(directory, 0, List.of(), path)).isInstanceOf(IllegalStateException.class);
        assertThat(files(directory, ".bad")).isEmpty();
    }

    @Test
    void anInstalledOneThatIsTooOldIsLeftAlone(@TempDir Path directory, @TempDir Path bin) throws Exception {
        SearchPath path =
                installed(bin, "Redis server v=6.0.16 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=a3fdef44459b3ad6", "exit 1");

        try (EmbeddedRedis redis = EmbeddedRedis.start(directory, 0, List.of(), path)) {
            assertThat(RedisProbe.answers(redis.port())).isTrue();
        }
    }

    /** From 7.2 on it ends where the machine lacks the locale that the environment names. */
    @Test
    void itStartsWhateverLocaleIsNamed(@TempDir Path directory, @TempDir Path bin) throws Exception {
        EmbeddedRedis.start(directory, 0).close();
        SearchPath path = installed(bin, "Redis server v=8.0.1", "[ \"$LC_ALL\" = C ] || exit 1");

        try (EmbeddedRedis redis = EmbeddedRedis.start(directory, 0, List.of(), path)) {
            assertThat(RedisProbe.answers(redis.port())).isTrue();
        }
        assertThat(files(directory, ".bad")).isEmpty();
    }

    @Test
    void somebodyElsesPortIsRefusedWithItsNumber(@TempDir Path directory) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedRedis.start(directory, taken.getLocalPort()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(String.valueOf(taken.getLocalPort()));
        }
    }

    /** A {@code redis-server} on the PATH that says that version, does the one thing when it is to serve, and then serves all the same. */
    private static SearchPath installed(Path bin, String version, String first) throws IOException {
        Path program = Files.writeString(bin.resolve("redis-server"), """
                #!/bin/sh
                if [ "$1" = --version ]; then echo '%s'; exit; fi
                ulimit -c 0
                %s
                exec '%s' "$@"
                """.formatted(version, first, RedisProgram.ofJar()));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return new SearchPath(bin + File.pathSeparator + SearchPath.own().folders());
    }

    private static List<Path> files(Path directory, String ending) throws IOException {
        try (Stream<Path> found = Files.walk(directory)) {
            return found.filter(path -> path.toString().endsWith(ending)).toList();
        }
    }
}
