// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.EventExecutor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which requests never reach the server behind, and in which order everybody is answered. */
class HotRouteTest {

    private static final String READY = "/hot/ready";
    /** In seconds: less than a server that goes waits for those who do not read their answers. */
    private static final long SOON = 5;

    private final List<ByteBuf> contents = new ArrayList<>();
    private final Queue<Consumer<FullHttpResponse>> asked = new ArrayDeque<>();
    private final List<String> bodies = new ArrayList<>();
    private boolean begins = true;
    private boolean atOnce;
    private final HotProgress progress = new HotProgress();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private long nanos = Long.MAX_VALUE;
    private final EventLoopDelay delay = new EventLoopDelay(Duration.ofMillis(250), meters, () -> nanos);
    private long nanosOfWork;
    private int reads;
    private final List<Boolean> writable = new ArrayList<>();
    private final EmbeddedChannel channel = new EmbeddedChannel(
            new ChannelOutboundHandlerAdapter() {
                @Override
                public void read(ChannelHandlerContext context) {
                    reads++;
                    context.read();
                }
            },
            new HotRoute(Requests::new, progress, delay),
            new ChannelInboundHandlerAdapter() {
                @Override
                public void channelWritabilityChanged(ChannelHandlerContext context) {
                    writable.add(context.channel().isWritable());
                }
            });

    private final class Requests implements HotRequests {

        @Override
        public boolean takes(HttpRequest request) {
            return request.uri().startsWith("/hot");
        }

        @Override
        public @Nullable FullHttpResponse ready(HttpRequest request) {
            return request.uri().equals(READY) ? response(HttpResponseStatus.ACCEPTED) : null;
        }

        @Override
        public boolean begin(HttpRequest request, byte[] body, EventExecutor loop, Consumer<FullHttpResponse> answered) {
            nanos += nanosOfWork;
            if (begins) {
                bodies.add(new String(body, StandardCharsets.UTF_8));
                asked.add(answered);
                if (atOnce) {
                    answer();
                }
            }
            return begins;
        }
    }

    @AfterEach
    void nothingIsLeftAndNobodyIsWaitedFor() throws Exception {
        channel.finishAndReleaseAll();
        asked.forEach(gone -> gone.accept(response(HttpResponseStatus.OK)));
        assertThat(contents).allMatch(content -> content.refCnt() == 0);
        assertThat(stop().await(SOON, TimeUnit.SECONDS)).as("all requests have been counted to their end").isTrue();
    }

    private ByteBuf content(String text) {
        ByteBuf content = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
        contents.add(content);
        return content;
    }

