// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.setting;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.context.properties.BoundConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesBean;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Warns at the start, by name, of settings of Outcry's own that nothing in the process has read: one that is misspelt would else change
 * nothing without a word. It is no error, since a variable of the environment may be meant for somebody else.
 *
 * <p>What is set for a service that is not in this process is not told of, for all may have one environment; nor are the elements of a list that
 * is read, since a list is taken whole from one of several places.
 */
public final class UnknownSettings implements ApplicationListener<ApplicationStartedEvent> {

    /** What the warning begins with: tests of whole services see that none is there. */
    public static final String TOLD = "unknown settings, ignored: ";

    /** What Outcry's settings begin with, of all its processes; {@code demo} is the one that is no record's. */
    static final Set<String> SECTIONS = Set.of(
            "access", "demo", "http", "matching", "order", "price", "query", "standalone", "stream", "topics", "tracing");

    private static final Logger LOG = LoggerFactory.getLogger(UnknownSettings.class);
    private static final ConfigurationPropertyName ALL = ConfigurationPropertyName.of("outcry");

    /** A section and a name within it; variables like {@code OUTCRY_PORT} are those of the compose files. */
    private static final int LEAST_ELEMENTS_OF_VARIABLE = 3;

    @Override
    public void onApplicationEvent(ApplicationStartedEvent started) {
        Set<String> unknown = in(started.getApplicationContext());
        if (!unknown.isEmpty()) {
            LOG.atWarn().log(TOLD + "{}", String.join(", ", unknown));
        }
    }

    private static Set<String> in(ConfigurableApplicationContext context) {
        Set<String> unknown = new TreeSet<>();
        BoundConfigurationProperties bound = BoundConfigurationProperties.get(context);
        if (bound == null) {
            return unknown;
        }
        Set<ConfigurationPropertyName> read = bound.getAll().keySet().stream().map(UnknownSettings::whole).collect(Collectors.toSet());
        Set<String> letters = read.stream().map(UnknownSettings::letters).collect(Collectors.toSet());
        Set<String> elsewhere = new TreeSet<>(SECTIONS);
        elsewhere.removeAll(sections(context));
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(context.getEnvironment())) {
            boolean variables = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
            for (ConfigurationPropertyName name : names(source)) {
                boolean known = elsewhere.contains(section(name))
                        || isRead(name, read)
                        || variables && (name.getNumberOfElements() < LEAST_ELEMENTS_OF_VARIABLE || letters.contains(letters(whole(name))));
                if (!known) {
                    unknown.add(name.toString());
                }
            }
        }
        return unknown;
    }

    private static List<ConfigurationPropertyName> names(ConfigurationPropertySource source) {
        return source instanceof IterableConfigurationPropertySource names ? names.stream().filter(ALL::isAncestorOf).toList() : List.of();
    }

    /** Those of which there are settings in this process. */
    private static Set<String> sections(ConfigurableApplicationContext context) {
        return ConfigurationPropertiesBean.getAll(context).values().stream()
                .map(bean -> ConfigurationPropertyName.of(bean.getAnnotation().prefix()))
                .filter(ALL::isAncestorOf)
                .map(UnknownSettings::section)
                .collect(Collectors.toSet());
    }

    private static String section(ConfigurationPropertyName name) {
        return name.getElement(1, ConfigurationPropertyName.Form.UNIFORM);
    }

    /** As itself, as a part of something that is one text elsewhere, or as an element of a list. */
    private static boolean isRead(ConfigurationPropertyName name, Set<ConfigurationPropertyName> read) {
        ConfigurationPropertyName whole = whole(name);
        return read.stream().anyMatch(one -> one.equals(whole) || one.isAncestorOf(whole));
    }

    /** The list that it is an element of, or a part of one; itself, if it is not. */
    private static ConfigurationPropertyName whole(ConfigurationPropertyName name) {
        for (int i = 0; i < name.getNumberOfElements(); i++) {
            if (name.isNumericIndex(i)) {
                return name.chop(i);
            }
        }
        return name;
    }

    /** A variable has one sign for what divides a name and what divides its words. */
    private static String letters(ConfigurationPropertyName name) {
        return name.toString().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
