// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What a path is asked that is known by other methods only (RFC 9110): HEAD is answered as GET is, without the body, which the server leaves
 * out; OPTIONS by the methods there are; everything else by 405 and those. Asked after all other routes.
 */
final class OtherMethods implements RouterFunction<ServerResponse> {

    private static final List<HttpMethod> METHODS =
            List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE);

    private final Supplier<Stream<RouterFunction<ServerResponse>>> routes;

    /** @param routes all there are, this one among them or not; asked for at each request, since some are made after this one */
    OtherMethods(Supplier<Stream<RouterFunction<ServerResponse>>> routes) {
        this.routes = routes;
    }

    @Override
    public Mono<HandlerFunction<ServerResponse>> route(ServerRequest request) {
        if (!request.method().equals(HttpMethod.HEAD)) {
            return refusal(request);
        }
        ServerRequest get = as(HttpMethod.GET, request);
        return handler(get).map(handler -> (HandlerFunction<ServerResponse>) _ -> handler.handle(get))
                .switchIfEmpty(Mono.defer(() -> refusal(request)));
    }

    /** Nothing, if no method is known for the path, or the one that is asked for: then this is not the last to be asked. */
    private Mono<HandlerFunction<ServerResponse>> refusal(ServerRequest request) {
        return Flux.fromIterable(METHODS)
                .filterWhen(method -> handler(as(method, request)).hasElement())
                .collectList()
                .filter(known -> !known.isEmpty() && !known.contains(request.method()))
                .map(known -> _ -> answer(request.method(), known));
    }

    private Mono<HandlerFunction<ServerResponse>> handler(ServerRequest request) {
        return Flux.fromStream(() -> routes.get().filter(each -> each != this)).concatMap(each -> each.route(request)).next();
    }

    private static ServerRequest as(HttpMethod method, ServerRequest request) {
        return ServerRequest.from(request).method(method).build();
    }

    private static Mono<ServerResponse> answer(HttpMethod asked, List<HttpMethod> known) {
        List<HttpMethod> all = new ArrayList<>(known);
        if (known.contains(HttpMethod.GET)) {
            all.add(HttpMethod.HEAD);
        }
        all.add(HttpMethod.OPTIONS);
        String allow = all.stream().map(HttpMethod::name).collect(Collectors.joining(", "));
        if (asked.equals(HttpMethod.OPTIONS)) {
            return ServerResponse.noContent().header(HttpHeaders.ALLOW, allow).build();
        }
        return ServerResponse.status(HttpStatus.METHOD_NOT_ALLOWED).header(HttpHeaders.ALLOW, allow)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .bodyValue(Problem.of(ErrorCode.METHOD_NOT_ALLOWED, "this path knows " + allow).toJson());
    }
}
