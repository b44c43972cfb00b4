// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import io.outcry.embedded.FreePort;
import io.outcry.standalone.client.LocalApi;
import java.io.File;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A Prometheus of its own, with the alert rules that are shipped, which scrapes an installation every second. */
final class Prometheus implements AutoCloseable {

    private static final Path RULES = Path.of("..", "docker", "prometheus", "alerts.yml");

    /** The name of each part's service, as docker/prometheus/prometheus.yml has it. */
    private static final Map<String, String> SERVICES = Map.of(
            "order", "order-service", "matching-1", "matching-service", "matching-2", "matching-service",
            "price", "price-service", "query", "query-service");

    private final Process process;
    private final LocalApi api;

    private Prometheus(Process process, LocalApi api) {
        this.process = process;
        this.api = api;
    }

    /** Whether there is a program of this name on the PATH. */
    static boolean isInstalled(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** @param ports of the parts that it scrapes, by name */
    static Prometheus start(Path directory, Map<String, Integer> ports) throws IOException {
        int port = FreePort.pick();
        Path configuration = Files.writeString(directory.resolve("prometheus.yml"), configuration(ports));
        Process process = new ProcessBuilder(
                "prometheus", "--config.file=" + configuration, "--storage.tsdb.path=" + directory.resolve("prometheus"),
                "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new Prometheus(process, new LocalApi(() -> "http://127.0.0.1:" + port));
    }

    private static String configuration(Map<String, Integer> ports) {
        StringBuilder text = new StringBuilder("""
                global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
                rule_files: ["%s"]
                scrape_configs:
                  - job_name: outcry
                    metrics_path: /actuator/prometheus
                    static_configs:
                """.formatted(RULES.toAbsolutePath().normalize()));
        ports.forEach((part, port) -> text.append(
                "      - { targets: [\"127.0.0.1:%d\"], labels: { service: %s } }%n".formatted(port, SERVICES.get(part))));
        return text.toString();
    }

    /** How many series a query has now; fails if the query is wrong. */
    int series(String query) throws IOException, InterruptedException {
        JsonNode answer = api.call("GET", "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8), null, null).ok();
        return answer.path("data").path("result").size();
    }

    /** The names of the alerts that fire now. */
    Set<String> firing() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        for (JsonNode alert : api.call("GET", "/api/v1/alerts", null, null).ok().path("data").path("alerts")) {
            if (alert.path("state").asString().equals("firing")) {
                names.add(alert.path("labels").path("alertname").asString());
            }
        }
        return names;
    }

    boolean isReady() {
        try {
            return series("vector(1)") == 1;
        } catch (IOException | IllegalStateException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
