// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.http.Outcome;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Times requests of one method under the name and with the tags that Spring's own observation of requests has, without the cost of that: a
 * price from the near-cache takes less time than being observed does.
 */
public final class RequestTimes {

    private static final String NAME = "http.server.requests";
    private static final String NONE = "none";

    private final MeterRegistry registry;
    private final String method;
    private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

    private record Kind(String route, int status) {}

    /** @param method in capitals */
    public RequestTimes(MeterRegistry registry, String method) {
        this.registry = registry;
        this.method = method;
    }

    /** The timer of a route and a status. */
    public Timer timer(String route, int status) {
        return timers.computeIfAbsent(new Kind(route, status), this::timer);
    }

    private Timer timer(Kind kind) {
        return Timer.builder(NAME).tag("method", method).tag("uri", kind.route()).tag("status", String.valueOf(kind.status()))
                .tag("outcome", Outcome.forStatus(kind.status()).name()).tag("exception", NONE).tag("error", NONE)
                .register(registry);
    }
}
