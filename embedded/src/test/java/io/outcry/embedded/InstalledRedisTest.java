// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class InstalledRedisTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "Redis server v=5.0.7 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=66bd629f924ac924, false",
        "Redis server v=6.0.16 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=a3fdef44459b3ad6, false",
        "Redis server v=6.2.0 sha=00000000:0 malloc=jemalloc-5.1.0 bits=64 build=f5b1f28871c566b4, true",
        "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=d3bb0b3a4c2e1ac8, true",
        "Redis server v=10.0.1 sha=00000000:0 malloc=libc bits=64 build=d3bb0b3a4c2e1ac8, true",
        "Server v=7.2.5 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=7e5b1d4f3b0c7a2d, true",
        "Valkey server v=8.0.1 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=fc5a43ef1e7b8c2e, true",
        "KeyDB server v=6.3.4 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=7e7e5e570e5a1f1a, true",
        "one that does not say, true"
    })
    void itIsTakenFromVersion62On(String says, boolean taken) throws IOException {
        Path program = program("bin", says);

        assertThat(InstalledRedis.find(new SearchPath(program.getParent().toString()))).isEqualTo(
                taken ? Optional.of(program) : Optional.empty());
    }

    @Test
    void behindOneThatIsTooOldThereMayBeANewerOne() throws IOException {
        Path old = program("old", "Redis server v=6.0.16");
        Path newer = program("newer", "Redis server v=7.4.1");

        assertThat(InstalledRedis.find(new SearchPath(old.getParent() + File.pathSeparator + newer.getParent()))).contains(newer);
    }

    private Path program(String folder, String says) throws IOException {
        Path program = Files.writeString(Files.createDirectory(directory.resolve(folder)).resolve("redis-server"), """
                #!/bin/sh
                [ "$1" = --version ] && echo '%s'
                """.formatted(says));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }
}
