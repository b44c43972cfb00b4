// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.rights;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;

/**
 * What one service may do with one topic or group.
 *
 * @param user the service
 */
record Right(String user, ResourceType type, String name, AclOperation operation) {

    private static final Path OPERATIONS = Path.of("..", "docs", "operations.md");

    /** The rows of the table in {@code docs/operations.md}. */
    static List<Right> documented() throws IOException {
        return Files.readAllLines(OPERATIONS).stream()
                .dropWhile(line -> !line.equals("## Rights"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.contains("| topic `") || line.contains("| group `"))
                .flatMap(Right::row)
                .toList();
    }

    private static Stream<Right> row(String line) {
        String[] cells = Arrays.stream(line.split("\\|")).map(String::strip).toArray(String[]::new);
        String[] of = cells[2].replace("`", "").split(" ");
        ResourceType type = ResourceType.fromString(of[0].toUpperCase(Locale.ROOT));
        return Arrays.stream(cells[3].split(", ")).map(right -> new Right(cells[1], type, of[1], AclOperation.fromString(right)));
    }
}
