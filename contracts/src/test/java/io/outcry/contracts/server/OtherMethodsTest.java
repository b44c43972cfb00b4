// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

class OtherMethodsTest {

    private static final RouterFunction<ServerResponse> READS = RouterFunctions.route()
            .GET("/orders/{id}", request -> ServerResponse.ok().header("X-Id", request.pathVariable("id")).bodyValue("an order"))
            .build();
    private static final RouterFunction<ServerResponse> WRITES = RouterFunctions.route()
            .POST("/orders", _ -> ServerResponse.ok().build())
            .DELETE("/orders/{id}", _ -> ServerResponse.ok().build())
            .build();

    private final WebTestClient client = WebTestClient
            .bindToRouterFunction(READS.and(WRITES).and(new OtherMethods(() -> Stream.of(READS, WRITES)))).build();

    @Test
    void aPathThatKnowsOtherMethodsSaysWhichInTheWordsOfAProblem() {
        client.put().uri("/orders/7").exchange()
                .expectStatus().isEqualTo(405)
                .expectHeader().valueEquals("Allow", "GET, DELETE, HEAD, OPTIONS")
                .expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody().jsonPath("$.code").isEqualTo("METHOD_NOT_ALLOWED");
        client.get().uri("/orders").exchange()
                .expectStatus().isEqualTo(405)
                .expectHeader().valueEquals("Allow", "POST, OPTIONS");
        client.head().uri("/orders").exchange()
                .expectStatus().isEqualTo(405);
    }

    @Test
    void whatIsKnownIsLeftToWhoKnowsItInWhateverOrderTheyAreAsked() {
        WebTestClient.bindToRouterFunction(new OtherMethods(() -> Stream.of(READS, WRITES)).and(READS)).build()
                .get().uri("/orders/7").exchange().expectStatus().isOk();
    }

    @Test
    void headIsWhatGetIs() {
        client.head().uri("/orders/7").exchange().expectStatus().isOk().expectHeader().valueEquals("X-Id", "7");
    }

    @Test
    void optionsAreTheMethods() {
        client.options().uri("/orders/7").exchange()
                .expectStatus().isNoContent()
                .expectHeader().valueEquals("Allow", "GET, DELETE, HEAD, OPTIONS")
                .expectBody().isEmpty();
    }

    @Test
    void aPathThatNobodyKnowsStaysUnknown() {
        client.method(HttpMethod.PATCH).uri("/nothing").exchange().expectStatus().isNotFound().expectHeader().doesNotExist("Allow");
    }
}
