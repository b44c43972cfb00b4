// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The order service as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(OrderServiceConfiguration.class)
public class OrderServiceApplication {

    /** Starts the service with the settings of {@code order-service.yaml}. */
    public static void main(String[] args) {
        application().run(args);
    }

    /** The application as {@link #main} runs it. */
    static SpringApplication application() {
        SpringApplication application = new SpringApplication(OrderServiceApplication.class);
        application.setDefaultProperties(Map.of("spring.config.name", "order-service"));
        return application;
    }
}
