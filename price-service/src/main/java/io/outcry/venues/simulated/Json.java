// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** JSON that clients send. */
final class Json {

    static final JsonMapper MAPPER = JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

    private Json() {}

    /** Missing if the text is not a JSON object. */
    static JsonNode object(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            return node.isObject() ? node : MissingNode.getInstance();
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    /** The strings in a list; what is not a string is left out. */
    static List<String> strings(JsonNode list) {
        List<String> strings = new ArrayList<>();
        list.values().forEach(node -> {
            if (node.isString()) {
                strings.add(node.stringValue());
            }
        });
        return strings;
    }
}
