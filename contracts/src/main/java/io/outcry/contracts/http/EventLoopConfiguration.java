// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/** The event loops of one context: Reactor's global ones, closed with one service, would be closed under every other in the same JVM. */
@Configuration(proxyBeanMethods = false)
public class EventLoopConfiguration {

    @Bean
    ReactorResourceFactory reactorResourceFactory() {
        ReactorResourceFactory factory = new ReactorResourceFactory();
        factory.setUseGlobalResources(false);
        // The server has answered everything before.
        factory.setShutdownQuietPeriod(Duration.ZERO);
        return factory;
    }
}
