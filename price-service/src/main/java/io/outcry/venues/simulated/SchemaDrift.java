// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The same answer after a careless release: numbers where strings were and the reverse, {@code o} as a list, fields nobody knows. */
final class SchemaDrift {

    private static final JsonNodeFactory NODES = Json.MAPPER.getNodeFactory();

    private SchemaDrift() {}

    static String of(String json) {
        return Json.MAPPER.writeValueAsString(drifted(Json.MAPPER.readTree(json)));
    }

    private static JsonNode drifted(JsonNode node) {
        if (node.isObject()) {
            ObjectNode object = NODES.objectNode();
            object.putObject("brand_new").put("nested", true);
            node.properties().forEach(entry -> {
                JsonNode value = drifted(entry.getValue());
                boolean becomesList = entry.getKey().equals("o") && !value.isContainer();
                object.set(entry.getKey(), becomesList ? NODES.arrayNode().add(value).add(value) : value);
            });
            return object;
        }
        if (node.isArray()) {
            ArrayNode array = NODES.arrayNode();
            node.values().forEach(value -> array.add(drifted(value)));
            return array;
        }
        if (node.isNumber()) {
            return NODES.stringNode(node.decimalValue().toPlainString());
        }
        return node.isString() && node.stringValue().matches("-?[0-9]{1,18}(\\.[0-9]{1,18})?")
                ? NODES.numberNode(new BigDecimal(node.stringValue()))
                : node;
    }
}
