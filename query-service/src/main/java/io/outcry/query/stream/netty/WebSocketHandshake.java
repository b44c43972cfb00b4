// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The server's half of the opening handshake (RFC 6455, section 4.2). */
final class WebSocketHandshake {

    static final String VERSION = "13";

    /** A key is 16 bytes in Base64. */
    private static final int KEY_LENGTH = 24;

    private WebSocketHandshake() {}

    /** @throws ApiException if it is no opening handshake */
    static String accept(HttpRequest request) {
        HttpHeaders headers = request.headers();
        if (!request.method().equals(HttpMethod.GET)) {
            throw new ApiException(ErrorCode.METHOD_NOT_ALLOWED, "this path knows GET");
        }
        boolean upgrade = headers.containsValue(HttpHeaderNames.CONNECTION, "upgrade", true)
                && headers.containsValue(HttpHeaderNames.UPGRADE, "websocket", true);
        if (!upgrade || !VERSION.equals(headers.get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
            throw new ApiException(
                    ErrorCode.UPGRADE_REQUIRED, "open a WebSocket here (version " + VERSION + "), or read /api/v1/stream/prices?symbols=");
        }
        String key = headers.get(HttpHeaderNames.SEC_WEBSOCKET_KEY);
        if (key == null || key.length() != KEY_LENGTH || !request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            throw new ApiException(ErrorCode.INVALID_PARAMETER, "an opening handshake is HTTP/1.1 with a Sec-WebSocket-Key of 16 bytes");
        }
        try {
            byte[] text = (key + WebSocketServerHandshaker13.WEBSOCKET_13_ACCEPT_GUID).getBytes(StandardCharsets.US_ASCII);
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
