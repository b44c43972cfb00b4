// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.http.Principal;
import io.outcry.order.domain.Fault;
import io.outcry.order.metrics.OrderServiceMetrics;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;

/**
 * What all requests about orders share: who asks, how long they want to wait, and the count of what is refused.
 *
 * @param unaskedWait for an outcome, where the client does not say
 * @param longestWait that a client may ask for
 */
record Callers(ApiKeys keys, OrderServiceMetrics metrics, Duration unaskedWait, Duration longestWait) {

    /** The account that may trade; signals UNAUTHORIZED or FORBIDDEN. */
    String trader(ServerRequest request) {
        return trader(request.headers().firstHeader(HttpHeaders.AUTHORIZATION));
    }

    /** The account that may trade with such a header; throws UNAUTHORIZED or FORBIDDEN. */
    String trader(@Nullable String authorization) {
        return keys.require(authorization, Principal.Scope.TRADE).account();
    }

    Preference preference(ServerRequest request) {
        return preference(request.headers().header(Preference.HEADER));
    }

    /** What such headers ask for. */
    Preference preference(List<String> headers) {
        return Preference.of(headers, unaskedWait, longestWait);
    }

    /** The same answer, counted if it is an error. */
    Answer counted(Answer answer) {
        answer.code().ifPresent(metrics::rejected);
        return answer;
    }

    /** A request that is refused before it reaches the log. */
    static Answer refused(Fault fault) {
        return Answer.refused(fault.problem());
    }
}
