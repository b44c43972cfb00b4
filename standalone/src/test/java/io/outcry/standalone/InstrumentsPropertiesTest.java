// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class InstrumentsPropertiesTest {

    private static final String FIRST = "outcry.standalone.instruments[0].";

    private final Map<String, String> settings = new HashMap<>(Map.of(
            FIRST + "symbol", "A-USD", FIRST + "base-asset", "A", FIRST + "quote-asset", "USD", FIRST + "tick-size", "1",
            FIRST + "lot-size", "2", FIRST + "min-quantity", "2", FIRST + "max-quantity", "100", FIRST + "min-notional", "1",
            FIRST + "tier", "HOT", FIRST + "start-price", "1000"));

    /** The engine would be asked for such an instrument, and the market not open, for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"symbol", "base-asset", "tick-size", "lot-size", "min-notional", "tier", "start-price"})
    void anInstrumentThatLacksSomethingIsRefused(String field) {
        settings.remove(FIRST + field);

        assertThatThrownBy(this::bound).rootCause().hasMessageContainingAll("outcry.standalone.instruments", field);
    }

    @Test
    void oneThatLacksNothingIsCreatedWithItsRules() {
        assertThat(bound().configured()).singleElement().extracting(InstrumentsProperties.Seed::rules)
                .isEqualTo(Map.of("baseAsset", "A", "quoteAsset", "USD", "priceScale", 0, "quantityScale", 0, "tickSize", "1",
                        "lotSize", "2", "minQuantity", "2", "maxQuantity", "100", "minNotional", "1", "tier", "HOT"));
    }

    private InstrumentsProperties bound() {
        return new Binder(new MapConfigurationPropertySource(settings)).bind("outcry.standalone", InstrumentsProperties.class).get();
    }
}
