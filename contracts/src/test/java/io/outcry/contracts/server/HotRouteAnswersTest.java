// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an answer is to the requests behind it, whoever gives it: the route, the server, or another route where there are two. */
class HotRouteAnswersTest {

    private static final LastHttpContent END = LastHttpContent.EMPTY_LAST_CONTENT;

    private final HotProgress progress = new HotProgress();
    private final List<String> begun = new ArrayList<>();
    /** To begin one takes ten milliseconds. */
    private final EventLoopDelay delay = new EventLoopDelay(
            Duration.ofMillis(250), new SimpleMeterRegistry(), () -> TimeUnit.MILLISECONDS.toNanos(10L * begun.size()));

    /** Whoever asks for {@code path} is answered at once or never. */
    private record At(String path, boolean atOnce, List<String> begun) implements HotRequests {

        @Override
        public boolean takes(HttpRequest request) {
            return request.uri().equals(path);
        }

        @Override
        public boolean begin(HttpRequest request, byte[] body, EventExecutor loop, Consumer<FullHttpResponse> answered) {
            begun.add(path);
            if (atOnce) {
                answered.accept(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.UNAUTHORIZED));
            }
            return true;
        }
    }

    private HotRoute route(String path, boolean atOnce) {
        return new HotRoute(() -> new At(path, atOnce, begun), progress, delay);
    }

    private static HttpRequest head(String path) {
        return new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, path);
    }

    /** Of a request that may be one of several in the same turn. */
    private static void read(EmbeddedChannel channel, Object... parts) {
        for (Object part : parts) {
            channel.pipeline().fireChannelRead(part);
        }
    }

    /** As the server does it: the answer is sent at the end of its turn, and its connection ends then. */
    private static void write(EmbeddedChannel channel, HttpResponse last) {
        channel.write(last);
        channel.write(END).addListener(ChannelFutureListener.CLOSE);
    }

    private static HttpResponse answer(String version, String connection) {
        HttpResponse answer = new DefaultHttpResponse(HttpVersion.valueOf(version), HttpResponseStatus.NOT_FOUND);
        answer.headers().set(HttpHeaderNames.CONNECTION, connection);
        return answer;
    }

    /** RFC 9112, 9.6. */
    @ParameterizedTest
    @CsvSource({"HTTP/1.1, close", "HTTP/1.0, none"})
    void noRequestIsBegunBehindTheLastAnswerOfAConnection(String version, String connection) {
        EmbeddedChannel channel = new EmbeddedChannel(route("/hot", true));
        read(channel, head("/other"), END);
        HttpResponse last = answer(version, connection);
        write(channel, last);
        read(channel, head("/hot"), END, head("/other"), END);
        assertThat(begun).isEmpty();
        assertThat(channel.inboundMessages()).hasSize(2);
        channel.flush();
        assertThat(channel.outboundMessages()).containsExactly(last, END);
        assertThat(channel.isActive()).isFalse();
    }

    @Test
    void norBehindARefusalThatIsTheLastAnswer() {
        EmbeddedChannel channel = new EmbeddedChannel(
                new ChannelOutboundHandlerAdapter() {
                    @Override
                    public void flush(ChannelHandlerContext context) {
                        // The client takes nothing for now.
                    }
                },
                route("/hot", true));
        HttpRequest last = head("/hot");
        last.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        channel.writeInbound(IntStream.rangeClosed(0, 100).boxed()
                .flatMap(i -> Stream.of(i < 100 ? head("/hot") : last, END)).toArray());
        read(channel, head("/hot"), END);
        assertThat(begun).as("the next turn would not be refused").hasSize(100);
        channel.finishAndReleaseAll();
    }

    @Test
    void whatComesTooLateIsNotRefusedBehindTheLastAnswerOfAConnection() {
        EmbeddedChannel channel = new EmbeddedChannel(route("/hot", true));
        read(channel, head("/other"), END);
        progress.stop();
        read(channel, head("/other"), END);
        HttpResponse last = answer("HTTP/1.1", "close");
        write(channel, last);
        channel.flush();
        assertThat(channel.outboundMessages()).containsExactly(last, END);
    }

    /** Of the next request the head has come, or all. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theAnswerOfARouteBehindDoesNotWaitForThatToTheNextRequest(boolean whole) {
        EmbeddedChannel channel = new EmbeddedChannel(route("/front", false), route("/behind", true));
        read(channel, head("/behind"), END, head("/front"));
        if (whole) {
            read(channel, END);
        }
        assertThat(channel.outboundMessages()).isEmpty();
        channel.pipeline().fireChannelReadComplete();
        assertThat(channel.outboundMessages()).hasSize(1);
        channel.finishAndReleaseAll();
    }
}
