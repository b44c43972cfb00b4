// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class QuerySettingsTest {

    @ParameterizedTest
    @CsvSource({
        "outcry.query.read-timeout, 1ns",
        "outcry.query.read-timeout, 10675199d",
        "outcry.query.read-after-deadline, 10675199d",
        "outcry.query.refresh-deadline, 61s",
        "outcry.query.refresh-flight, 61s",
        "outcry.query.apply-timeout, 1ns",
        "outcry.query.apply-timeout, 10675199d",
        "outcry.query.check-interval, 1ns",
        "outcry.query.check-interval, 10675199d",
        "outcry.query.closed-order-retention, 3651d",
        "outcry.query.fills-kept, 2147483647",
        "outcry.query.projection-threads, 65",
        "outcry.query.max-waiters, 0",
    })
    void whatCannotBeUsedIsRefusedWithItsName(String setting, String value) {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(setting, value)));

        assertThatThrownBy(() -> binder.bind("outcry.query", QueryServiceProperties.class))
                .rootCause().hasMessageStartingWith(setting + " must be ");
    }
}
