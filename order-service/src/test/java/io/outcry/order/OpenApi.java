// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/** The description of the API, and what of its schemas a JSON value breaks: as many of JSON Schema's words as the description uses. */
final class OpenApi {

    private static final Path FILE = Path.of("..", "query-service", "src", "main", "resources", "static", "openapi.yaml");
    private static final Set<String> METHODS = Set.of("post", "put", "patch", "delete");

    private final Map<String, Object> root;

    private OpenApi(Map<String, Object> root) {
        this.root = root;
    }

    static OpenApi read() {
        try {
            return new OpenApi(new Yaml().load(Files.readString(FILE)));
        } catch (IOException e) {
            throw new IllegalStateException(FILE.toString(), e);
        }
    }

    /** Everything but reads, as {@code POST /api/v1/orders}. */
    Set<String> commands() {
        Set<String> commands = new TreeSet<>();
        map(root, "paths").forEach((path, item) -> ((Map<?, ?>) item).keySet().stream()
                .filter(METHODS::contains).forEach(method -> commands.add(method.toString().toUpperCase(Locale.ROOT) + " " + path)));
        return commands;
    }

    private Map<String, Object> operation(String command) {
        String[] parts = command.split(" ");
        return map(map(map(root, "paths"), parts[1]), parts[0].toLowerCase(Locale.ROOT));
    }

    /** The schema of the body that a command takes. */
    Map<String, Object> body(String command) {
        return json(resolved(map(operation(command), "requestBody")), "application/json");
    }

    /** What is described for an answer with {@code status}. */
    Map<String, Object> response(String command, int status) {
        Map<String, Object> responses = map(operation(command), "responses");
        String code = String.valueOf(status);
        return resolved(map(responses, responses.containsKey(code) ? code : "default"));
    }

    /** The schema of a described body. */
    static Map<String, Object> json(Map<String, Object> described, String type) {
        return map(map(map(described, "content"), type), "schema");
    }

    /**
     * What is wrong with {@code value}.
     *
     * @param closed whether fields that are not described are wrong everywhere
     */
    List<String> faults(Map<String, Object> schema, JsonNode value, boolean closed) {
        List<String> faults = new ArrayList<>();
        collect(List.of(schema), value, "", closed, faults);
        return faults;
    }

    private void collect(List<Map<String, Object>> schemas, JsonNode value, String at, boolean closed, List<String> faults) {
        List<Map<String, Object>> all = schemas.stream().flatMap(this::parts).toList();
        all.forEach(part -> {
            part.forEach((word, limit) -> {
                if (!keeps(word, limit, value)) {
                    faults.add(at + " is not " + word + " " + limit);
                }
            });
            Stream.of("oneOf", "anyOf").filter(part::containsKey).map(word -> choices(part, word))
                    .filter(choices -> choices.stream().noneMatch(choice -> faults(choice, value, closed).isEmpty()))
                    .forEach(_ -> faults.add(at + " is nothing of what it may be"));
            if (value.isArray() && part.containsKey("items")) {
                value.forEach(item -> collect(List.of(map(part, "items")), item, at + "[]", closed, faults));
            }
        });
        if (value.isObject() && all.stream().anyMatch(part -> part.containsKey("properties"))) {
            boolean noOthers = closed || all.stream().anyMatch(part -> Boolean.FALSE.equals(part.get("additionalProperties"))
                    || Boolean.FALSE.equals(part.get("unevaluatedProperties")));
            value.forEachEntry((name, field) -> {
                List<Map<String, Object>> described = all.stream().filter(part -> part.containsKey("properties"))
                        .map(part -> map(part, "properties")).filter(fields -> fields.containsKey(name)).map(fields -> map(fields, name))
                        .toList();
                if (described.isEmpty() && noOthers) {
                    faults.add(at + "/" + name + " is not described");
                }
                collect(described, field, at + "/" + name, closed, faults);
            });
        }
    }

    /** A schema with what it refers to and is composed of. */
    private Stream<Map<String, Object>> parts(Map<String, Object> schema) {
        Stream<Map<String, Object>> parts = Stream.of(schema);
        if (schema.containsKey("$ref")) {
            parts = Stream.concat(parts, parts(resolved(Map.of("$ref", schema.get("$ref")))));
        }
        return schema.containsKey("allOf") ? Stream.concat(parts, choices(schema, "allOf").stream().flatMap(this::parts)) : parts;
    }

    private static boolean keeps(String word, Object limit, JsonNode value) {
        return switch (word) {
            case "type" -> (limit instanceof List<?> types ? types : List.of(limit)).stream().anyMatch(type -> isOf(type, value));
            case "enum" -> ((List<?>) limit).contains(value.asString(""));
            case "const" -> limit.equals(value.asString(""));
            case "pattern" -> !value.isString() || Pattern.compile((String) limit).matcher(value.asString()).find();
            case "maxLength" -> !value.isString() || value.asString().length() <= (int) limit;
            case "minimum" -> !value.isNumber() || value.asLong() >= ((Number) limit).longValue();
            case "maximum" -> !value.isNumber() || value.asLong() <= ((Number) limit).longValue();
            case "minItems", "minProperties" -> !value.isContainer() || value.size() >= (int) limit;
            case "maxItems", "maxProperties" -> !value.isContainer() || value.size() <= (int) limit;
            case "required" -> !value.isObject() || ((List<?>) limit).stream().allMatch(name -> value.has((String) name));
            default -> true;
        };
    }

    private static boolean isOf(Object type, JsonNode value) {
        return switch ((String) type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> throw new IllegalArgumentException("a type that nobody taught us: " + type);
        };
    }

    /** {@code node}, or what it refers to. */
    private Map<String, Object> resolved(Map<String, Object> node) {
        if (!(node.get("$ref") instanceof String reference)) {
            return node;
        }
        Map<String, Object> at = root;
        for (String name : reference.substring(2).split("/")) {
            at = map(at, name);
        }
        return at;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> choices(Map<String, Object> schema, String word) {
        return (List<Map<String, Object>>) schema.get(word);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Map<String, Object> of, String name) {
        Object found = of.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no " + name + " among " + of.keySet());
        }
        return (Map<String, Object>) found;
    }
}
