// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/** The query service as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(QueryServiceConfiguration.class)
public class QueryServiceApplication {

    /** Starts the service with the settings in {@code query-service.yaml}. */
    public static void main(String[] args) {
        new SpringApplicationBuilder(QueryServiceApplication.class).properties("spring.config.name=query-service").run(args);
    }
}
