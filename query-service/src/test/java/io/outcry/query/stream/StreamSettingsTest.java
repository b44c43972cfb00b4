// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class StreamSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "outcry.stream.max-connections, 0",
        "outcry.stream.connects-per-second, 0",
        "outcry.stream.max-channels, 0",
        "outcry.stream.messages-per-second, 500000000",
        "outcry.stream.max-frame-bytes, 127",
        "outcry.stream.max-queued-bytes, -1",
        "outcry.stream.slow-timeout, 0",
        "outcry.stream.silent-timeout, 2s",
        "outcry.stream.lifetime, 10675199d",
        "outcry.stream.history, 0",
        "outcry.stream.resume-window, 25h",
    })
    void whatCannotBeUsedIsRefusedWithItsName(String setting, String value) {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(setting, value)));

        assertThatThrownBy(() -> binder.bind("outcry.stream", StreamProperties.class))
                .rootCause().hasMessageStartingWith(setting + " must be ");
    }
}
