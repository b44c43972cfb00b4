// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.matching.MatchingServiceConfiguration;
import io.outcry.order.OrderServiceConfiguration;
import io.outcry.price.PriceServiceConfiguration;
import io.outcry.query.QueryServiceConfiguration;
import io.outcry.standalone.client.LocalApi;
import io.outcry.standalone.client.OwnKeys;
import io.outcry.standalone.demo.DemoConfiguration;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The four services in one context. Access comes first: a service defines what it still misses. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableConfigurationProperties({StandaloneProperties.class, InstrumentsProperties.class})
@Import({
    StandaloneAccess.class,
    OrderServiceConfiguration.class,
    MatchingServiceConfiguration.class,
    PriceServiceConfiguration.class,
    QueryServiceConfiguration.class,
    DemoConfiguration.class
})
class StandaloneConfiguration {

    @Bean
    LocalApi localApi(ReactiveWebServerApplicationContext context, ServerProperties server) {
        String host = host(server.getAddress());
        return new LocalApi(
                () -> "http://" + host + ":" + Objects.requireNonNull(context.getWebServer(), "the server is not up").getPort());
    }

    /** Where this process is reached from itself. */
    static String host(@Nullable InetAddress address) {
        if (address == null || address.isAnyLocalAddress()) {
            return "127.0.0.1";
        }
        return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }

    @Bean
    Opening opening(LocalApi api, InstrumentsProperties instruments, OwnKeys keys, Engines engines, StandaloneProperties properties) {
        return new Opening(api, new InstrumentSeed(api, instruments, keys), properties.venues(), new Welcome(api, engines)::print);
    }

    /** A member of the readiness group: not before there is something to trade. */
    @Bean
    HealthIndicator marketHealthIndicator(Opening opening) {
        return opening::health;
    }
}