    private void request(String path, String... parts) {
        channel.writeInbound(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, path));
        for (int i = 0; i < parts.length - 1; i++) {
            channel.writeInbound(new DefaultHttpContent(content(parts[i])));
        }
        channel.writeInbound(new DefaultLastHttpContent(content(parts.length == 0 ? "" : parts[parts.length - 1])));
    }

    private void answer() {
        asked.remove().accept(response(HttpResponseStatus.OK));
    }

    private FullHttpResponse response(HttpResponseStatus status) {
        return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content(status.toString()));
    }

    private List<HttpResponseStatus> answers() {
        List<HttpResponseStatus> statuses = new ArrayList<>();
        for (FullHttpResponse answer = channel.readOutbound(); answer != null; answer = channel.readOutbound()) {
            statuses.add(answer.status());
            answer.release();
        }
        return statuses;
    }

    private int passedOn() {
        return channel.inboundMessages().size();
    }

    @Test
    void oneThatIsAnsweredHereGoesNoFurther() {
        request("/hot", "a", "b", "c");
        assertThat(bodies).containsExactly("abc");
        assertThat(answers()).isEmpty();
        answer();
        assertThat(answers()).containsExactly(HttpResponseStatus.OK);
        assertThat(passedOn()).isZero();
    }

    @Test
    void oneMayBeAnsweredAtOnce() {
        atOnce = true;
        request("/hot", "a".repeat(5_000));
        request("/hot", "a".repeat(5_000));
        assertThat(answers()).hasSize(2);
        assertThat(passedOn()).isZero();
    }

    @Test
    void whatIsNotTakenIsPassedOnWhole() {
        request("/other", "a", "b");
        assertThat(passedOn()).isEqualTo(3);
        begins = false;
        channel.writeOutbound(response(HttpResponseStatus.CREATED));
        request("/hot", "a", "b");
        assertThat(passedOn()).isEqualTo(6);
    }

    @Test
    void aLongBodyIsPassedOnWithWhatHadComeOfIt() {
        request("/hot", "a".repeat(5_000), "b".repeat(5_000), "c");
        assertThat(passedOn()).isEqualTo(4);
        assertThat(bodies).isEmpty();
    }

    @Test
    void aBodyInManyPartsIsPassedOnWithWhatHadComeOfIt() {
        request("/hot", "a".repeat(63).split(""));
        assertThat(bodies).hasSize(1);
        answer();
        request("/hot", "a".repeat(64).split(""));
        assertThat(bodies).hasSize(1);
        assertThat(passedOn()).isEqualTo(65);
    }

    @Test
    void aBodyThatIsSaidToBeLongIsNotWaitedFor() {
        channel.writeInbound(headOf(8193));
        assertThat(passedOn()).isEqualTo(1);
    }

    private static HttpRequest headOf(int length) {
        return new DefaultHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.POST, "/hot", new DefaultHttpHeaders().set(HttpHeaderNames.CONTENT_LENGTH, length));
    }

    @Test
    void aBodyThatEndsInWhatIsNoHttpIsPassedOn() {
        DefaultLastHttpContent broken = new DefaultLastHttpContent();
        broken.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("no size of a chunk")));
        channel.writeInbound(headOf(2), new DefaultHttpContent(content("{}")), broken);
        assertThat(bodies).isEmpty();
        assertThat(passedOn()).isEqualTo(3);
    }

    @Test
    void theRestOfARequestIsReadAndNothingIsKeptOfOneThatDoesNotComeWhole() {
        channel.config().setAutoRead(false);
        int before = reads;
        channel.writeInbound(headOf(8192), new DefaultHttpContent(content("a")));
        assertThat(reads).isEqualTo(before + 1);
    }

    @Test
    void whatComesBehindOneWaitsForItsAnswer() {
        request("/hot", "first");
        request("/hot", "second");
        request("/other");
        assertThat(bodies).containsExactly("first");
        assertThat(passedOn()).isZero();
        answer();
        assertThat(bodies).containsExactly("first", "second");
        assertThat(passedOn()).isZero();
        answer();
        assertThat(passedOn()).isEqualTo(2);
    }

    @Test
    void whileTheServerBehindHasOneToAnswerTheNextIsItsAsWell() {
        request("/other");
        request("/hot", "not here");
        assertThat(bodies).isEmpty();
        channel.writeOutbound(response(HttpResponseStatus.CONTINUE));
        channel.writeOutbound(response(HttpResponseStatus.CREATED));
        request("/hot", "nor here");
        assertThat(bodies).isEmpty();
        channel.writeOutbound(response(HttpResponseStatus.CREATED), response(HttpResponseStatus.CREATED));
        request("/hot", "here");
        assertThat(bodies).containsExactly("here");
    }

    @Test
    void theRestOfALongTurnIsRefusedAndTheNextTurnIsServed() {
        atOnce = true;
        nanosOfWork = TimeUnit.MILLISECONDS.toNanos(1);
        turn(300, _ -> "/hot");
        assertThat(bodies).as("begun within 250 ms").hasSize(251);
        assertThat(answers()).hasSize(300)
                .startsWith(HttpResponseStatus.OK).endsWith(Collections.nCopies(49, HttpResponseStatus.SERVICE_UNAVAILABLE)
                        .toArray(HttpResponseStatus[]::new));
        assertThat(meters.get("outcry.http.refused").counter().count()).isEqualTo(49);
        request("/hot", "the next turn");
        assertThat(answers()).containsExactly(HttpResponseStatus.OK);
    }

    @Test
    void aTurnOfFewRequestsIsServedHoweverLongItTakes() {
        atOnce = true;
        nanosOfWork = TimeUnit.SECONDS.toNanos(1);
        turn(100, _ -> "/hot");
        assertThat(answers()).hasSize(100).containsOnly(HttpResponseStatus.OK);
    }

    @Test
    void whatIsReadyIsAnsweredHoweverLongTheTurn() {
        atOnce = true;
        nanosOfWork = TimeUnit.SECONDS.toNanos(1);
        turn(300, i -> i < 200 ? "/hot" : READY);
        assertThat(answers()).hasSize(300)
                .endsWith(Collections.nCopies(100, HttpResponseStatus.ACCEPTED).toArray(HttpResponseStatus[]::new))
                .filteredOn(HttpResponseStatus.SERVICE_UNAVAILABLE::equals).hasSize(100);
    }

    /** Requests that were ready at the same time. */
    private void turn(int requests, IntFunction<String> path) {
        channel.writeInbound(IntStream.range(0, requests).mapToObj(i -> {
            var request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, path.apply(i), content("" + i));
            HttpUtil.setKeepAlive(request, !path.apply(i).endsWith("last"));
            return request;
        }).toArray());
    }

    @Test
    void whoWantsHisConnectionClosedIsRefusedAndHasItClosed() {
        atOnce = true;
        nanosOfWork = TimeUnit.SECONDS.toNanos(1);
        turn(101, i -> i < 100 ? "/hot" : "/hot/last");
        assertThat(answers()).hasSize(101).endsWith(HttpResponseStatus.SERVICE_UNAVAILABLE);
        assertThat(channel.isActive()).isFalse();
    }

    @Test
    void whatIsNotAnsweredHereIsNotRefusedHere() {
        atOnce = true;
        nanosOfWork = TimeUnit.SECONDS.toNanos(1);
        turn(300, i -> i < 200 ? "/hot" : "/other");
        assertThat(answers()).hasSize(200);
        assertThat(passedOn()).isEqualTo(100);
    }

    @Test
    void whoDoesNotReadHisAnswersIsNotReadFrom() {
        channel.config().setAutoRead(false);
        atOnce = true;
        request("/hot");
        int before = reads;
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        request("/hot");
        assertThat(answers()).hasSize(2);
        assertThat(reads).isEqualTo(before);
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        channel.runPendingTasks();
        assertThat(reads).isEqualTo(before + 1);
        assertThat(writable).as("told to who streams an answer behind it").containsExactly(false, true);
    }

    @Test
    void aServerThatGoesWaitsForTheAnswersAndTakesNoMore() throws Exception {
        request("/hot", "first");
        CountDownLatch stopped = stop();
        assertThat(stopped.await(50, TimeUnit.MILLISECONDS)).isFalse();
        answer();
        assertThat(stopped.await(SOON, TimeUnit.SECONDS)).isTrue();
        assertThat(answers()).containsExactly(HttpResponseStatus.OK);
        request("/hot", "second");
        assertThat(bodies).containsExactly("first");
        assertThat(passedOn()).isZero();
        assertTurnedAway();
    }

    @Test
    void aServerThatGoesWaitsForTheAnswersOfTheServerBehindAsWell() throws Exception {
        request("/other");
        request("/other");
        CountDownLatch stopped = stop();
        channel.writeOutbound(response(HttpResponseStatus.CONTINUE), response(HttpResponseStatus.CREATED));
        assertThat(stopped.await(50, TimeUnit.MILLISECONDS)).isFalse();
        channel.writeOutbound(response(HttpResponseStatus.CREATED));
        assertThat(stopped.await(SOON, TimeUnit.SECONDS)).isTrue();
        assertThat(channel.isActive()).isTrue();
    }

    @Test
    void whatBeganToComeBeforeTheEndAndIsWholeAfterItIsTurnedAway() {
        channel.writeInbound(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/hot"));
        stop();
        channel.writeInbound(new DefaultLastHttpContent(content("late")));
        assertThat(bodies).isEmpty();
        assertTurnedAway();
    }

    @Test
    void whatComesTooLateIsTurnedAwayBehindTheAnswersThatAreStillToCome() {
        request("/other");
        stop();
        request("/other", "late", "later");
        request("/hot", "still later");
        assertThat(passedOn()).as("the first, head and body").isEqualTo(2);
        assertThat(answers()).isEmpty();
        channel.writeOutbound(response(HttpResponseStatus.CREATED));
        FullHttpResponse first = channel.readOutbound();
        assertThat(first.status()).isEqualTo(HttpResponseStatus.CREATED);
        first.release();
        assertTurnedAway();
    }

    private CountDownLatch stop() {
        CountDownLatch stopped = new CountDownLatch(1);
        progress.stop(stopped::countDown);
        return stopped;
    }

    private void assertTurnedAway() {
        FullHttpResponse refusal = channel.readOutbound();
        assertThat(refusal.status()).isEqualTo(HttpResponseStatus.SERVICE_UNAVAILABLE);
        assertThat(refusal.headers().get("Connection")).isEqualTo("close");
        assertThat(refusal.headers().get("Retry-After")).isEqualTo("1");
        refusal.release();
        assertThat(answers()).isEmpty();
        assertThat(channel.isActive()).isFalse();
    }

    @Test
    void anAnswerToSomebodyWhoHasGoneIsThrownAway() {
        request("/hot", "first");
        request("/hot", "second");
        channel.close();
        answer();
        assertThat(bodies).containsExactly("first");
        assertThat(answers()).isEmpty();
    }
}
