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
        step.with("http.request.method", request.method().name()).with("http.route", route(request)).with("url.path", request.path());
        var response = request.exchange().getResponse();
        response.beforeCommit(() -> {
            HttpStatusCode status = response.getStatusCode();
            if (status != null) {
                step.with("http.response.status_code", status.value());
                if (status.value() >= SERVER_ERROR) {
                    step.failed(status.toString());
                }
            }
            step.end();
            return Mono.empty();
        });
        return answer.doOnCancel(() -> step.failed("the client went away").end()).contextWrite(context -> context.put(KEY, step));
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
