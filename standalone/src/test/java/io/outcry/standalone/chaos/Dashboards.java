// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The queries of the dashboards that are shipped. */
final class Dashboards {

    private static final Path DIRECTORY = Path.of("..", "docker", "grafana", "dashboards");

    private Dashboards() {}

    /** Each query as Prometheus takes it, by its dashboard and panel. */
    static Map<String, String> queries() throws IOException {
        Map<String, String> queries = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            List<Path> sorted = files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
            for (Path file : sorted) {
                JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(file));
                for (JsonNode panel : dashboard.path("panels")) {
                    for (JsonNode target : panel.path("targets")) {
                        String name = file.getFileName() + ": " + panel.path("title").asString() + " " + target.path("refId").asString();
                        queries.put(name, target.path("expr").asString().replace("$__rate_interval", "30s"));
                    }
                }
            }
        }
        return queries;
    }
}
