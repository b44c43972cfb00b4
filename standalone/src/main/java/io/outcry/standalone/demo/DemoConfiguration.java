// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.demo;

import io.outcry.standalone.client.LocalApi;
import io.outcry.standalone.client.OwnKeys;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The demo traders, unless {@code outcry.demo} is false. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "outcry.demo", matchIfMissing = true)
public class DemoConfiguration {

    @Bean
    DemoMarket demoMarket(LocalApi api, OwnKeys keys) {
        return new DemoMarket(api, keys);
    }
}
