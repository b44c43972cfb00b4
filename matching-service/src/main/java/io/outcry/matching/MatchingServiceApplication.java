// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/** The matching service as a process of its own, configured by {@code matching-service.yaml}. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(MatchingServiceConfiguration.class)
public class MatchingServiceApplication {

    /** Starts the service. */
    public static void main(String[] args) {
        application().run(args);
    }

    /** The application, before it runs. */
    static SpringApplicationBuilder application() {
        return new SpringApplicationBuilder(MatchingServiceApplication.class).properties("spring.config.name=matching-service");
    }
}
