// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.order.domain.Fault;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Walks over the fields of one JSON object to its end, whatever is wrong with it, and remembers the first fault. A field that is null is as one
 * that is not there.
 */
final class ObjectReader {

    /** Takes one field; the parser stands at its value. */
    interface FieldReader {
        /** @return what is wrong with it, or null */
        @Nullable
        Fault read(String name, JsonToken value, JsonParser parser);
    }

    private ObjectReader() {}

    /** What is wrong with a body that is one object, or null; malformed JSON is an {@link io.outcry.contracts.http.ApiException}. */
    static @Nullable Fault readBody(byte[] body, FieldReader fields) {
        return JsonBody.parse(body, parser -> read(parser, fields));
    }

    /** What is wrong with an object, or null; from its first token to its last. */
    static @Nullable Fault read(JsonParser parser, FieldReader fields) {
        Fault first = null;
        Set<String> seen = new HashSet<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (first == null) {
                first = seen.add(name)
                        ? fields.read(name, value, parser)
                        : new Fault(ErrorCode.MALFORMED_JSON, JsonBody.quoted(name), "the field is there twice");
            }
            if (parser.currentToken() == JsonToken.START_OBJECT || parser.currentToken() == JsonToken.START_ARRAY) {
                parser.skipChildren();
            }
        }
        return first;
    }

    static Fault unknown(String name) {
        return new Fault(ErrorCode.UNKNOWN_FIELD, JsonBody.quoted(name), "the field is not known");
    }

    static Fault notText(String name) {
        return Fault.invalid(name, name + " is a JSON string");
    }
}
