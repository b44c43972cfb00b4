// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.venue.Bitstamp;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;

/** The addresses of the real venues are configuration and nothing else. */
class LiveVenuesTest {

    /** Only what is bound from the file. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableConfigurationProperties(PriceProperties.class)
    static class Bound {}

    @Test
    void theProfileNamesPublicHostsAndAFourthVenue() {
        PriceProperties properties = bind("--spring.profiles.active=live-venues");

        assertThat(properties.venues()).containsOnlyKeys("binance", "coinbase", "kraken", "bitstamp");
        assertThat(properties.venues().values()).allSatisfy(venue -> assertThat(venue.baseUrl().getScheme()).isEqualTo("https"));
        assertThat(properties.venues().get("kraken").socketUrl()).hasScheme("wss").hasHost("ws.kraken.com");
        assertThat(properties.venues().get("bitstamp").dialect()).isEqualTo(Bitstamp.class);
    }

    @Test
    void withoutItThereAreThreeAndTheyAreOnThisMachine() {
        PriceProperties properties = bind();

        assertThat(properties.venues()).containsOnlyKeys("binance", "coinbase", "kraken");
        assertThat(properties.venues().values()).allSatisfy(venue -> {
            assertThat(venue.baseUrl()).hasHost("127.0.0.1");
            assertThat(venue.socketUrl()).hasHost("127.0.0.1");
        });
    }

    private static PriceProperties bind(String... arguments) {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Bound.class)
                .web(WebApplicationType.NONE)
                .properties("spring.config.name=price-service", "spring.main.banner-mode=off")
                .run(arguments)) {
            return context.getBean(PriceProperties.class);
        }
    }
}
