// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.EventExecutor;
import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.server.HotRequests;
import io.outcry.contracts.server.NettyAnswers;
import io.outcry.contracts.server.RequestTimes;
import io.outcry.contracts.trace.TraceParent;
import io.outcry.contracts.trace.TracedRequests;
import io.outcry.contracts.trace.TracedStep;
import io.outcry.contracts.trace.Tracing;
import io.outcry.order.domain.Checked;
import io.outcry.order.domain.OrderRequest;
import io.outcry.order.reply.CommandGateway;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/** New orders that may enter the log, one for a request, and who must not trade. Orders that may not are told so on the long way. */
public final class HotPlacements implements HotRequests {

    /** Of the handler in the pipelines. */
    public static final String NAME = "outcry.order.hot";

    private static final String PATH = "/api/v1/orders";
    private static final AsciiString PREFER = AsciiString.cached(Preference.HEADER);
    private static final AsciiString TRACE = AsciiString.cached(TraceParent.HEADER);

    private final Callers callers;
    private final NewOrders orders;
    private final CommandGateway gateway;
    private final InstantSource clock;
    private final BooleanSupplier ready;
    private final Tracing tracing;
    private final RequestTimes times;

    HotPlacements(Callers callers, NewOrders orders, OrderRoutes.Parts parts, RequestTimes times) {
        this.callers = callers;
        this.orders = orders;
        this.gateway = parts.gateway();
        this.clock = parts.clock();
        this.ready = parts.ready();
        this.tracing = parts.tracing();
        this.times = times;
    }

    @Override
    public boolean takes(HttpRequest request) {
        return request.method().equals(HttpMethod.POST) && request.uri().equals(PATH)
                && request.protocolVersion().equals(HttpVersion.HTTP_1_1) && isPlain(request.headers());
    }

    /** Nothing in them changes how the body is read, or what the connection becomes. */
    private static boolean isPlain(HttpHeaders headers) {
        return MediaType.APPLICATION_JSON_VALUE.equals(headers.get(HttpHeaderNames.CONTENT_TYPE))
                && !headers.contains(HttpHeaderNames.CONNECTION) && !headers.contains(HttpHeaderNames.UPGRADE)
                && !headers.contains(HttpHeaderNames.EXPECT) && !headers.contains(HttpHeaderNames.CONTENT_ENCODING);
    }

    @Override
    public boolean begin(HttpRequest request, byte[] body, EventExecutor loop, Consumer<FullHttpResponse> answered) {
        if (!ready.getAsBoolean()) {
            return false;
        }
        long start = System.nanoTime();
        String account;
        try {
            account = callers.trader(request.headers().get(HttpHeaderNames.AUTHORIZATION));
        } catch (ApiException refused) {
            // Told here: to find it out once more may take a while.
            TracedStep traced = traced(request);
            callers.metrics().rejected(refused.problem().code());
            end(start, traced, NettyAnswers.of(refused.problem()), answered);
            return true;
        }
        NewOrder order = order(account, body);
        if (order == null) {
            return false;
        }
        Preference preference = callers.preference(request.headers().getAll(PREFER));
        TracedStep traced = traced(request);
        gateway.submit(order.command().of(traced), preference.limit(), ConnectionThread.tolerant(loop), result -> {
            Answer answer = callers.counted(order.answer(result));
            end(start, traced, answer.toNetty(preference.applied()), answered);
        });
        return true;
    }

    private @Nullable NewOrder order(String account, byte[] body) {
        try {
            return OrderParser.one(body, clock.millis()) instanceof Checked.Valid<OrderRequest>(OrderRequest form)
                    && orders.prepare(account, form) instanceof Checked.Valid<NewOrder>(NewOrder order) ? order : null;
        } catch (ApiException refused) {
            return null;
        }
    }

    private @Nullable TracedStep traced(HttpRequest request) {
        TracedStep traced = tracing.begin(HttpMethod.POST + " " + PATH, SpanKind.SERVER, request.headers().get(TRACE));
        if (traced != null) {
            TracedRequests.began(traced, HttpMethod.POST.name(), PATH, PATH);
        }
        return traced;
    }

    private void end(long start, @Nullable TracedStep traced, FullHttpResponse answer, Consumer<FullHttpResponse> answered) {
        int status = answer.status().code();
        if (traced != null) {
            TracedRequests.answered(traced, status);
            traced.end();
        }
        times.timer(PATH, status).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        answered.accept(answer);
    }
}
