// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import java.nio.charset.StandardCharsets;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/** Answers what no route handled, an unknown path above all, as a problem like every other error. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ProblemExceptionHandler implements WebExceptionHandler {

    private static final String ACTUATOR = "/actuator/";
    private static final String HEALTH = ACTUATOR + "health/";

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        var response = exchange.getResponse();
        if (response.isCommitted()) {
            return Mono.error(failure);
        }
        if (ProblemResponses.isClientGone(failure)) {
            // Nobody reads it; it is no failure of the server in what is counted and logged.
            response.setStatusCode(HttpStatus.BAD_REQUEST);
            return Mono.empty();
        }
        Problem problem = problem(exchange, failure);
        response.setStatusCode(HttpStatusCode.valueOf(problem.status()));
        response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (failure instanceof MethodNotAllowedException other) {
            response.getHeaders().setAllow(other.getSupportedMethods());
        }
        byte[] body = problem.toJson().getBytes(StandardCharsets.UTF_8);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }

    private static Problem problem(ServerWebExchange exchange, Throwable failure) {
        if (isNoHealth(exchange, failure)) {
            return Problem.of(ErrorCode.NOT_FOUND, "no such path");
        }
        if (isNoForm(exchange, failure)) {
            return Problem.of(ErrorCode.NOT_ACCEPTABLE, "the header Accept is empty");
        }
        return ProblemResponses.of(failure);
    }

    /** Spring's metrics fail at an {@code Accept} that names nothing. */
    private static boolean isNoForm(ServerWebExchange exchange, Throwable failure) {
        var request = exchange.getRequest();
        return failure instanceof NullPointerException && request.getPath().value().startsWith(ACTUATOR)
                && request.getHeaders().containsHeader(HttpHeaders.ACCEPT) && request.getHeaders().getAccept().isEmpty();
    }

    /** Two names below Spring's health, of which it does not know the first, make it fail where it should find nothing. */
    private static boolean isNoHealth(ServerWebExchange exchange, Throwable failure) {
        String path = exchange.getRequest().getPath().value();
        return failure instanceof IllegalStateException && path.startsWith(HEALTH) && path.indexOf('/', HEALTH.length()) > 0;
    }
}
