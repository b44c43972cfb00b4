// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.netty.channel.ChannelOption;
import java.time.Duration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.server.WebFilter;
import reactor.netty.resources.LoopResources;

/**
 * What every HTTP server of Outcry has, also where there is nothing but {@code /actuator}: its event loops, what it does to
 * connections, and how a problem is told.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HttpProperties.class)
public class ServerConfiguration {

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

    @Bean
    ProblemExceptionHandler problemExceptionHandler() {
        return new ProblemExceptionHandler();
    }

    /**
     * What a browser asks before it sends a key for a page from elsewhere is an OPTIONS as any other: Spring would answer it without asking any
     * route, without {@code Allow} and, for a path that is not known, without a problem. No such page is let in.
     */
    @Bean
    WebFilter plainPreflights() {
        return (exchange, next) -> CorsUtils.isPreFlightRequest(exchange.getRequest())
                ? next.filter(exchange.mutate()
                        .request(request -> request.headers(headers -> headers.remove(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD))).build())
                : next.filter(exchange);
    }

    /** A peer that is gone without a word is noticed, sooner or later, and does not keep its connection for ever. */
    @Bean
    NettyServerCustomizer livingPeers() {
        return server -> server.childOption(ChannelOption.SO_KEEPALIVE, true);
    }

    /** Those of one context: Reactor's global ones, closed with one service, would be closed under every other in the same JVM. */
    @Bean
    ReactorResourceFactory reactorResourceFactory() {
        ReactorResourceFactory factory = new ReactorResourceFactory();
        factory.setUseGlobalResources(false);
        factory.setLoopResourcesSupplier(ServerConfiguration::loops);
        // The server has answered everything before.
        factory.setShutdownQuietPeriod(Duration.ZERO);
        return factory;
    }

    /**
     * One thread does nothing but accept connections. A loop that also answers requests accepts a few in each of its turns, and under a rush,
     * when turns are long, the system throws away those that have no place in the queue: their clients hear nothing for seconds.
     */
    static LoopResources loops() {
        return LoopResources.create("outcry-http", 1, LoopResources.DEFAULT_IO_WORKER_COUNT, true);
    }
}
