// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.json.Utf8;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/** Reads a body: at most {@value #MAX_BYTES} bytes whatever the server is configured for, one JSON object and nothing after it. */
final class JsonBody {

    static final int MAX_BYTES = 1 << 20;
    private static final int MAX_DEPTH = 16;
    /** The parser keeps the names that it has seen, thousands of them, whoever sent them. */
    static final int MAX_NAME = 256;
    /** Longest piece of a client's text that is quoted back. */
    private static final int MAX_QUOTED = 64;

    private static final Problem NO_ROOM = Problem.of(
            ErrorCode.OVERLOADED, "the server receives as much of long bodies as it has room for; nothing was done")
            .withRetryAfter(Duration.ofSeconds(1));

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_BYTES)
                    .maxNumberLength(MAX_BYTES)
                    .maxNameLength(MAX_NAME)
                    .build())
            .build();

    private JsonBody() {}

    /** The bytes of the body; signals UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or OVERLOADED if there is no room for a long one. */
    static Mono<byte[]> read(ServerRequest request, LongBodies longBodies) {
        if (!isJson(request)) {
            return Mono.error(new ApiException(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE, "send the header 'Content-Type: application/json', and the body as it is"));
        }
        if (request.headers().contentLength().orElse(0) > MAX_BYTES) {
            return Mono.error(tooLarge());
        }
        return Mono.using(() -> new Received(longBodies), body -> received(request, body), Received::close, false);
    }

    private static Mono<byte[]> received(ServerRequest request, Received body) {
        return request.exchange().getRequest().getBody()
                .collect(() -> body, Received::append)
                .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
                .filter(received -> received.bytes.size() > 0)
                .map(received -> received.bytes.toByteArray())
                .switchIfEmpty(Mono.error(new ApiException(ErrorCode.MALFORMED_JSON, "the body is empty")));
    }

    /**
     * Parses one object.
     *
     * @param reader is given the parser at the object's first token and leaves it at the last
     * @throws ApiException MALFORMED_JSON, or what {@code reader} throws
     */
    static <T extends @Nullable Object> T parse(byte[] body, Function<JsonParser, T> reader) {
        if (!Utf8.isJson(body)) {
            throw new ApiException(ErrorCode.MALFORMED_JSON, "the body is not UTF-8");
        }
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            try {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    throw new ApiException(ErrorCode.MALFORMED_JSON, "the body must be a JSON object");
                }
                T result = reader.apply(parser);
                if (parser.nextToken() != null) {
                    throw new ApiException(ErrorCode.MALFORMED_JSON, "something follows the JSON object");
                }
                return result;
            } catch (JacksonException e) {
                throw malformed(parser, e instanceof StreamConstraintsException ? "too long or too deep" : "not JSON");
            }
        } catch (JacksonException e) {
            throw new ApiException(ErrorCode.MALFORMED_JSON, "the body is not JSON");
        }
    }

    /** At most {@value #MAX_QUOTED} characters of what a client wrote. */
    static String quoted(String text) {
        return text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "...";
    }

    private static boolean isJson(ServerRequest request) {
        try {
            return request.headers().contentType().filter(MediaType.APPLICATION_JSON::equalsTypeAndSubtype).isPresent()
                    && request.headers().header(HttpHeaders.CONTENT_ENCODING).stream().allMatch("identity"::equalsIgnoreCase);
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private static ApiException malformed(JsonParser parser, String what) {
        var at = parser.currentLocation();
        String detail = what + " at line " + at.getLineNr() + ", column " + at.getColumnNr();
        String field = enclosingField(parser);
        return new ApiException(
                field == null
                        ? Problem.of(ErrorCode.MALFORMED_JSON, detail)
                        : Problem.inField(ErrorCode.MALFORMED_JSON, quoted(field), detail));
    }

    /** The innermost field around the place where parsing ended. */
    private static @Nullable String enclosingField(JsonParser parser) {
        for (TokenStreamContext at = parser.streamReadContext(); at != null; at = at.getParent()) {
            if (at.currentName() != null) {
                return at.currentName();
            }
        }
        return null;
    }

    private static ApiException tooLarge() {
        return new ApiException(ErrorCode.PAYLOAD_TOO_LARGE, "a body has at most " + MAX_BYTES + " bytes");
    }

    /** What has come of a body. It holds its room among the long ones until the body is made use of, or will not come whole. */
    private static final class Received {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final LongBodies longBodies;
        /** How long it may become before it takes more; it doubles, as what the bytes are written to does. */
        private int room = LongBodies.SHORT;

        Received(LongBodies longBodies) {
            this.longBodies = longBodies;
        }

        /**
         * Copies a part and gives it back: a body may come byte by byte, and each part takes tens of times as much memory as a byte. A part
         * that is too much is discarded, and so given back by the one who discards it.
         */
        void append(DataBuffer part) {
            int length = bytes.size() + part.readableByteCount();
            if (length > MAX_BYTES) {
                throw tooLarge();
            }
            for (; room < length; room *= 2) {
                if (!longBodies.take(room)) {
                    throw new ApiException(NO_ROOM);
                }
            }
            byte[] copy = new byte[part.readableByteCount()];
            part.read(copy);
            bytes.writeBytes(copy);
            DataBufferUtils.release(part);
        }

        void close() {
            longBodies.giveBack(room - LongBodies.SHORT);
        }
    }
}
