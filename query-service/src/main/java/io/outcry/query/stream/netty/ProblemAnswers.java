// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import java.nio.charset.StandardCharsets;

/** A refusal below WebFlux, as everywhere else: {@code application/problem+json}. The connection ends with it. */
final class ProblemAnswers {

    private ProblemAnswers() {}

    static FullHttpResponse of(Problem problem) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(problem.status()),
                Unpooled.copiedBuffer(problem.toJson(), StandardCharsets.UTF_8));
        HttpHeaders headers = response.headers();
        headers.set(HttpHeaderNames.CONTENT_TYPE, "application/problem+json").set(HttpHeaderNames.CONNECTION, "close");
        headers.set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
        problem.retryAfterSeconds().ifPresent(seconds -> headers.set(HttpHeaderNames.RETRY_AFTER, seconds));
        if (problem.code() == ErrorCode.UNAUTHORIZED) {
            headers.set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
        }
        if (problem.code() == ErrorCode.METHOD_NOT_ALLOWED) {
            headers.set(HttpHeaderNames.ALLOW, "GET");
        }
        return response;
    }
}
