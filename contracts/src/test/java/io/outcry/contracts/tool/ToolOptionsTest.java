// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolOptionsTest {

    private static final Set<String> NAMES = Set.of("bootstrap-servers", "command-config", "count", "retention");

    @TempDir
    Path directory;

    private static ToolOptions options(String... arguments) {
        return new ToolOptions(NAMES, List.of(arguments));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "count", "--count", "--=1", "-count=1", "--other=1", "count=1"})
    void whatTheToolDoesNotKnowIsRefused(String argument) {
        assertThatIllegalArgumentException().isThrownBy(() -> options(argument)).withMessage("not understood: " + argument);
    }

    @Test
    void aNumberHasBoundsAndADefault() {
        assertThat(options().number("count", 7, 1, 9)).isEqualTo(7);
        assertThat(options("--count=9").number("count", 7, 1, 9)).isEqualTo(9);
        for (String wrong : List.of("0", "10")) {
            assertThatIllegalArgumentException().isThrownBy(() -> options("--count=" + wrong).number("count", 7, 1, 9))
                    .withMessage("--count is out of range: " + wrong);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> options("--count=x").number("count", 7, 1, 9))
                .withMessage("--count is no whole number: x");
    }

    @Test
    void aDurationIsWrittenAsInTheConfiguration() {
        assertThat(options().duration("retention", Duration.ofDays(7))).isEqualTo(Duration.ofDays(7));
        assertThat(options("--retention=2d").duration("retention", Duration.ZERO)).isEqualTo(Duration.ofDays(2));
        assertThat(options("--retention=P2D").duration("retention", Duration.ZERO)).isEqualTo(Duration.ofDays(2));
        assertThatIllegalArgumentException().isThrownBy(() -> options("--retention=soon").duration("retention", Duration.ZERO))
                .withMessage("--retention is no duration: soon");
    }

    @Test
    void kafkaIsReachedAsItsOwnToolsReachIt() throws Exception {
        Path file = Files.writeString(directory.resolve("client.properties"), "security.protocol=SASL_PLAINTEXT\n");
        assertThat(options("--bootstrap-servers=a:1", "--command-config=" + file).kafka())
                .isEqualTo(Map.of("bootstrap.servers", "a:1", "security.protocol", "SASL_PLAINTEXT"));
        assertThatIllegalArgumentException().isThrownBy(() -> options().kafka()).withMessage("--bootstrap-servers has to be given");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options("--bootstrap-servers=a:1", "--command-config=" + directory.resolve("none")).kafka())
                .withMessageContaining("--command-config cannot be read");
    }
}
