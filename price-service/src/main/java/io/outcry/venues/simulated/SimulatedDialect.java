// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How one venue spells its market, over REST and on sockets. No I/O: requests in, answers out. */
interface SimulatedDialect {

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

    /** What the request costs of the venue's {@link RateLimit}. */
    int weight(Request request);

    /** What the venue says to a request that its limits refuse. */
    Answer refusal(RateLimit.Decision decision);

    /** Null if there is no socket at this path. */
    @Nullable
    FeedSession open(Request request);
}
