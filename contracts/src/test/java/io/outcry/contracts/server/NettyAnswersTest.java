// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.FullHttpResponse;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.web.reactive.function.server.ServerResponse;

class NettyAnswersTest {

    static Stream<Problem> problems() {
        return Stream.of(
                Problem.of(ErrorCode.UNAUTHORIZED, "who are you"),
                Problem.of(ErrorCode.OVERLOADED, "later").withRetryAfter(Duration.ofSeconds(3)),
                Problem.of(ErrorCode.OUTCOME_UNKNOWN, "look it up").withLocation("/api/v1/orders/7"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void aProblemIsAnsweredAsOnTheWayThroughSpring(Problem problem) {
        FullHttpResponse answer = NettyAnswers.of(problem);
        ServerResponse spring = Objects.requireNonNull(ProblemResponses.respond(problem).block());

        assertThat(answer.status().code()).isEqualTo(spring.statusCode().value());
        assertThat(answer.content().toString(StandardCharsets.UTF_8)).isEqualTo(problem.toJson());
        assertThat(answer.headers().getInt("content-length")).isEqualTo(answer.content().readableBytes());
        assertThat(lowerCase(answer.headers().remove("content-length").entries()))
                .isEqualTo(lowerCase(spring.headers().toSingleValueMap().entrySet()));
    }

    private static Map<String, String> lowerCase(Collection<Map.Entry<String, String>> headers) {
        return headers.stream().collect(Collectors.toMap(header -> header.getKey().toLowerCase(Locale.ROOT), Map.Entry::getValue));
    }
}
