// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.setting.UnusableSetupException;
import io.outcry.price.venue.VenueClient;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @ParameterizedTest
    @CsvSource({
        "limits.call, 0",
        "limits.slow-call, 61s",
        "limits.breaker-open, 25h",
        "limits.concurrent-calls, 0",
        "limits.round, 1s",
        "places.hot, 2147483647",
        "places.medium, 2147483647",
        "intervals.hot, 31s",
        "intervals.medium, 6m",
        "intervals.cold, 25h",
    })
    void whatCannotBeUsedIsRefusedWithItsName(String setting, String value) {
        String name = "outcry.price." + setting;
        Map<String, String> settings = Map.of(name, value, "outcry.price.venues.kraken.base-url", "http://127.0.0.1");
        assertThatThrownBy(() -> binder(settings).bind("outcry.price", PriceProperties.class))
                .rootCause().hasMessageStartingWith(name + " must be ");
    }

    @ParameterizedTest
    @CsvSource({
        "base-url, /kraken", "base-url, //127.0.0.1", "base-url, ftp://127.0.0.1",
        "socket-url, /kraken", "socket-url, //127.0.0.1", "socket-url, http://127.0.0.1", "socket-url, wss:kraken",
    })
    void whatIsNoAddressOfAVenueIsRefusedWithItsName(String setting, String value) {
        Map<String, String> settings = new HashMap<>(Map.of("outcry.price.venues.kraken.base-url", "http://127.0.0.1"));
        settings.put("outcry.price.venues.kraken." + setting, value);
        assertThatThrownBy(() -> binder(settings).bind("outcry.price", PriceProperties.class))
                .rootCause().hasMessageStartingWith("a venue's " + setting + " must be ");
    }

    @Test
    void aVenueWithoutAnAddressIsRefusedWithTheNameOfTheSetting() {
        Map<String, String> settings = Map.of("outcry.price.venues.kraken.enabled", "true");
        assertThatThrownBy(() -> binder(settings).bind("outcry.price", PriceProperties.class))
                .rootCause().hasMessageStartingWith("a venue's base-url must be ");
    }

    /** Another house that speaks Binance's dialect: its quotes would be taken for Binance's. */
    @ParameterizedTest
    @CsvSource({"binance, binance-us, Binance", "kraken-a, kraken-b, Kraken"})
    void twoVenuesOfOneNameAreRefused(String one, String other, String dialect) {
        Map<String, String> settings = new HashMap<>();
        for (String key : List.of(one, other)) {
            settings.put("outcry.price.venues." + key + ".base-url", "http://127.0.0.1");
            settings.put("outcry.price.venues." + key + ".dialect", "io.outcry.price.venue." + dialect);
        }
        PriceProperties properties = binder(settings).bind("outcry.price", PriceProperties.class).get();

        assertThatThrownBy(() -> PriceServiceConfiguration.clients(properties, InstantSource.system()))
                .isInstanceOf(UnusableSetupException.class)
                .hasMessageMatching(
                        "outcry\\.price\\.venues\\.(" + one + "|" + other + "): there is a venue " + dialect.toLowerCase(Locale.ROOT)
                                + " already: .+");
    }

    @Test
    void aVenueThatNobodyKnowsIsRefused() {
        PriceProperties properties = binder(Map.of("outcry.price.venues.krakn.base-url", "http://127.0.0.1"))
                .bind("outcry.price", PriceProperties.class).get();

        assertThatThrownBy(() -> PriceServiceConfiguration.clients(properties, InstantSource.system()))
                .isInstanceOf(UnusableSetupException.class).hasMessageStartingWith("outcry.price.venues.krakn: no such venue");
    }

    @Test
    void aVenueIsAskedUnlessItIsSwitchedOff() {
        Map<String, String> settings = new HashMap<>();
        for (String key : List.of("kraken", "coinbase")) {
            settings.put("outcry.price.venues." + key + ".base-url", "http://127.0.0.1");
            settings.put("outcry.price.venues." + key + ".enabled", String.valueOf(key.equals("kraken")));
        }
        PriceProperties properties = binder(settings).bind("outcry.price", PriceProperties.class).get();

        assertThat(PriceServiceConfiguration.clients(properties, InstantSource.system())).extracting(VenueClient::name)
                .containsExactly("kraken");
    }

    private static Binder binder(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings));
    }

    private static PriceProperties.Limits limits(Map<String, String> settings) {
        return binder(settings).bindOrCreate("outcry.price.limits", PriceProperties.Limits.class);
    }
}
