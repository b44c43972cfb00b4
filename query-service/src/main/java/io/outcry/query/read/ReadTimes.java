// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationPredicate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.web.reactive.function.server.HandlerFilterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;

/**
 * Times reads under the name and with the tags that Spring's own observation of requests has, without the cost of that: a price from the
 * near-cache takes less time than being observed does. A read ends here when its answer is there, before it is written.
 */
public final class ReadTimes {

    private static final String NAME = "http.server.requests";
    private static final String READS = "/api/v1/";
    private static final String NONE = "none";
    private static final int SERVER_ERROR = 500;
    private static final int CLIENT_ERROR = 400;
    private static final int REDIRECTION = 300;

    private final MeterRegistry registry;
    private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

    private record Kind(String route, int status) {}

    ReadTimes(MeterRegistry registry) {
        this.registry = registry;
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
        return request.attribute(RouterFunctions.MATCHING_PATTERN_ATTRIBUTE).map(Object::toString).orElse(NONE);
    }

    /** The timer of a route and a status. */
    Timer timer(String route, int status) {
        return timers.computeIfAbsent(new Kind(route, status), this::timer);
    }

    private Timer timer(Kind kind) {
        return Timer.builder(NAME).tag("method", "GET").tag("uri", kind.route()).tag("status", String.valueOf(kind.status()))
                .tag("outcome", outcome(kind.status())).tag("exception", NONE).tag("error", NONE)
                .register(registry);
    }

    private static String outcome(int status) {
        if (status >= SERVER_ERROR) {
            return "SERVER_ERROR";
        }
        if (status >= CLIENT_ERROR) {
            return "CLIENT_ERROR";
        }
        return status >= REDIRECTION ? "REDIRECTION" : "SUCCESS";
    }
}
