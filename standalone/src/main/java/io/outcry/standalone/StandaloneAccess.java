// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.http.AccessProperties;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.standalone.client.OwnKeys;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The published demo keys, and the secret ones that standalone itself uses. */
@Configuration(proxyBeanMethods = false)
class StandaloneAccess {

    @Bean
    OwnKeys ownKeys() {
        return OwnKeys.random();
    }

    @Bean
    ApiKeys apiKeys(AccessProperties access, OwnKeys ownKeys, MeterRegistry registry) {
        return new ApiKeys(ownKeys.addedTo(access), registry);
    }
}
