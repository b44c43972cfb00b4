// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.AccessProperties;
import io.outcry.contracts.http.Principal;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.io.ClassPathResource;

class DefaultKeysTest {

    @Test
    void standaloneHasThreeAndPrintsEachAtItsStart() {
        List<AccessProperties.Key> keys =
                new Binder(new MapConfigurationPropertySource(settings("application.yaml"))).bind("outcry.access", AccessProperties.class)
                        .get()
                        .keys();
        assertThat(keys).containsExactly(
                new AccessProperties.Key("demo-alice", "alice", Set.of(Principal.Scope.TRADE)),
                new AccessProperties.Key("demo-bob", "bob", Set.of(Principal.Scope.TRADE)),
                new AccessProperties.Key("demo-admin", "admin", Set.of(Principal.Scope.ADMIN)));
        assertThat(Welcome.text("url", "kafka", "redis")).contains(keys.stream().map(AccessProperties.Key::key).toList());
    }

    /** And without one they do not start. */
    @ParameterizedTest
    @ValueSource(strings = {
        "outcry-common.yaml", "order-service.yaml", "matching-service.yaml", "price-service.yaml", "query-service.yaml",
        "instruments.yaml"})
    void nothingElseHasOne(String file) {
        assertThat(settings(file).stringPropertyNames()).isNotEmpty().noneMatch(name -> name.startsWith("outcry.access"));
    }

    private static Properties settings(String file) {
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new ClassPathResource(file));
        return yaml.getObject();
    }
}
