// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ETagsTest {

    @Test
    void aStrongOneNamesTheBytes() {
        byte[] body = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
        assertThat(ETags.of(body)).isEqualTo(ETags.of(body.clone())).matches("\"[0-9a-f]{1,16}\"");
        assertThat(ETags.of("{\"a\":2}".getBytes(StandardCharsets.UTF_8))).isNotEqualTo(ETags.of(body));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"\"x\" | true", "W/\"x\" | true", "\"y\", \"x\" | true", "* | true", "\"y\" | false", "x | false",
        "'' | false"})
    void ifNoneMatchMayNameSeveralAndWeaknessDoesNotMatter(String header, boolean matches) {
        assertThat(ETags.matches(List.of(header), "\"x\"")).isEqualTo(matches);
        assertThat(ETags.matches(List.of(header), "W/\"x\"")).isEqualTo(matches);
    }
}
