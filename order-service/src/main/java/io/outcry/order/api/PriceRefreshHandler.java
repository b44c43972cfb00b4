// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.trace.TracedRequests;
import io.outcry.contracts.trace.TracedSpan;
import io.outcry.contracts.v1.RefreshPrice;
import io.outcry.contracts.v1.RefreshReason;
import io.outcry.order.instrument.InstrumentRegistry;
import io.outcry.order.log.LogLane;
import io.outcry.order.log.LogRecord;
import io.outcry.order.log.LogWriter;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.log.TracedWrite;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.log.WriteListener;
import io.outcry.order.reply.CommandProblems;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Asks the price service for a fresh price. Open to all, so a symbol is written at most once in an interval however many ask. */
final class PriceRefreshHandler {

    private final InstrumentRegistry registry;
    private final LogWriter writer;
    private final OrderLanes lanes;
    private final InstantSource clock;
    private final long intervalMicros;
    private final Map<String, Asked> asked = new ConcurrentHashMap<>();

    /**
     * When a known symbol was last asked for.
     *
     * @param micros since the epoch
     * @param written ends with the write, for all who asked within the interval
     */
    private record Asked(long micros, Mono<Void> written) {}

    PriceRefreshHandler(InstrumentRegistry registry, LogWriter writer, OrderLanes lanes, InstantSource clock, Duration interval) {
        this.registry = registry;
        this.writer = writer;
        this.lanes = lanes;
        this.clock = clock;
        intervalMicros = interval.toNanos() / 1_000;
    }

    /** {@code POST /api/v1/prices/{symbol}/refresh}. */
    Mono<ServerResponse> refresh(ServerRequest request) {
        String symbol = request.pathVariable("symbol");
        if (registry.find(symbol).isEmpty()) {
            throw NewOrders.notFound(symbol);
        }
        return ask(symbol, ConnectionThread.of(request)).then(Mono.defer(() -> ServerResponse.accepted()
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"symbol\":\"" + symbol + "\"}")));
    }

    /** Ends when the command is in the log that was written for all who ask within the interval. */
    Mono<Void> ask(String symbol, Executor thread) {
        long now = Micros.now(clock);
        Asked mine = new Asked(now, write(symbol, now, thread).cache());
        return asked.merge(symbol, mine, (before, given) -> isRecent(before.micros, now) ? before : given).written;
    }

    /** Another thread may have been here later and come first; a clock that was set back must not silence a symbol. */
    private boolean isRecent(long last, long now) {
        return Math.abs(now - last) < intervalMicros;
    }

    private Mono<Void> write(String symbol, long now, Executor thread) {
        LogLane lane = lanes.prices(Partitioning.ofSymbol(symbol, lanes.pricePartitions()));
        byte[] value = RefreshPrice.newBuilder()
                .setSymbol(symbol)
                .setTimeUs(now)
                .setReason(RefreshReason.REFRESH_REASON_REQUEST)
                .build()
                .toByteArray();
        byte[] key = symbol.getBytes(StandardCharsets.UTF_8);
        return Mono.create(sink -> {
            WriteListener listener = new WriteListener() {
                @Override
                public void written(int partition, long offset) {
                    thread.execute(sink::success);
                }

                @Override
                public void failed(WriteFailure failure) {
                    asked.computeIfPresent(symbol, (_, last) -> last.micros == now ? null : last);
                    thread.execute(() -> sink.error(new ApiException(CommandProblems.notWritten(failure))));
                }
            };
            TracedSpan sending = TracedWrite.begin(TracedRequests.of(sink.contextView()), lane);
            writer.write(
                    new LogRecord(lane, "refresh-price", false, now, key, value, null, TracedWrite.header(sending)),
                    TracedWrite.of(sending, lane, listener));
        });
    }
}
