// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationPredicate;
import io.outcry.contracts.server.RequestTimes;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.web.reactive.function.server.HandlerFilterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;

/**
 * Times reads as {@link RequestTimes} does, and keeps Spring from observing them. A read ends here when its answer is there, before it is
 * written.
 */
public final class ReadTimes {

    private static final String READS = "/api/v1/";
    private static final String UNKNOWN = "none";

    private final RequestTimes times;

    ReadTimes(MeterRegistry registry) {
        times = new RequestTimes(registry, "GET");
    }

    /** Keeps Spring from observing reads; everything else is observed. */
    public static ObservationPredicate notObserved() {
        return (_, context) -> !(context instanceof ServerRequestObservationContext request && request.getCarrier() != null
                && request.getCarrier().getMethod().equals(HttpMethod.GET)
                && request.getCarrier().getPath().value().startsWith(READS));
    }

    /** Times what is behind it. */
    HandlerFilterFunction<ServerResponse, ServerResponse> filter() {
        return (request, next) -> {
            long start = System.nanoTime();
            return next.handle(request).doOnNext(answer -> timer(route(request), answer.statusCode().value())
                    .record(System.nanoTime() - start, TimeUnit.NANOSECONDS));
        };
    }

    private static String route(ServerRequest request) {
        return request.attribute(RouterFunctions.MATCHING_PATTERN_ATTRIBUTE).map(Object::toString).orElse(UNKNOWN);
    }

    /** The timer of a route and a status. */
    Timer timer(String route, int status) {
        return times.timer(route, status);
    }
}
