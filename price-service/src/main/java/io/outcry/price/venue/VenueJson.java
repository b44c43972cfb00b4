// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON from people we do not trust: exact numbers, bounded depth, bounded numbers. */
final class VenueJson {

    private static final int MAX_DEPTH = 16;
    /** The parser keeps the names that it has seen, thousands of them. */
    private static final int MAX_NAME = 256;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(ExactPrice.MAX_LENGTH)
                    .maxNameLength(MAX_NAME)
                    .build())
            .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private VenueJson() {}

    /**
     * @param what it is, for the exception: "a message", for instance
     * @throws VenueException if it is not JSON, or more of it than is reasonable
     */
    static JsonNode read(byte[] json, String what) throws VenueException {
        try {
            return MAPPER.readTree(json);
        } catch (JacksonException e) {
            throw new VenueException(what + " that is not JSON", e);
        }
    }

    /** @throws VenueException if it is not JSON, or more of it than is reasonable */
    static JsonNode read(String json, String what) throws VenueException {
        try {
            return MAPPER.readTree(json);
        } catch (JacksonException e) {
            throw new VenueException(what + " that is not JSON", e);
        }
    }
}
