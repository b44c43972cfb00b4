// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import java.net.URI;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.web.reactive.function.server.HandlerFilterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.netty.channel.AbortedException;
import reactor.util.context.Context;

/** Turns what goes wrong while a request is handled into an answer of type {@code application/problem+json}. */
public final class ProblemResponses {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemResponses.class);

    /** Where Reactor looks for what becomes of a failure that nobody hears any more: else it logs each as an error. */
    private static final String DROPPED = "reactor.onErrorDropped.local";

    private ProblemResponses() {}

    /**
     * Wraps routes: whatever they throw or signal is answered as a problem, unless it is that the client has gone. Of one who goes in the
     * middle of his body the server tells who reads that twice, and the second time nobody listens.
     */
    public static HandlerFilterFunction<ServerResponse, ServerResponse> filter() {
        Consumer<Throwable> dropped = failure -> {
            if (!isClientGone(failure)) {
                Operators.onErrorDropped(failure, Context.empty());
            }
        };
        return (request, next) -> Mono.defer(() -> next.handle(request))
                .contextWrite(context -> context.put(DROPPED, dropped))
                .onErrorResume(failure -> !isClientGone(failure), failure -> respond(of(failure)));
    }

    /** Whether a client has left before his request was whole, or before he was answered: nobody's fault and nothing to tell. */
    static boolean isClientGone(Throwable failure) {
        return failure instanceof AbortedException || AbortedException.isConnectionReset(failure);
    }

    /** The answer to {@code problem}. */
    public static Mono<ServerResponse> respond(Problem problem) {
        var response = ServerResponse.status(problem.status()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
        problem.retryAfterSeconds().ifPresent(seconds -> response.header(HttpHeaders.RETRY_AFTER, String.valueOf(seconds)));
        if (problem.location() != null) {
            response.location(URI.create(problem.location()));
        }
        if (problem.code() == ErrorCode.UNAUTHORIZED) {
            response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        return response.bodyValue(problem.toJson());
    }

    /** What a failure means to the caller; one that nobody foresaw is logged and answered as INTERNAL. */
    public static Problem of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ApiException api) {
                return api.problem();
            }
        }
        if (failure instanceof InvalidMimeTypeException || failure instanceof HttpMessageNotWritableException) {
            return Problem.of(ErrorCode.NOT_ACCEPTABLE, "the header Accept names no form that the answer has");
        }
        if (failure instanceof ResponseStatusException status) {
            return ofStatus(status);
        }
        LOG.atError().setCause(failure).log("a request failed unexpectedly and was answered INTERNAL");
        return Problem.of(ErrorCode.INTERNAL, "the failure was logged");
    }

    private static Problem ofStatus(ResponseStatusException failure) {
        return switch (failure.getStatusCode().value()) {
            case 404 -> Problem.of(ErrorCode.NOT_FOUND, "no such path");
            case 405 -> Problem.of(ErrorCode.METHOD_NOT_ALLOWED, "this path knows other methods");
            case 406 -> Problem.of(ErrorCode.NOT_ACCEPTABLE, "answers are application/json");
            case 413 -> Problem.of(ErrorCode.PAYLOAD_TOO_LARGE, "the body is longer than the server reads");
            case 415 -> Problem.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "send application/json");
            case 400 -> Problem.of(ErrorCode.INVALID_PARAMETER, "a parameter has a value that cannot be read");
            default -> {
                LOG.atError().setCause(failure).log("a request failed unexpectedly and was answered INTERNAL");
                yield Problem.of(ErrorCode.INTERNAL, "the failure was logged");
            }
        };
    }
}
