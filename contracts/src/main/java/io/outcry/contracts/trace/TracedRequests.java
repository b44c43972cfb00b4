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

/** Traces HTTP requests. A request's span travels in the subscriber's context; what runs outside a traced request has none. */
public final class TracedRequests {

    private static final Class<TracedSpan> KEY = TracedSpan.class;
    private static final int SERVER_ERROR = 500;

    private TracedRequests() {}

    /** Traces what is behind it, from its call until the answer begins to be written. Put it first: the first filter is the outermost. */
    public static HandlerFilterFunction<ServerResponse, ServerResponse> filter(Tracing tracing) {
        if (!tracing.isOn()) {
            return (request, next) -> next.handle(request);
        }
        return (request, next) -> {
            TracedSpan span = tracing.begin(name(request), SpanKind.SERVER, request.headers().firstHeader(TraceParent.HEADER));
            return span == null ? next.handle(request) : traced(span, request, next.handle(request));
        };
    }

    private static Mono<ServerResponse> traced(TracedSpan span, ServerRequest request, Mono<ServerResponse> answer) {
        began(span, request.method().name(), route(request), request.path());
        var response = request.exchange().getResponse();
        response.beforeCommit(() -> {
            HttpStatusCode status = response.getStatusCode();
            if (status != null) {
                answered(span, status.value());
            }
            span.end();
            return Mono.empty();
        });
        return answer.doOnCancel(() -> span.failed("the client went away").end()).contextWrite(context -> context.put(KEY, span));
    }

    /** States what the request of {@code span} is. */
    public static void began(TracedSpan span, String method, String route, String path) {
        span.with("http.request.method", method).with("http.route", route).with("url.path", path);
    }

    /** States what the request of {@code span} is answered with. */
    public static void answered(TracedSpan span, int status) {
        span.with("http.response.status_code", status);
        if (status >= SERVER_ERROR) {
            span.failed(String.valueOf(status));
        }
    }

    /** The span of the request that a subscriber belongs to; null if that is not traced. */
    public static @Nullable TracedSpan of(ContextView subscriber) {
        return subscriber.getOrDefault(KEY, null);
    }

    /** Makes {@code work} a span of its own, if its subscriber belongs to a traced request; it is the parent of what that does. */
    public static <T> Mono<T> span(String name, SpanKind kind, Mono<T> work) {
        return Mono.deferContextual(subscriber -> {
            TracedSpan parent = of(subscriber);
            return parent == null ? work : span(parent.begin(name, kind), work);
        });
    }

    /** Ends {@code span} with {@code work}. */
    public static <T> Mono<T> span(TracedSpan span, Mono<T> work) {
        return work.doOnError(failure -> span.failed(String.valueOf(failure.getMessage())))
                .doFinally(_ -> span.end())
                .contextWrite(context -> context.put(KEY, span));
    }

    private static String name(ServerRequest request) {
        return request.method().name() + " " + route(request);
    }

    private static String route(ServerRequest request) {
        return request.attribute(RouterFunctions.MATCHING_PATTERN_ATTRIBUTE).map(Object::toString).orElse("unknown");
    }
}
