// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Times requests of one method under the name and with the tags that Spring's own observation of requests has, without the cost of that: a
 * price from the near-cache takes less time than being observed does.
 */
public final class RequestTimes {

    private static final String NAME = "http.server.requests";
    private static final String NONE = "none";
    private static final int SERVER_ERROR = 500;
    private static final int CLIENT_ERROR = 400;
    private static final int REDIRECTION = 300;

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
