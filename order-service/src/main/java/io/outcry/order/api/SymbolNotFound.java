// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.Problem;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** A path whose symbol does not exist: the code of an unknown symbol, but 404 instead of 422, since it is the resource that is missing. */
final class SymbolNotFound {

    private SymbolNotFound() {}

    static Mono<ServerResponse> respond(String symbol) {
        Problem problem = NewOrders.unknown(symbol);
        String status = "\"status\":";
        String body = problem.toJson().replaceFirst(status + problem.code().status(), status + HttpStatus.NOT_FOUND.value());
        return ServerResponse.status(HttpStatus.NOT_FOUND)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .bodyValue(body);
    }
}
