// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** In containers a line of the log is a JSON object with the fields of ECS; one with a key of such a name is not written at all. */
class LogKeysTest {

    private static final List<String> MODULES =
            List.of("contracts", "embedded", "order-service", "matching-service", "price-service", "query-service", "standalone");
    private static final Set<String> FIELDS = Set.of("@timestamp", "ecs", "error", "log", "message", "process", "service", "tags");
    private static final Set<String> NAMES = Set.of("Kafka", "Redis");
    private static final Pattern KEY = Pattern.compile("addKeyValue\\(\\s*\"([^\".]+)");
    private static final Pattern CAPITAL = Pattern.compile("\\.(?:log|trace|debug|info|warn|error)\\(\\s*\"([A-Z]\\w*)");

    @Test
    void noKeyIsAFieldThatEveryLineHas() throws IOException {
        assertThat(all(KEY)).contains("partition").doesNotContainAnyElementsOf(FIELDS);
    }

    /** Who looks for why something has happened looks for one key. */
    @Test
    void whyIsAlwaysTheReason() throws IOException {
        assertThat(all(KEY)).contains("reason").doesNotContain("why", "cause");
    }

    @Test
    void aMessageBeginsWithALowerCaseLetterOrAName() throws IOException {
        assertThat(all(CAPITAL)).isSubsetOf(NAMES).contains("Redis");
    }

    private static Set<String> all(Pattern pattern) throws IOException {
        Set<String> found = new TreeSet<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    pattern.matcher(Files.readString(file)).results().forEach(match -> found.add(match.group(1)));
                }
            }
        }
        return found;
    }
}
