// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.ServerRequest;

/**
 * The header {@value #HEADER}: for how many seconds a cache between here and the reader may give an answer to others. What the answer says
 * of its age is then true at the end of that time, so that whoever gets it is never told of a younger price than it is. Only a cache sends
 * it, such as the gateway's.
 */
final class KeptFor {

    static final String HEADER = "Outcry-Kept-For";

    private static final int LONGEST_SECONDS = 60;

    private KeptFor() {}

    /** In milliseconds; 0 without the header, or with one that is no number of seconds up to {@value #LONGEST_SECONDS}. */
    static long millis(ServerRequest request) {
        return millis(request.headers().firstHeader(HEADER));
    }

    /** As {@link #millis(ServerRequest)}, of the header's value. */
    static long millis(@Nullable String value) {
        if (value == null || value.isEmpty() || value.length() > 2) {
            return 0;
        }
        int seconds = 0;
        for (int i = 0; i < value.length(); i++) {
            char digit = value.charAt(i);
            if (digit < '0' || digit > '9') {
                return 0;
            }
            seconds = seconds * 10 + digit - '0';
        }
        return seconds > LONGEST_SECONDS ? 0 : TimeUnit.SECONDS.toMillis(seconds);
    }
}
