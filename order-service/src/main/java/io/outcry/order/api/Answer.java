// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.netty.handler.codec.http.FullHttpResponse;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.position.PositionToken;
import io.outcry.contracts.server.NettyAnswers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/**
 * What a command is answered with, before it is an HTTP response or a line of a batch's response.
 *
 * @param body an order's JSON, or a problem's
 * @param problem null: it went well
 * @param positions of its commands in the log, as far as they are known to be there; at most one for each partition
 * @param location where to ask later
 */
record Answer(int status, String body, @Nullable Problem problem, List<Long> positions, @Nullable String location) {

    static final String POSITION_HEADER = "Outcry-Position";
    static final String APPLIED_HEADER = "Preference-Applied";

    static Answer done(int status, String body, long position) {
        return new Answer(status, body, null, List.of(position), null);
    }

    static Answer accepted(String body, long position, String location) {
        return new Answer(202, body, null, List.of(position), location);
    }

    static Answer refused(Problem problem) {
        return refused(problem, List.of());
    }

    static Answer refused(Problem problem, long position) {
        return refused(problem, List.of(position));
    }

    static Answer refused(Problem problem, List<Long> positions) {
        return new Answer(problem.status(), problem.toJson(), problem, positions, problem.location());
    }

    /** The code of the error, if it is one. */
    Optional<ErrorCode> code() {
        return Optional.ofNullable(problem).map(Problem::code);
    }

    /** After how many seconds another try makes sense, if it does. */
    OptionalLong retryAfterSeconds() {
        return problem == null ? OptionalLong.empty() : problem.retryAfterSeconds();
    }

    /** @param applied the preferences that were honoured, if any */
    Mono<ServerResponse> toResponse(@Nullable String applied) {
        var response = ServerResponse.status(status)
                .contentType(problem == null ? MediaType.APPLICATION_JSON : MediaType.APPLICATION_PROBLEM_JSON);
        headers(applied, response::header);
        return response.bodyValue(body.getBytes(StandardCharsets.UTF_8));
    }

    /** The same for one that is written without Spring. */
    FullHttpResponse toNetty(@Nullable String applied) {
        FullHttpResponse response = NettyAnswers.of(
                status, problem == null ? NettyAnswers.JSON : NettyAnswers.PROBLEM, body.getBytes(StandardCharsets.UTF_8));
        headers(applied, response.headers()::set);
        return response;
    }

    private void headers(@Nullable String applied, BiConsumer<String, String> out) {
        if (!positions.isEmpty()) {
            out.accept(POSITION_HEADER, new PositionToken(positions, List.of()).toString());
        }
        if (location != null) {
            out.accept(HttpHeaders.LOCATION, location);
        }
        if (applied != null) {
            out.accept(APPLIED_HEADER, applied);
        }
        retryAfterSeconds().ifPresent(seconds -> out.accept(HttpHeaders.RETRY_AFTER, String.valueOf(seconds)));
    }
}
