// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/** The {@code redis-server} that the embedded-redis jar carries, as a file that can be run. */
final class RedisProgram {

    private static @Nullable Path kept;

    private RedisProgram() {}

    /**
     * The same file for all starts of this process, ten megabytes; written again if somebody has tidied it away.
     *
     * @throws IOException if there is none for this machine, or no room for it
     */
    static synchronized Path ofJar() throws IOException {
        Path program = kept;
        if (program == null || !Files.isExecutable(program)) {
            program = write();
            kept = program;
        }
        return program;
    }

    /**
     * Copied by a process of its own: whatever this one writes, a process that another thread begins meanwhile holds open for a moment as
     * well, and a program that is open for writing does not run.
     */
    static Path write() throws IOException {
        Path folder = Files.createTempDirectory("redis-");
        folder.toFile().deleteOnExit();
        Path written = ExecutableProvider.newJarResourceProvider(folder.toFile()).get().toPath();
        Path program = folder.resolve("redis-server");
        program.toFile().deleteOnExit();
        Process copying = new ProcessBuilder("cp", written.toString(), program.toString()).redirectErrorStream(true).start();
        String said = new String(copying.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (copying.waitFor() != 0) {
                throw new IOException("redis-server cannot be copied to " + program + ": " + said.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while redis-server is copied", e);
        }
        Files.delete(written);
        return program;
    }
}
