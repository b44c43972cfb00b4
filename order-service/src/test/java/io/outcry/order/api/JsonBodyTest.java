// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class JsonBodyTest {

    private final NettyDataBufferFactory buffers = new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT);
    private final List<ByteBuf> parts = new ArrayList<>();
    private final LongBodies longBodies = new LongBodies(2 * (JsonBody.MAX_BYTES - LongBodies.SHORT));
    private int mostHeld;

    /** Each is a piece of what was read from a connection, which goes on to be used. */
    @AfterEach
    void everyPartWasGivenBackOnce() {
        assertThat(parts).allMatch(part -> part.refCnt() == 1);
    }

    private DataBuffer part(byte[] bytes) {
        ByteBuf part = Unpooled.buffer().writeBytes(bytes);
        parts.add(part);
        mostHeld = Math.max(mostHeld, (int) parts.stream().filter(each -> each.refCnt() == 2).count() + 1);
        return buffers.wrap(part.retain());
    }

    private Mono<byte[]> read(Flux<DataBuffer> parts) {
        return read(MockServerHttpRequest.post("/").contentType(MediaType.APPLICATION_JSON).body(parts));
    }

    private Mono<byte[]> read(MockServerHttpRequest request) {
        return JsonBody.read(ServerRequest.create(MockServerWebExchange.from(request), List.of()), longBodies);
    }

    /** A part takes tens of times as much memory as a byte: a client that sends his body byte by byte must not make the server keep them. */
    @Test
    void noMoreThanOnePartIsKept() {
        byte[] body = "x".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
        assertThat(read(Flux.range(0, body.length).map(i -> part(new byte[]{body[i]}))).block()).isEqualTo(body);
        assertThat(mostHeld).isEqualTo(1);
    }

    @Test
    void theLongestBodyIsReadAndALongerOneIsNot() {
        assertThat(read(Flux.range(0, 2).map(_ -> part(new byte[JsonBody.MAX_BYTES / 2]))).block()).hasSize(JsonBody.MAX_BYTES);
        Mono<byte[]> longer = read(Flux.range(0, 3).map(i -> part(new byte[i == 0 ? 1 : JsonBody.MAX_BYTES / 2])));
        assertRefused(ErrorCode.PAYLOAD_TOO_LARGE, longer);
    }

    @Test
    void aBodyThatSaysThatItIsTooLongIsNotRead() {
        var request = MockServerHttpRequest.post("/").contentType(MediaType.APPLICATION_JSON);
        Flux<DataBuffer> longest = Flux.range(0, 1).map(_ -> part(new byte[JsonBody.MAX_BYTES]));
        assertThat(read(request.contentLength(JsonBody.MAX_BYTES).body(longest)).block()).hasSize(JsonBody.MAX_BYTES);
        Flux<DataBuffer> unread = Flux.error(new AssertionError("somebody reads it"));
        assertRefused(ErrorCode.PAYLOAD_TOO_LARGE, read(request.contentLength(JsonBody.MAX_BYTES + 1).body(unread)));
    }

    /** One account opens as many connections as it likes, and sends all of a long body on each but the last byte. */
    @Test
    void aLongBodyIsRefusedWhileOthersThatAreNotWholeTakeTheRoom() {
        Disposable first = endless(JsonBody.MAX_BYTES).subscribe();
        endless(JsonBody.MAX_BYTES).subscribe();
        assertThat(read(Flux.range(0, 1).map(_ -> part(new byte[LongBodies.SHORT]))).block()).as("a short one").hasSize(LongBodies.SHORT);
        Mono<byte[]> oneMore = read(Flux.range(0, 2).map(_ -> part(new byte[LongBodies.SHORT])));
        Problem refusal = assertRefused(ErrorCode.OVERLOADED, oneMore);
        assertThat(refusal.retryAfter()).isEqualTo(Duration.ofSeconds(1));

        first.dispose();
        for (int i = 0; i < 3; i++) {
            assertThat(read(Flux.range(0, 1).map(_ -> part(new byte[JsonBody.MAX_BYTES]))).block()).hasSize(JsonBody.MAX_BYTES);
            assertRefused(ErrorCode.PAYLOAD_TOO_LARGE, read(Flux.range(0, 1).map(_ -> part(new byte[JsonBody.MAX_BYTES + 1]))));
        }
    }

    private Mono<byte[]> endless(int bytes) {
        return read(Flux.range(0, 1).map(_ -> part(new byte[bytes])).concatWith(Flux.never()));
    }

    @Test
    void aBodyIsTakenAsItIs() {
        var request = MockServerHttpRequest.post("/").contentType(MediaType.APPLICATION_JSON);
        assertThat(read(request.header("Content-Encoding", "Identity").body("{}")).block()).hasSize(2);
        assertRefused(ErrorCode.UNSUPPORTED_MEDIA_TYPE, read(request.header("Content-Encoding", "gzip").body("{}")));
    }

    @Test
    void anEmptyBodyIsNone() {
        assertRefused(ErrorCode.MALFORMED_JSON, read(Flux.empty()));
        assertRefused(ErrorCode.MALFORMED_JSON, read(Flux.range(0, 1).map(_ -> part(new byte[0]))));
    }

    private static Problem assertRefused(ErrorCode code, Mono<byte[]> body) {
        Problem refusal = catchThrowableOfType(ApiException.class, body::block).problem();
        assertThat(refusal.code()).isEqualTo(code);
        return refusal;
    }
}
