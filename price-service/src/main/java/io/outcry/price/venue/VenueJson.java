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
    /** As many as the longest answer has, if it is honest; one of nothing but brackets has five times as many, and takes 160 MB. */
    private static final long MAX_TOKENS = 700_000;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(ExactPrice.MAX_LENGTH)
                    .maxNameLength(MAX_NAME)
                    .maxTokenCount(MAX_TOKENS)
                    .build())
            .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private VenueJson() {}

    /**
     * Whatever is wrong with it is told as one thing: an exponent beyond 32 bits is no error of the parser, but of the number.
     *
     * @param what it is, for the exception: "a message", for instance
     * @throws VenueException if it is not JSON, or more of it than is reasonable
     */
    static JsonNode read(byte[] json, String what) throws VenueException {
        try {
            return MAPPER.readTree(json);
        } catch (JacksonException | NumberFormatException e) {
            throw new VenueException(what + " that is not JSON", e);
        }
    }

    /** @throws VenueException if it is not JSON, or more of it than is reasonable */
    static JsonNode read(String json, String what) throws VenueException {
        try {
            return MAPPER.readTree(json);
        } catch (JacksonException | NumberFormatException e) {
            throw new VenueException(what + " that is not JSON", e);
        }
    }
}
