// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** docs/configuration.md is made from the configuration records; {@code -Doutcry.docs.write=true} makes it anew. */
class ConfigurationReferenceTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String HEAD = """
            # Configuration

            Every setting of Outcry's own, made from the records that hold them by `ConfigurationReferenceTest`. Any of them can be given as an argument
            (`--outcry.query.read-timeout=300ms`) or as an environment variable (`OUTCRY_QUERY_READTIMEOUT=300ms`); a value that cannot be used ends the start with
            the name of the setting, and one that nothing reads is named in a warning (`unknown settings`), but for what another service reads and within lists.
            One is not below: `outcry.demo=false` leaves out the demo traders of standalone. What is not listed is Spring Boot's, above all `spring.kafka.bootstrap-servers`, `server.port` and `logging.*`.
            What Outcry itself sets of that is in [`outcry-common.yaml`](../contracts/src/main/resources/outcry-common.yaml) for all its
            processes, and in the file of each, such as [`order-service.yaml`](../order-service/src/main/resources/order-service.yaml).
            """;

    @Test
    void thePageListsEverySettingAsTheCodeHasIt() throws IOException {
        String page = page(properties());
        if (Boolean.getBoolean("outcry.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page);
    }

    private static Map<String, JsonNode> properties() throws IOException {
        Map<String, JsonNode> properties = new TreeMap<>();
        List<URL> sources = Collections.list(ConfigurationReferenceTest.class.getClassLoader().getResources(METADATA));
        for (URL source : sources) {
            try (InputStream in = source.openStream()) {
                for (JsonNode property : JsonMapper.shared().readTree(in).path("properties")) {
                    if (property.path("name").asString().startsWith("outcry.")) {
                        properties.put(property.path("name").asString(), property);
                    }
                }
            }
        }
        return properties;
    }

    private static String page(Map<String, JsonNode> properties) {
        StringBuilder page = new StringBuilder(HEAD);
        String section = "";
        for (Map.Entry<String, JsonNode> property : properties.entrySet()) {
            String of = property.getKey().split("\\.")[1];
            if (!of.equals(section)) {
                section = of;
                page.append("\n## outcry.").append(section).append("\n\n| setting | kind | default | |\n|---|---|---|---|\n");
            }
            page.append("| `").append(property.getKey().substring(("outcry." + section).length() + 1))
                    .append("` | ").append(kind(property.getValue().path("type").asString()))
                    .append(" | ").append(standard(property.getValue().path("defaultValue")))
                    .append(" | ").append(meaning(property.getValue().path("description"))).append(" |\n");
        }
        return page.toString();
    }

    private static String kind(String type) {
        return switch (type) {
            case "java.time.Duration" -> "duration";
            case "org.springframework.util.unit.DataSize" -> "size";
            case "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Double" -> "number";
            case "java.lang.Boolean" -> "true, false";
            case "java.lang.String" -> "text";
            case "java.nio.file.Path" -> "path";
            default -> type.startsWith("java.util.Map") ? "by name" : "list";
        };
    }

    private static String standard(JsonNode value) {
        String text = value.isArray() ? value.path(0).asString() : value.isMissingNode() ? "" : value.asString();
        return text.isEmpty() ? "" : "`" + text + "`";
    }

    private static String meaning(JsonNode description) {
        return description.isMissingNode() ? "" : description.asString().replaceAll("\\{@code ([^}]*)}", "`$1`").replace("|", "\\|");
    }
}
