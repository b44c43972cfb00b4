// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.description;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.DisallowUnknownKeywordFactory;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What an OpenAPI or AsyncAPI document says, and what of it a JSON value breaks. All references lead to places in the document itself. */
public final class ApiDescription {

    /** Under these words stands the schema of another value, not more of what is asked of the same one. */
    private static final Set<String> OF_ANOTHER_VALUE = Set.of("items", "schema", "payload");

    /** The only schemas that are referred to. */
    private static final String SCHEMAS = "components";
    /** JSON Schema 2020-12 as it is, so that a word which it does not know is an error. */
    private static final Dialect DIALECT = Dialect.builder(Dialects.getDraft202012()).keyword(new NonValidationKeyword(SCHEMAS))
            .unknownKeywordFactory(DisallowUnknownKeywordFactory.getInstance()).build();

    private final SchemaRegistry schemas = SchemaRegistry.withDialect(DIALECT);
    private final ObjectNode root;

    private ApiDescription(ObjectNode root) {
        this.root = root;
    }

    public static ApiDescription of(String yaml) {
        return new ApiDescription(JsonMapper.shared().valueToTree(new Yaml().load(yaml)));
    }

    /** The same, but what is not described is wrong everywhere. */
    public ApiDescription closed() {
        ObjectNode copy = root.deepCopy();
        close(copy, false);
        return new ApiDescription(copy);
    }

    /** What stands under one name after the other; fails where there is none. */
    public JsonNode at(String... names) {
        return at(root, names);
    }

    /** As {@link #at(String...)}, from a node of this description. */
    public JsonNode at(JsonNode node, String... names) {
        JsonNode found = resolved(node);
        for (String name : names) {
            found = resolved(found.required(name));
        }
        return found;
    }

    /** What a reference leads to; a schema that says more than a reference is itself. */
    private JsonNode resolved(JsonNode node) {
        return node.size() == 1 && node.path("$ref").isString()
                ? at(node.path("$ref").asString().substring("#/".length()).split("/"))
                : node;
    }

    /** What is wrong with {@code value} by a schema of this description. */
    public List<String> faults(JsonNode schema, JsonNode value) {
        ObjectNode document = ((ObjectNode) schema).deepCopy();
        document.set(SCHEMAS, root.path(SCHEMAS));
        return schemas.getSchema(document).validate(value).stream().map(Error::toString).toList();
    }

    private static void close(JsonNode node, boolean ofValue) {
        if (node instanceof ObjectNode fields) {
            Set.copyOf(fields.propertyNames()).forEach(name -> {
                JsonNode child = fields.path(name);
                if (name.equals("properties")) {
                    child.forEach(property -> close(property, true));
                } else {
                    close(child, OF_ANOTHER_VALUE.contains(name));
                }
            });
            boolean open = Stream.of("additionalProperties", "unevaluatedProperties").noneMatch(fields::has);
            if (ofValue && open && !isFree(fields)) {
                fields.put("unevaluatedProperties", false);
            }
        } else {
            node.forEach(child -> close(child, false));
        }
    }

    /** An object of which nothing is said. */
    private static boolean isFree(ObjectNode schema) {
        return schema.path("type").asString("").equals("object") && !schema.has("properties") && !schema.has("allOf");
    }
}
