// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.http.AccessProperties;
import io.outcry.contracts.http.ApiKeys;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** What a server of the public API has besides what {@link ServerConfiguration} gives to each: who may do what. */
@Configuration(proxyBeanMethods = false)
@Import(ServerConfiguration.class)
@EnableConfigurationProperties(AccessProperties.class)
public class HttpConfiguration {

    @Bean
    HotProgress hotProgress() {
        return new HotProgress();
    }

    @Bean
    EventLoopDelay eventLoopDelay(HttpProperties properties, MeterRegistry registry) {
        return new EventLoopDelay(properties.maxEventLoopDelay(), registry);
    }

    @Bean
    @ConditionalOnMissingBean
    ApiKeys apiKeys(AccessProperties access, MeterRegistry registry) {
        return new ApiKeys(access, registry);
    }

    /** Behind all other routes, which it asks. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    RouterFunction<ServerResponse> otherMethods(ObjectProvider<RouterFunction<ServerResponse>> routes) {
        return new OtherMethods(routes::stream);
    }
}
