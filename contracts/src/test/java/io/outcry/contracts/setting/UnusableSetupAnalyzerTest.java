// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.outcry.contracts.http.AccessProperties;
import io.outcry.contracts.http.ApiKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

class UnusableSetupAnalyzerTest {

    private static final AccessProperties.Key KEY = new AccessProperties.Key("a-long-key", "alice", Set.of());

    static Stream<AccessProperties> ofNoUse() {
        return Stream.of(
                new AccessProperties(List.of()),
                new AccessProperties(List.of(KEY, KEY)),
                new AccessProperties(List.of(), new AccessProperties.Jwt(Path.of("not", "there"), "issuer", "audience", "sub", "scope")));
    }

    @ParameterizedTest
    @MethodSource("ofNoUse")
    void accessThatIsOfNoUseIsToldWithWhatCanBeDone(AccessProperties access) {
        Throwable failure = catchThrowable(() -> new ApiKeys(access));

        FailureAnalysis analysis = new UnusableSetupAnalyzer().analyze(new IllegalStateException("a bean cannot be made", failure));

        assertThat(analysis.getDescription() + ": " + analysis.getAction()).isEqualTo(failure.getMessage());
        assertThat(failure).hasMessageContaining("outcry.access");
    }

    @Test
    void bootKnowsIt() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation().load(FailureAnalyzer.class, (type, name, cause) -> {}))
                .hasAtLeastOneElementOfType(UnusableSetupAnalyzer.class);
    }
}
