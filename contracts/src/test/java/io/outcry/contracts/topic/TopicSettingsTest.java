// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class TopicSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "outcry.topics.order-partitions, 0",
        "outcry.topics.price-partitions, 1025",
        "outcry.topics.replicas, 0",
    })
    void whatCannotBeUsedIsRefusedWithItsName(String setting, String value) {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(setting, value)));

        assertThatThrownBy(() -> binder.bind("outcry.topics", TopicsProperties.class))
                .rootCause().hasMessageStartingWith(setting + " must be ");
    }
}
