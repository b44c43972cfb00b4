// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.AccessProperties;
import io.outcry.contracts.server.HttpProperties;
import io.outcry.contracts.topic.TopicsProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Which settings are told of at the start of a process that has three records of them. */
@ExtendWith(OutputCaptureExtension.class)
class UnknownSettingsTest {

    private static final String TOLD = "unknown settings, ignored: ";

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({TopicsProperties.class, AccessProperties.class, HttpProperties.class})
    static class Process {}

    @Test
    void whatIsMisspeltIsToldInOneLine(CapturedOutput output) {
        start(Map.of(), "--outcry.topics.replcias=3", "--outcry.topcis.replicas=3", "--outcry.replicas=3");
        assertThat(told(output)).containsExactly("outcry.replicas, outcry.topcis.replicas, outcry.topics.replcias");
    }

    @Test
    void whatIsReadIsNotToldOf(CapturedOutput output) {
        start(Map.of(), "--outcry.topics.orderPartitions=2", "--outcry.topics.price_partitions=2", "--outcry.topics.replicas=1");
        assertThat(told(output)).isEmpty();
    }

    @Test
    void ofAVariableItIsNotKnownWhereAWordEndsAndOneWordIsNoSetting(CapturedOutput output) {
        start(Map.of(
                "OUTCRY_TOPICS_ORDERPARTITIONS", "2",
                "OUTCRY_TOPICS_PRICE_PARTITIONS", "2",
                "OUTCRY_PORT", "8080",
                "OUTCRY_TOPICS_REPLCIAS", "3"));
        assertThat(told(output)).containsExactly("outcry.topics.replcias");
    }

    @Test
    void whatAnotherProcessReadsIsNotToldOf(CapturedOutput output) {
        start(Map.of("OUTCRY_MATCHING_INSTANCEID", "m1"), "--outcry.query.read-timeout=1s", "--outcry.demo=false");
        assertThat(told(output)).isEmpty();
    }

    /** The one of the arguments is shorter than that of the variables, of which nothing is read then. */
    @Test
    void aListIsReadFromOnePlace(CapturedOutput output) {
        start(
                Map.of(
                        "OUTCRY_ACCESS_KEYS_0_KEY", "key-of-alice", "OUTCRY_ACCESS_KEYS_0_ACCOUNT", "alice",
                        "OUTCRY_ACCESS_KEYS_1_KEY", "key-of-bob", "OUTCRY_ACCESS_KEYS_1_ACCOUNT", "bob"),
                "--outcry.access.keys[0].key=key-of-carol", "--outcry.access.keys[0].account=carol",
                "--outcry.access.keys[0].scopes=TRADE");
        assertThat(told(output)).isEmpty();
    }

    @Test
    void aListMayBeOneTextElsewhere(CapturedOutput output) {
        start(Map.of("OUTCRY_HTTP_ALLOWEDHOSTS", "one.example,two.example"), "--outcry.http.allowed-hosts[0]=three.example");
        assertThat(told(output)).isEmpty();
    }

    private static List<String> told(CapturedOutput output) {
        return output.getAll().lines().filter(line -> line.contains(TOLD)).map(line -> line.substring(line.indexOf(TOLD) + TOLD.length()))
                .toList();
    }

    private static void start(Map<String, Object> variables, String... arguments) {
        new SpringApplicationBuilder(Process.class)
                .web(WebApplicationType.NONE)
                .initializers(context -> context.getEnvironment().getPropertySources()
                        .addLast(new SystemEnvironmentPropertySource("test-systemEnvironment", variables)))
                .run(arguments)
                .close();
    }

    /** The page is made from the records of all services, which a test of standalone's sees to. */
    @Test
    void theSectionsOfAllProcessesAreKnown() throws IOException {
        Set<String> sections = Files.readAllLines(Path.of("..", "docs", "configuration.md")).stream()
                .filter(line -> line.startsWith("## outcry."))
                .map(line -> line.substring("## outcry.".length()))
                .collect(Collectors.toSet());
        sections.add("demo");
        assertThat(UnknownSettings.SECTIONS).isEqualTo(sections);
    }
}
