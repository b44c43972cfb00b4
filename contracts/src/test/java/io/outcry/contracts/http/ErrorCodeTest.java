// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.description.ApiDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What clients are told of the codes is what there is: the table of docs/api.md, and openapi.yaml. */
class ErrorCodeTest {

    private static final Path PAGE = Path.of("..", "docs", "api.md");
    private static final Path DESCRIPTION = Path.of("..", "query-service", "src", "main", "resources", "static", "openapi.yaml");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| ([0-9]+) \\|");

    @Test
    void thePageHasARowForEveryCodeWithItsStatusAndForNothingElse() throws IOException {
        String errors = Files.readString(PAGE).split("(?m)^## Errors$", 2)[1];

        assertThat(ROW.matcher(errors).results().map(row -> row.group(1) + " " + row.group(2)))
                .containsExactlyElementsOf(Arrays.stream(ErrorCode.values()).map(code -> code + " " + code.status()).toList());
    }

    @Test
    void theDescriptionNamesEveryCodeAndNothingElse() throws IOException {
        JsonNode codes = ApiDescription.of(Files.readString(DESCRIPTION))
                .at("components", "schemas", "problem", "properties", "code", "enum");

        assertThat(codes.valueStream().map(JsonNode::asString))
                .containsExactlyElementsOf(Arrays.stream(ErrorCode.values()).map(Enum::name).toList());
    }
}
