// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What every HTTP server of Outcry has: who may do what, how a problem is told, how many connections are open at a time. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({AccessProperties.class, HttpProperties.class})
public class HttpConfiguration {

    @Bean
    NettyServerCustomizer limitedConnections(HttpProperties properties) {
        return ConnectionLimit.of(properties)::in;
    }

    @Bean
    @ConditionalOnMissingBean
    ApiKeys apiKeys(AccessProperties access) {
        return new ApiKeys(access);
    }

    @Bean
    ProblemExceptionHandler problemExceptionHandler() {
        return new ProblemExceptionHandler();
    }
}
