// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebSocketHandshakeTest {

    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

    /** The example of RFC 6455, section 1.3. */
    @Test
    void theAnswerIsMadeOfTheKey() {
        assertThat(WebSocketHandshake.accept(request("GET", "HTTP/1.1", "keep-alive, Upgrade", "WebSocket", "13", KEY)))
                .isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    @ParameterizedTest
    @CsvSource({
        "POST, HTTP/1.1, Upgrade, websocket, 13, " + KEY + ", METHOD_NOT_ALLOWED",
        "GET, HTTP/1.1, keep-alive, websocket, 13, " + KEY + ", UPGRADE_REQUIRED",
        "GET, HTTP/1.1, Upgrade, h2c, 13, " + KEY + ", UPGRADE_REQUIRED",
        "GET, HTTP/1.1, Upgrade, websocket, 8, " + KEY + ", UPGRADE_REQUIRED",
        "GET, HTTP/1.1, Upgrade, websocket, , " + KEY + ", UPGRADE_REQUIRED",
        "GET, HTTP/1.0, Upgrade, websocket, 13, " + KEY + ", INVALID_PARAMETER",
        "GET, HTTP/1.1, Upgrade, websocket, 13, , INVALID_PARAMETER",
        "GET, HTTP/1.1, Upgrade, websocket, 13, dGhlIHNhbXBsZSBub25jZQ, INVALID_PARAMETER",
        "GET, HTTP/1.1, Upgrade, websocket, 13, " + KEY + "=, INVALID_PARAMETER"})
    void whatIsNoOpeningHandshakeIsRefused(
            String method, String version, String connection, String upgrade, String webSocket, String key, ErrorCode code) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> WebSocketHandshake.accept(request(method, version, connection, upgrade, webSocket, key)))
                .satisfies(refused -> assertThat(refused.problem().code()).isEqualTo(code));
    }

    private static HttpRequest request(
            String method, String version, String connection, String upgrade, String webSocket, String key) {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.valueOf(version), HttpMethod.valueOf(method), "/api/v1/stream");
        request.headers().set("Connection", connection).set("Upgrade", upgrade);
        if (webSocket != null) {
            request.headers().set("Sec-WebSocket-Version", webSocket);
        }
        if (key != null) {
            request.headers().set("Sec-WebSocket-Key", key);
        }
        return request;
    }
}
