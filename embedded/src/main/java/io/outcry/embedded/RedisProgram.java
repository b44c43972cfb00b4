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

    private static final String NAME = "redis-server";
    private static @Nullable ProgramFolder folder;

    private RedisProgram() {}

    /**
     * The same file for all starts of this process, ten megabytes; written again if somebody has tidied it away.
     *
     * @throws IOException if there is none for this machine, or no room for it
     */
    static synchronized Path ofJar() throws IOException {
        ProgramFolder kept = folder;
        if (kept != null && Files.isExecutable(kept.file(NAME))) {
            return kept.file(NAME);
        }
        ProgramFolder made = ProgramFolder.make();
        if (kept == null) {
            made.clearLeftBehind();
        }
        Path program = write(made);
        folder = made;
        return program;
    }

    /**
     * Copied by a process of its own: whatever this one writes, a process that another thread begins meanwhile holds open for a moment as
     * well, and a program that is open for writing does not run.
     */
    static Path write(ProgramFolder folder) throws IOException {
        Path written = ExecutableProvider.newJarResourceProvider(folder.path().toFile()).get().toPath();
        Path program = folder.file(NAME);
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
