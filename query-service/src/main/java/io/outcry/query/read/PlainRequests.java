// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.outcry.contracts.position.PositionToken;
import io.outcry.contracts.trace.TraceParent;
import org.jspecify.annotations.Nullable;

/** Requests that can be answered right behind the HTTP codec: nothing in them changes what is answered, or what the connection becomes. */
final class PlainRequests {

    private static final AsciiString READ_AFTER = AsciiString.cached(PositionToken.READ_AFTER_HEADER);
    private static final AsciiString TRACE = AsciiString.cached(TraceParent.HEADER);

    private PlainRequests() {}

    /** What stands behind {@code path} as it is, if the request is a plain GET of one thing there; else null. */
    @Nullable
    static String below(String path, HttpRequest request) {
        String uri = request.uri();
        if (!uri.startsWith(path) || !request.method().equals(HttpMethod.GET) || !request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            return null;
        }
        for (int i = path.length(); i < uri.length(); i++) {
            char at = uri.charAt(i);
            if (at == '/' || at == '?' || at == '%' || at == ';' || at == '#') {
                return null;
            }
        }
        return isPlain(request.headers()) ? uri.substring(path.length()) : null;
    }

    private static boolean isPlain(HttpHeaders headers) {
        return !headers.contains(READ_AFTER) && !headers.contains(TRACE) && !headers.contains(HttpHeaderNames.IF_NONE_MATCH)
                && !headers.contains(HttpHeaderNames.CONNECTION) && !headers.contains(HttpHeaderNames.UPGRADE)
                && !headers.contains(HttpHeaderNames.CONTENT_LENGTH) && !headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                && !headers.contains(HttpHeaderNames.EXPECT);
    }
}
