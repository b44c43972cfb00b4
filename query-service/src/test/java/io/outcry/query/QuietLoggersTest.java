// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.ClassPathResource;

/** What libraries say at every attempt is not in the log, whatever their classes are called in their next version. */
class QuietLoggersTest {

    private static final String LEVEL = "logging.level.";

    @Test
    void areClassesOfTheLibraries() throws Exception {
        Map<String, Object> levels = new TreeMap<>();
        for (String file : List.of("outcry-common.yaml", "query-service.yaml")) {
            new YamlPropertySourceLoader().load(file, new ClassPathResource(file)).forEach(source -> {
                EnumerablePropertySource<?> lines = (EnumerablePropertySource<?>) source;
                for (String name : lines.getPropertyNames()) {
                    if (name.startsWith(LEVEL) && !"warn".equals(lines.getProperty(name))) {
                        levels.put(name.substring(LEVEL.length()), lines.getProperty(name));
                    }
                }
            });
        }
        assertThat(levels).containsEntry("io.lettuce.core.protocol.ConnectionWatchdog", "error")
                .containsEntry("org.apache.kafka.clients.admin.internals.PartitionLeaderStrategy", "off")
                .containsEntry("org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils", "error")
                .containsEntry("reactor.netty.channel.FluxReceive", "error")
                .containsEntry("io.opentelemetry.exporter.internal.http.HttpExporter", "off");
        for (String name : levels.keySet()) {
            assertThat(Class.forName(name, false, getClass().getClassLoader())).isNotNull();
        }
    }
}
