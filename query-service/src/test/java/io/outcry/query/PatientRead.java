// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/** Reads whose Redis may be too slow for them on a busy machine, which is a legal answer: they are asked again. */
final class PatientRead {

    private PatientRead() {}

    /** The first answer that is not VIEW_UNAVAILABLE. */
    static HttpResponse<String> of(Supplier<HttpResponse<String>> read) {
        return Awaitility.await("another answer than VIEW_UNAVAILABLE").pollDelay(Duration.ZERO).atMost(Duration.ofSeconds(30))
                .until(read::get, answer -> answer.statusCode() != 503 || !answer.body().contains("\"VIEW_UNAVAILABLE\""));
    }
}
