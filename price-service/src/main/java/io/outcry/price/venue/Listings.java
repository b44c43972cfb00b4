// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads what a venue trades out of an answer that is a list of objects. */
final class Listings {

    private Listings() {}

    /** @throws VenueException if it is not such a list, or one without any name: then we know nothing, not that nothing is traded */
    static Set<String> namesIn(HttpAnswer answer, String field) throws VenueException {
        if (answer.status() != 200 || !answer.body().isArray() || answer.body().isEmpty()) {
            throw new VenueException("HTTP " + answer.status() + ", not a list of what is traded");
        }
        Set<String> names = new HashSet<>();
        for (JsonNode row : answer.body().values()) {
            names.add(row.path(field).asString(""));
        }
        names.remove("");
        if (names.isEmpty()) {
            throw new VenueException("a list of what is traded without names");
        }
        return names;
    }
}
