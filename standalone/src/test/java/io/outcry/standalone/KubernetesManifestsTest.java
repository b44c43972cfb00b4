// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** docker/kubernetes says nothing that Kubernetes and Strimzi do not understand, and names nothing that is not there. */
class KubernetesManifestsTest {

    private static final Path DIRECTORY = Path.of("..", "docker", "kubernetes");
    private static final Path LIST = Path.of("..", "docker", "kustomization.yaml");
    private static final Map<String, Class<?>> KINDS = Map.of(
            "Deployment", Deployment.class, "StatefulSet", StatefulSet.class, "Service", Service.class,
            "PodDisruptionBudget", PodDisruptionBudget.class, "ConfigMap", ConfigMap.class, "Ingress", Ingress.class,
            "Kafka", Kafka.class, "KafkaNodePool", KafkaNodePool.class);

    /** Kinds whose schemas no package holds; they are read by eye. */
    private static final Set<String> UNCHECKED = Set.of("ScaledObject", "RedisCluster", "Kustomization");

    private static final Set<Object> WITH_PODS = Set.of("Deployment", "StatefulSet");

    private final ObjectMapper strict = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new NothingMore())
            .build();

    /** The models take what they do not know and keep it aside; here that is an error. */
    private static final class NothingMore extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public Boolean hasAnySetter(Annotated annotated) {
            return false;
        }

        @Override
        public JsonIgnoreProperties.Value findPropertyIgnoralByName(MapperConfig<?> config, Annotated annotated) {
            return JsonIgnoreProperties.Value.empty();
        }
    }

    @Test
    void everyObjectIsOneThatItsApiUnderstands() throws IOException {
        int checked = 0;
        for (Map<String, Object> object : objects()) {
            String kind = String.valueOf(object.get("kind"));
            if (!UNCHECKED.contains(kind)) {
                assertThat(KINDS).as("kinds that are known").containsKey(kind);
                assertThat(strict.convertValue(object, KINDS.get(kind))).isNotNull();
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(10);
    }

    @Test
    void anObjectWithAFieldThatThereIsNotIsNoticed() {
        Map<String, Object> wrong = Map.of(
                "apiVersion", "apps/v1", "kind", "Deployment", "metadata", Map.of("name", "x"), "spec", Map.of("replica", 2));
        assertThatIllegalArgumentException().isThrownBy(() -> strict.convertValue(wrong, Deployment.class))
                .withMessageContaining("replica");
    }

    @Test
    void everyFileOfTheBaseIsOnTheList() throws IOException {
        String list = Files.readString(LIST);
        for (Path file : files(DIRECTORY.resolve("base"))) {
            assertThat(list).contains("kubernetes/base/" + file.getFileName());
        }
    }

    @Test
    void everySettingIsOneThatTheServicesHave() throws IOException {
        Set<String> known = Files.readAllLines(Path.of("..", "docs", "configuration.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)).replaceAll("[.-]", "").toUpperCase(Locale.ROOT))
                .collect(Collectors.toSet());
        for (Map<String, Object> object : objects()) {
            if ("ConfigMap".equals(object.get("kind"))) {
                ConfigMap settings = strict.convertValue(object, ConfigMap.class);
                settings.getData().keySet().stream().filter(name -> name.startsWith("OUTCRY_"))
                        .forEach(name -> assertThat(known).contains(name.substring(name.indexOf('_', "OUTCRY_".length()) + 1)));
            }
        }
    }

    /**
     * Its image reads one file and no other, is not root, and forgets with its container who it was in the cluster. From version 7 on it
     * announces a name that nobody else can look up.
     */
    @Test
    void redisIsToldWhatIsFullAndKeepsItsKeysAndItsName() throws IOException {
        String engine = Files.readString(DIRECTORY.resolve("engines").resolve("redis.yaml"));
        assertThat(engine).contains("  redis-additional.conf: |\n    maxmemory ", " fsGroup: 1000 ")
                .contains("  clusterVersion: v6\n", "    nodeConfVolume: true\n", "    nodeConfVolumeClaimTemplate:\n");
    }

    /** A name is one address here: connections that are kept lead to an instance that is on no list any more. */
    @Test
    void theGatewayHasLeftAnInstanceBeforeItEnds() throws IOException {
        String upstreams = Files.readString(DIRECTORY.resolve("base").resolve("upstreams.conf"));
        assertThat(Files.readString(LIST)).contains("kubernetes/base/upstreams.conf").doesNotContain("nginx/upstreams.conf");
        for (String service : List.of("order-service", "query-service")) {
            int sleeps = number(Files.readString(DIRECTORY.resolve("base").resolve(service + ".yaml")), "sleep: \\{ seconds: (\\d+)");
            String upstream = upstreams.split("upstream " + service.replace('-', '_'), 2)[1].split("}", 2)[0];
            assertThat(number(upstream, "keepalive_time (\\d+)s;")).isLessThan(sleeps - 1);
            assertThat(number(upstream, "keepalive_timeout (\\d+)s;")).isLessThan(sleeps - 1);
            assertThat(upstream).as("one that is asked again").containsPattern("(?s)(server " + service + ":.* max_fails=0;.*){2}");
        }
    }

    /** KEDA runs in a namespace of its own, where a service's bare name is nobody's. */
    @Test
    void whatScalesIsToldNamesThatAreKnownEverywhere() throws IOException {
        String scaling = Files.readString(DIRECTORY.resolve("base").resolve("scaling.yaml"));
        assertThat(scaling).contains("serverAddress: ", "bootstrapServers: ")
                .doesNotContainPattern("serverAddress: http://[a-z-]+[:/]").doesNotContainPattern("bootstrapServers: [a-z-]+:");
    }

    /** A rate needs two values, and Prometheus asks once in a minute unless it is told otherwise. */
    @Test
    void whatScalesAsksForRatesThatEveryPrometheusHas() throws IOException {
        assertThat(Files.readString(DIRECTORY.resolve("base").resolve("scaling.yaml")))
                .contains("[2m]").doesNotContainPattern("\\[(1m|\\d+s)]");
    }

    /** By one job alone: what is read twice is a sum of twice as much. */
    @Test
    void prometheusFindsEveryServiceByTheNameThatAlertsAndScalingAskFor() throws IOException {
        Map<?, ?> prometheus = new Yaml(new SafeConstructor(new LoaderOptions()))
                .load(Files.readString(DIRECTORY.resolve("prometheus.yml")));
        assertThat((List<?>) prometheus.get("scrape_configs")).singleElement().satisfies(job -> {
            assertThat(at(job, "job_name")).isEqualTo("outcry");
            assertThat((List<?>) at(job, "relabel_configs")).anySatisfy(rule -> assertThat(at(rule, "target_label")).isEqualTo("service"));
            Pattern kept = Pattern.compile(String.valueOf(at(((List<?>) at(job, "relabel_configs")).getFirst(), "regex")));
            assertThat(objects().stream().filter(object -> WITH_PODS.contains(object.get("kind")))).allSatisfy(object -> {
                String name = String.valueOf(at(object, "spec", "template", "metadata", "labels", "app.kubernetes.io/name"));
                assertThat(kept.matcher(name).matches()).as(name).isEqualTo(!name.equals("gateway"));
                assertThat(at(object, "spec", "template", "metadata", "annotations")).as("by which others find pods").isNull();
            });
        });
        assertThat(Files.readString(Path.of("..", "docker", "prometheus", "alerts.yml"))).contains("up{job=\"outcry\"}");
    }

    /** Else who reads no streams has query-service killed, not cut off: its heap, its direct memory, and what the JVM takes besides. */
    @Test
    void allThatQueryServiceMayTakeIsWithinItsMemory() throws IOException {
        String service = Files.readString(DIRECTORY.resolve("base").resolve("query-service.yaml"));
        int memory = 1024 * number(service, "limits: \\{ memory: (\\d+)Gi");
        int heap = memory * number(Files.readString(Path.of("..", "docker", "Dockerfile")), "MaxRAMPercentage=(\\d+)") / 100;
        assertThat(heap + number(service, "MaxDirectMemorySize=(\\d+)m") + 208).isLessThanOrEqualTo(memory);
    }

    /** Else each {@code kubectl apply} takes it back to the number that its file names. */
    @Test
    void whatKedaScalesNamesNoNumberOfItsOwn() throws IOException {
        Set<Object> scaled = objects().stream().filter(object -> "ScaledObject".equals(object.get("kind")))
                .map(object -> at(object, "spec", "scaleTargetRef", "name")).collect(Collectors.toSet());
        assertThat(scaled).containsExactlyInAnyOrder("order-service", "query-service", "matching-service");
        for (Map<String, Object> object : objects()) {
            if (WITH_PODS.contains(object.get("kind")) && scaled.contains(at(object, "metadata", "name"))) {
                assertThat(at(object, "spec", "replicas")).as(String.valueOf(at(object, "metadata", "name"))).isNull();
            }
        }
    }

    /** Variables with the addresses of services whose names begin with outcry- would be told of as settings that are none. */
    @Test
    void noPodIsToldOfServicesByItsEnvironment() throws IOException {
        assertThat(objects().stream().filter(object -> WITH_PODS.contains(object.get("kind")))).hasSize(5).allSatisfy(
                object -> assertThat(at(object, "spec", "template", "spec", "enableServiceLinks")).isEqualTo(false));
    }

    /** Kubelet says the pod's address else, which nobody can name in outcry.http.allowed-hosts. */
    @Test
    void probesAskForAHostThatEveryServiceIs() throws IOException {
        for (String service : List.of("order-service", "matching-service", "price-service", "query-service")) {
            assertThat(Files.readAllLines(DIRECTORY.resolve("base").resolve(service + ".yaml")).stream()
                    .filter(line -> line.contains("httpGet: ")))
                    .hasSize(3).allMatch(line -> line.contains("httpHeaders: [{ name: Host, value: localhost }]"));
        }
    }

    /** Kubernetes' pod security level "restricted". What is said of the pod holds for its containers; the rest each says itself. */
    @Test
    void everyPodIsOneThatARestrictedNamespaceTakes() throws IOException {
        List<Object> pods = new ArrayList<>();
        List<Object> containers = new ArrayList<>();
        for (Map<String, Object> object : objects()) {
            if (WITH_PODS.contains(object.get("kind"))) {
                pods.add(at(object, "spec", "template", "spec", "securityContext"));
                containers.addAll((List<?>) at(object, "spec", "template", "spec", "containers"));
            } else if ("KafkaNodePool".equals(object.get("kind"))) {
                for (String name : List.of("kafkaContainer", "initContainer")) {
                    pods.add(at(object, "spec", "template", name, "securityContext"));
                    containers.add(at(object, "spec", "template", name));
                }
            } else if ("RedisCluster".equals(object.get("kind"))) {
                pods.add(at(object, "spec", "podSecurityContext"));
                containers.add(at(object, "spec", "redisLeader"));
                containers.add(at(object, "spec", "redisFollower"));
            }
        }
        assertThat(pods).hasSize(8).allSatisfy(pod -> {
            assertThat(at(pod, "runAsNonRoot")).isEqualTo(true);
            assertThat(at(pod, "seccompProfile", "type")).isEqualTo("RuntimeDefault");
        });
        assertThat(containers).hasSize(9).allSatisfy(container -> {
            assertThat(at(container, "securityContext", "allowPrivilegeEscalation")).isEqualTo(false);
            assertThat(at(container, "securityContext", "capabilities")).isEqualTo(Map.of("drop", List.of("ALL")));
        });
    }

    private static @Nullable Object at(@Nullable Object object, String... path) {
        Object found = object;
        for (String name : path) {
            found = found instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return found;
    }

    private static int number(String text, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return Integer.parseInt(found.group(1));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> objects() throws IOException {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        List<Map<String, Object>> objects = new ArrayList<>();
        for (Path file : files(DIRECTORY)) {
            StreamSupport.stream(yaml.loadAll(Files.readString(file)).spliterator(), false)
                    .forEach(object -> objects.add((Map<String, Object>) object));
        }
        return objects;
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> found = Files.walk(directory)) {
            return found.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
        }
    }
}
