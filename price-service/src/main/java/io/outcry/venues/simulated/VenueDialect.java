// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How one venue spells its market over REST. Pure: a request in, an answer out. */
interface VenueDialect {

    /**
     * A GET request.
     *
     * @param path decoded, without the query
     * @param query decoded, the values of each parameter
     * @param userAgent null if the header is missing
     */
    record Request(String path, Map<String, List<String>> query, @Nullable String userAgent) {

        @Nullable
        String parameter(String name) {
            List<String> values = query.get(name);
            return values == null || values.isEmpty() ? null : values.getFirst();
        }
    }

    /** An answer, always JSON. */
    record Answer(int status, String body) {}

    Answer answer(Request request);
}
