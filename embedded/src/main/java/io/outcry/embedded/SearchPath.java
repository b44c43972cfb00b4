// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where programs are looked for.
 *
 * @param folders as in the variable PATH
 */
record SearchPath(String folders) {

    /** The one of this process. */
    static SearchPath own() {
        return new SearchPath(Objects.requireNonNullElse(System.getenv("PATH"), ""));
    }

    /** All programs of that name, the one that a shell would run first. */
    Stream<Path> find(String program) {
        return Stream.of(folders.split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable);
    }
}
