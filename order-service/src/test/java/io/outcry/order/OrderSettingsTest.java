// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class OrderSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "outcry.order.max-queued, 2147483647",
        "outcry.order.max-pending, 9",
        "outcry.order.max-undecided, 2147483647",
        "outcry.order.stall-after, 6s",
    })
    void whatCannotBeUsedIsRefusedWithItsName(String setting, String value) {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(setting, value)));

        assertThatThrownBy(() -> binder.bind("outcry.order", OrderServiceProperties.class))
                .rootCause().hasMessageStartingWith(setting + " must be ");
    }
}
