// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.contracts.http.AccessProperties;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.standalone.demo.DemoKeys;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The published demo keys, and the secret ones that standalone itself uses. */
@Configuration(proxyBeanMethods = false)
class DemoAccess {

    @Bean
    DemoKeys demoKeys() {
        return DemoKeys.random();
    }

    @Bean
    ApiKeys apiKeys(AccessProperties access, DemoKeys demoKeys) {
        return new ApiKeys(demoKeys.addedTo(access));
    }
}
