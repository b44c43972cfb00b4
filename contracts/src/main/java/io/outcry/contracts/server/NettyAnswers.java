// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;

/** Answers that are written right behind the HTTP codec, without Spring. */
public final class NettyAnswers {

    /** What a good answer is made of. */
    public static final AsciiString JSON = AsciiString.cached(MediaType.APPLICATION_JSON_VALUE);

    /** What a {@link Problem} is made of. */
    public static final AsciiString PROBLEM = AsciiString.cached(MediaType.APPLICATION_PROBLEM_JSON_VALUE);

    private NettyAnswers() {}

    /** An answer with the two headers that every body has. */
    public static FullHttpResponse of(int status, AsciiString contentType, byte[] body) {
        FullHttpResponse answer = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(body));
        answer.headers().set(HttpHeaderNames.CONTENT_TYPE, contentType).set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        return answer;
    }

    /** The answer to {@code problem}, the same as {@link ProblemResponses#respond}. */
    public static FullHttpResponse of(Problem problem) {
        FullHttpResponse answer = of(problem.status(), PROBLEM, problem.toJson().getBytes(StandardCharsets.UTF_8));
        problem.retryAfterSeconds().ifPresent(seconds -> answer.headers().set(HttpHeaderNames.RETRY_AFTER, seconds));
        if (problem.location() != null) {
            answer.headers().set(HttpHeaderNames.LOCATION, problem.location());
        }
        if (problem.code() == ErrorCode.UNAUTHORIZED) {
            answer.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
        }
        return answer;
    }
}
