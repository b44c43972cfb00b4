// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.position.PositionToken;
import io.outcry.contracts.trace.TracedRequests;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.position.PositionBarrier;
import io.outcry.query.position.ViewAges;
import io.outcry.query.view.Held;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewLog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/**
 * What all reads share: waiting for the position a client asks for, and saying which position an answer is of and how old it is. Ages are
 * rounded up to whole seconds, so that none is younger than the truth. Answers that say that something does not exist carry both as well,
 * and so do those that say that a position was not reached.
 */
final class ReadAnswers {

    /** How many outcomes are missing in what was read, for good; only there if any are. */
    static final String INCOMPLETE = "Outcry-Incomplete";

    private final PositionBarrier barrier;
    private final ViewAges ages;
    private final ViewGuard guard;
    private final NearMarket near;
    private final Timer reached;
    private final Timer missed;

    ReadAnswers(PositionBarrier barrier, ViewAges ages, ViewGuard guard, NearMarket near, MeterRegistry registry) {
        this.barrier = barrier;
        this.ages = ages;
        this.guard = guard;
        this.near = near;
        this.reached = waits(registry, "reached");
        this.missed = waits(registry, "missed");
    }

    private static Timer waits(MeterRegistry registry, String result) {
        return Timer.builder("outcry.query.readafter.wait").tag("result", result)
                .description("Waits for the position in Outcry-Read-After, or for that of an order's id").publishPercentileHistogram()
                .register(registry);
    }

    /** Completes when the view holds the position in the request's header; at once if there is none. */
    Mono<Void> readAfter(ServerRequest request) {
        return token(request).map(token -> readAfter(request, token)).orElse(Mono.empty());
    }

    /** Completes when the view holds {@code token}, as if the request's header said so. */
    Mono<Void> readAfter(ServerRequest request, PositionToken token) {
        if (barrier.awaited(token).stream().anyMatch(guard::isOpen)) {
            return Mono.error(ViewGuard.refused());
        }
        return timed(request, barrier, ages, token);
    }

    /** As {@link #readAfter}, for what is read from the near-cache. */
    Mono<Void> nearReadAfter(ServerRequest request) {
        return token(request).map(token -> timed(request, near.barrier(), near.ages(), token)).orElse(Mono.empty());
    }

    /** Whether the request names a position to wait for. */
    static boolean waitsForPosition(ServerRequest request) {
        return request.headers().asHttpHeaders().containsHeader(PositionToken.READ_AFTER_HEADER);
    }

    private static Optional<PositionToken> token(ServerRequest request) {
        List<String> header = request.headers().header(PositionToken.READ_AFTER_HEADER);
        if (header.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(PositionToken.parse(String.join(",", header)).orElseThrow(() -> new ApiException(Problem.inField(
                ErrorCode.INVALID_PARAMETER, PositionToken.READ_AFTER_HEADER, "not a position that this service has given out"))));
    }

    private Mono<Void> timed(ServerRequest request, PositionBarrier waits, ViewAges agesThere, PositionToken token) {
        long start = System.nanoTime();
        return TracedRequests.span("await position", SpanKind.INTERNAL, waits.await(token))
                .doOnSuccess(_ -> reached.record(System.nanoTime() - start, TimeUnit.NANOSECONDS))
                .doOnError(_ -> {
                    missed.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
                    stamp(request, waits.standing(token), agesThere);
                });
    }

    /** As {@link #stamp(ServerRequest, List)}, of something from the near-cache. */
    void stampNear(ServerRequest request, Held<?> read) {
        stamp(request, List.of(read), near.ages().ageMillis(read.partition(), read.position()));
    }

    /** States the positions of what was read and the age of the oldest of them. */
    void stamp(ServerRequest request, List<? extends Held<?>> read) {
        stamp(request, read, ages);
    }

    private void stamp(ServerRequest request, List<? extends Held<?>> read, ViewAges agesThere) {
        stamp(request, read, read.stream().mapToLong(held -> agesThere.ageMillis(held.partition(), held.position())).max().orElse(0));
    }

    /** States the positions of what was read and an age. */
    void stamp(ServerRequest request, List<? extends Held<?>> read, long ageMillis) {
        stamped(read, ageMillis).on(request);
    }

    /**
     * What an answer says about itself, ready to be sent with any number of answers.
     *
     * @param position empty for none
     * @param lost outcomes that are missing for good, empty for none
     */
    record Stamp(String age, String position, String lost) {

        /** What was said before, of a wait that failed, is not true of what is answered instead. */
        void on(ServerRequest request) {
            HttpHeaders headers = request.exchange().getResponse().getHeaders();
            headers.set(HttpHeaders.AGE, age);
            set(headers, PositionToken.POSITION_HEADER, position);
            set(headers, INCOMPLETE, lost);
        }

        private static void set(HttpHeaders headers, String name, String value) {
            if (value.isEmpty()) {
                headers.remove(name);
            } else {
                headers.set(name, value);
            }
        }
    }

    /** The positions of what was read and an age. */
    static Stamp stamped(List<? extends Held<?>> read, long ageMillis) {
        long seconds = Math.ceilDiv(Math.max(0, ageMillis), Duration.ofSeconds(1).toMillis());
        List<Long> orders = new ArrayList<>(read.size());
        List<Long> prices = new ArrayList<>(0);
        long lost = 0;
        for (Held<?> held : read) {
            ViewPosition position = held.position();
            long offset = held.partition().log().held(position);
            if (offset >= 0) {
                (held.partition().log() == ViewLog.ORDERS ? orders : prices).add(LogPosition.of(held.partition().number(), offset));
            }
            lost += position.lost();
        }
        return new Stamp(
                Long.toString(seconds), orders.isEmpty() && prices.isEmpty() ? "" : new PositionToken(orders, prices).toString(),
                lost > 0 ? Long.toString(lost) : "");
    }

    /** 200 with {@code json}, or 304 if the client has it already. */
    static Mono<ServerResponse> ok(ServerRequest request, CharSequence json) {
        return ok(request, json.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** 200 with {@code json}, or 304 if the client has it already. */
    static Mono<ServerResponse> ok(ServerRequest request, byte[] json) {
        return ok(request, json, ETags.of(json));
    }

    /** 200 with {@code json}, or 304 if the client has what {@code tag} names. */
    static Mono<ServerResponse> ok(ServerRequest request, byte[] json, String tag) {
        request.exchange().getResponse().getHeaders().set(HttpHeaders.ETAG, tag);
        List<String> known = request.headers().header(HttpHeaders.IF_NONE_MATCH);
        if (!known.isEmpty() && ETags.matches(known, tag)) {
            return ServerResponse.status(HttpStatus.NOT_MODIFIED).build();
        }
        return ServerResponse.ok().contentType(MediaType.APPLICATION_JSON).bodyValue(json);
    }

    /** 200 with {@code json}, which is another one at every moment. */
    static Mono<ServerResponse> ok(CharSequence json) {
        return ServerResponse.ok().contentType(MediaType.APPLICATION_JSON).bodyValue(json.toString().getBytes(StandardCharsets.UTF_8));
    }
}
