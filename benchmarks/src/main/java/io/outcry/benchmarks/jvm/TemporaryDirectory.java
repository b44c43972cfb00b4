// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A new directory that is gone, with all that is in it, when it is closed. */
public record TemporaryDirectory(Path path) implements AutoCloseable {

    public TemporaryDirectory(String prefix) throws IOException {
        this(Files.createTempDirectory(prefix));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        }
    }
}
