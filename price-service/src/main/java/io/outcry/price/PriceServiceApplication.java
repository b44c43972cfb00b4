// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/** The price service as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(PriceServiceConfiguration.class)
public class PriceServiceApplication {

    /** Starts the service with the configuration in {@code price-service.yaml}. */
    public static void main(String[] args) {
        new SpringApplicationBuilder(PriceServiceApplication.class).properties("spring.config.name=price-service").run(args);
    }
}
