// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class PriceLimitsTest {

    @Test
    void anInstanceHasTheWholeBudgetOrWhatIsSet() {
        assertThat(limits(Map.of()).share()).isEqualTo(1.0);
        assertThat(limits(Map.of("outcry.price.limits.share", "0.5")).share()).isEqualTo(0.5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0.1", "1.1", "NaN"})
    void aShareOfNothingOrOfMoreThanAllIsRefusedWithItsName(String share) {
        assertThatThrownBy(() -> limits(Map.of("outcry.price.limits.share", share)))
                .hasRootCauseMessage("outcry.price.limits.share must be above 0 and at most 1, not " + Double.parseDouble(share));
    }

    private static PriceProperties.Limits limits(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("outcry.price.limits", PriceProperties.Limits.class);
    }
}
