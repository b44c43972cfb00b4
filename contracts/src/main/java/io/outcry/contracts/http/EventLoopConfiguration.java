// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.LoopResources;

/** The event loops of one context: Reactor's global ones, closed with one service, would be closed under every other in the same JVM. */
@Configuration(proxyBeanMethods = false)
public class EventLoopConfiguration {

    @Bean
    ReactorResourceFactory reactorResourceFactory() {
        ReactorResourceFactory factory = new ReactorResourceFactory();
        factory.setUseGlobalResources(false);
        factory.setLoopResourcesSupplier(EventLoopConfiguration::loops);
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
