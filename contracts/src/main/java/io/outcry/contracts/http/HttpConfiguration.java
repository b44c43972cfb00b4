// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ChannelOption;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/**
 * What every HTTP server of Outcry has: who may do what, how a problem is told, what other methods are answered, how many connections are
 * open at a time.
 */
@Configuration(proxyBeanMethods = false)
@Import(EventLoopConfiguration.class)
@EnableConfigurationProperties({AccessProperties.class, HttpProperties.class})
public class HttpConfiguration {

    @Bean
    NettyServerCustomizer limitedConnections(HttpProperties properties) {
        return ConnectionLimit.of(properties)::in;
    }

    @Bean
    NettyServerCustomizer busyConnections(HttpProperties properties) {
        return server -> IdleConnections.in(server, properties.idleTimeout());
    }

    @Bean
    NettyServerCustomizer toldRefusals(HttpProperties properties) {
        return server -> ServerRefusals.in(server, AllowedHosts.of(properties.allowedHosts(), server));
    }

    /** A peer that is gone without a word is noticed, sooner or later, and does not keep its connection for ever. */
    @Bean
    NettyServerCustomizer livingPeers() {
        return server -> server.childOption(ChannelOption.SO_KEEPALIVE, true);
    }

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

    @Bean
    ProblemExceptionHandler problemExceptionHandler() {
        return new ProblemExceptionHandler();
    }
}
