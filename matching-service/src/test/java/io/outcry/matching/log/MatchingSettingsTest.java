// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class MatchingSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "outcry.matching.instance-id, 'ünï cödé'",
        "outcry.matching.concurrency, 0",
        "outcry.matching.load-timeout, 5m",
        "outcry.matching.max-poll-records, 10001",
    })
    void whatCannotBeUsedIsRefusedWithItsName(String setting, String value) {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(setting, value)));

        assertThatThrownBy(() -> binder.bind("outcry.matching", MatchingProperties.class))
                .rootCause().hasMessageStartingWith(setting + " must be ");
    }
}
