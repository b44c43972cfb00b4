// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;

/** How a tool that an operator runs connects to Kafka: as Kafka's own tools do, with a file of properties where it has to log in. */
public final class ToolClient {

    /** The option that names the file, as Kafka's own tools call it. */
    public static final String OPTION = "command-config";

    private ToolClient() {}

    /**
     * Settings of a client.
     *
     * @param file of Kafka's properties, such as {@code security.protocol} and {@code sasl.jaas.config}; null: none are needed
     * @throws IllegalArgumentException if it cannot be read
     */
    public static Map<String, Object> of(String bootstrapServers, @Nullable String file) {
        Map<String, Object> settings = new HashMap<>();
        if (file != null) {
            Properties properties = new Properties();
            try (Reader text = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
                properties.load(text);
            } catch (IOException | IllegalArgumentException e) {
                throw new IllegalArgumentException("--" + OPTION + " cannot be read: " + e, e);
            }
            properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        }
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return settings;
    }
}
