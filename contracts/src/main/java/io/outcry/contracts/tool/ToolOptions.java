// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.tool;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.springframework.boot.convert.DurationStyle;

/**
 * The command line of a tool that an operator runs: options of the form {@code --name=value}, in any order, the last of each name. How it connects to
 * Kafka is said as Kafka's own tools have it. Every method that reads an option throws {@link IllegalArgumentException}, with its name, for a value
 * that cannot be used.
 */
public final class ToolOptions {

    /** Names Kafka's brokers. */
    public static final String BOOTSTRAP_SERVERS = "bootstrap-servers";
    /** Names a file of properties of Kafka's client, such as {@code security.protocol} and {@code sasl.jaas.config}. */
    public static final String COMMAND_CONFIG = "command-config";

    private final Map<String, String> given = new HashMap<>();

    /**
     * Reads a command line.
     *
     * @param names of the options that the tool has
     * @throws IllegalArgumentException if it has anything else
     */
    public ToolOptions(Set<String> names, List<String> arguments) {
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String name = argument.startsWith("--") && equals > 2 ? argument.substring(2, equals) : "";
            if (!names.contains(name)) {
                throw new IllegalArgumentException("not understood: " + argument);
            }
            given.put(name, argument.substring(equals + 1));
        }
    }

    public boolean has(String name) {
        return given.containsKey(name);
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(given.get(name));
    }

    /** What has to be given. */
    public String needed(String name) {
        return text(name).orElseThrow(() -> new IllegalArgumentException("--" + name + " has to be given"));
    }

    public Optional<Path> path(String name) {
        return text(name).map(Path::of);
    }

    /** A whole number from {@code least} to {@code most}; {@code otherwise} if none is given. */
    public long number(String name, long otherwise, long least, long most) {
        String text = given.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--" + name + " is no whole number: " + text, e);
        }
        throw new IllegalArgumentException("--" + name + " is out of range: " + text);
    }

    /** A time as settings have it, {@code 7d} or {@code P7D}; {@code otherwise} if none is given. */
    public Duration duration(String name, Duration otherwise) {
        return text(name).map(text -> {
            try {
                return DurationStyle.detectAndParse(text);
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new IllegalArgumentException("--" + name + " is no duration: " + text, e);
            }
        }).orElse(otherwise);
    }

    /** Settings of a client of Kafka. */
    public Map<String, Object> kafka() {
        Map<String, Object> settings = new HashMap<>();
        path(COMMAND_CONFIG).ifPresent(file -> {
            Properties properties = new Properties();
            try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                properties.load(text);
            } catch (IOException | IllegalArgumentException e) {
                throw new IllegalArgumentException("--" + COMMAND_CONFIG + " cannot be read: " + e, e);
            }
            properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        });
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, needed(BOOTSTRAP_SERVERS));
        return settings;
    }
}
