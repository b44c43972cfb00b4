// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.trace;

import io.opentelemetry.api.trace.SpanKind;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.reactive.function.server.HandlerFilterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Traces HTTP requests. A request's step travels in the subscriber's context; what runs outside a traced request has none. */
public final class TracedRequests {

    private static final Class<TracedStep> KEY = TracedStep.class;
    private static final int SERVER_ERROR = 500;

    private TracedRequests() {}

    /** Traces what is behind it, from its call until the answer begins to be written. Put it first: the first filter is the outermost. */
    public static HandlerFilterFunction<ServerResponse, ServerResponse> filter(Tracing tracing) {
        if (!tracing.isOn()) {
            return (request, next) -> next.handle(request);
        }
        return (request, next) -> {
            TracedStep step = tracing.begin(name(request), SpanKind.SERVER, request.headers().firstHeader(TraceParent.HEADER));
            return step == null ? next.handle(request) : traced(step, request, next.handle(request));
        };
    }

    private static Mono<ServerResponse> traced(TracedStep step, ServerRequest request, Mono<ServerResponse> answer) {
        began(step, request.method().name(), route(request), request.path());
        var response = request.exchange().getResponse();
        response.beforeCommit(() -> {
            HttpStatusCode status = response.getStatusCode();
            if (status != null) {
                answered(step, status.value());
            }
            step.end();
            return Mono.empty();
        });
        return answer.doOnCancel(() -> step.failed("the client went away").end()).contextWrite(context -> context.put(KEY, step));
    }

    /** States what the request of {@code step} is. */
    public static void began(TracedStep step, String method, String route, String path) {
        step.with("http.request.method", method).with("http.route", route).with("url.path", path);
    }

    /** States what the request of {@code step} is answered with. */
    public static void answered(TracedStep step, int status) {
        step.with("http.response.status_code", status);
        if (status >= SERVER_ERROR) {
            step.failed(String.valueOf(status));
        }
    }

    /** The step of the request that a subscriber belongs to; null if that is not traced. */
    public static @Nullable TracedStep of(ContextView subscriber) {
        return subscriber.getOrDefault(KEY, null);
    }

    /** Makes {@code work} a step of its own, if its subscriber belongs to a traced request; what it does is below it. */
    public static <T> Mono<T> step(String name, SpanKind kind, Mono<T> work) {
        return Mono.deferContextual(subscriber -> {
            TracedStep parent = of(subscriber);
            return parent == null ? work : step(parent.begin(name, kind), work);
        });
    }

    /** Ends {@code step} with {@code work}. */
    public static <T> Mono<T> step(TracedStep step, Mono<T> work) {
        return work.doOnError(failure -> step.failed(String.valueOf(failure.getMessage())))
                .doFinally(_ -> step.end())
                .contextWrite(context -> context.put(KEY, step));
    }

    private static String name(ServerRequest request) {
        return request.method().name() + " " + route(request);
    }

    private static String route(ServerRequest request) {
        return request.attribute(RouterFunctions.MATCHING_PATTERN_ATTRIBUTE).map(Object::toString).orElse("unknown");
    }
}
