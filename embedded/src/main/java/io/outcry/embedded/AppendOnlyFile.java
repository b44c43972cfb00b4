// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Redis appends to in its directory: a file up to Redis 6, a directory of files from 7 on. The disk may have been full, or the machine gone,
 * in the midst of it; Redis repairs an end that is cut off, and refuses to start on one that is nonsense.
 */
final class AppendOnlyFile {

    private static final Logger LOG = LoggerFactory.getLogger(AppendOnlyFile.class);
    private static final List<String> NAMES = List.of("appendonly.aof", "appendonlydir");
    private static final String ASIDE = ".bad";

    private AppendOnlyFile() {}

    /**
     * Renames it to {@code *.bad}, in place of what was there under that name, and logs a warning.
     *
     * @param home the directory that Redis works in
     * @return false if there is none
     */
    static boolean moveAside(Path home) throws IOException {
        boolean moved = false;
        for (String name : NAMES) {
            Path file = home.resolve(name);
            if (Files.exists(file)) {
                Path bad = home.resolve(name + ASIDE);
                delete(bad);
                Files.move(file, bad);
                LOG.atWarn().addKeyValue("file", bad)
                        .log("Redis ended before it answered: its file was moved aside, it starts empty and is filled from the log");
                moved = true;
            }
        }
        return moved;
    }

    private static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> found = Files.walk(tree)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
