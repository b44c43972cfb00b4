// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.server.NettyAnswers;

/** A refusal below WebFlux, as everywhere else: {@code application/problem+json}. The connection ends with it. */
final class ProblemAnswers {

    private ProblemAnswers() {}

    static FullHttpResponse of(Problem problem) {
        FullHttpResponse response = NettyAnswers.of(problem);
        response.headers().set(HttpHeaderNames.CONNECTION, "close");
        if (problem.code() == ErrorCode.METHOD_NOT_ALLOWED) {
            response.headers().set(HttpHeaderNames.ALLOW, "GET");
        } else if (problem.code() == ErrorCode.UPGRADE_REQUIRED) {
            response.headers().add(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE)
                    .set(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET)
                    .set(HttpHeaderNames.SEC_WEBSOCKET_VERSION, WebSocketHandshake.VERSION);
        }
        return response;
    }
}
