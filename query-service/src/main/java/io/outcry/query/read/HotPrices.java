// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.position.PositionToken;
import io.outcry.contracts.server.NettyAnswers;
import io.outcry.query.feed.SymbolPartitions;
import io.outcry.query.log.PriceReadCounts;
import io.outcry.query.view.Held;
import io.outcry.query.view.StoredPrice;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The read that there is most of: the price of one symbol, held by the near-cache and not stale, asked for without a condition. It is
 * answered right behind the HTTP codec, for the way through WebFlux takes several times as long as the answer. Whatever is not as plain goes
 * that way, and what is said here is what is said there.
 */
public final class HotPrices {

    static final String PATH = "/api/v1/prices/";
    private static final String ROUTE = PATH + "{symbol}";
    private static final AsciiString POSITION = AsciiString.cached(ReadAnswers.POSITION);
    private static final AsciiString KEPT_FOR = AsciiString.cached(KeptFor.HEADER);
    private static final long SECOND = Duration.ofSeconds(1).toMillis();
    private static final int JSON_LENGTH = 320;

    private final NearMarket near;
    private final SymbolPartitions partitions;
    private final PriceReadCounts counts;
    private final Timer times;
    private final Clock clock;

    public HotPrices(
            NearMarket near, SymbolPartitions partitions, PriceReadCounts counts, MeterRegistry registry, Clock clock) {
        this.near = near;
        this.partitions = partitions;
        this.counts = counts;
        this.times = new ReadTimes(registry).timer(ROUTE, HttpResponseStatus.OK.code());
        this.clock = clock;
    }

    /** The answer to {@code request}; null if it is not one of these. */
    @Nullable
    FullHttpResponse answer(HttpRequest request) {
        String symbol = PlainRequests.below(PATH, request);
        if (symbol == null) {
            return null;
        }
        long start = System.nanoTime();
        Optional<Held<StoredPrice>> found = near.price(partitions.prices(symbol), symbol);
        long now = clock.millis();
        long statedAt = now + KeptFor.millis(request.headers().get(KEPT_FOR));
        if (found.isEmpty() || found.get().value().isStale(statedAt)) {
            return null;
        }
        counts.read(symbol, now);
        FullHttpResponse answer = answer(found.get(), statedAt);
        times.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        return answer;
    }

    private static FullHttpResponse answer(Held<StoredPrice> held, long now) {
        StoredPrice price = held.value();
        byte[] json = price.appendJson(new StringBuilder(JSON_LENGTH), now).toString().getBytes(StandardCharsets.UTF_8);
        FullHttpResponse answer = NettyAnswers.of(HttpResponseStatus.OK.code(), NettyAnswers.JSON, json);
        HttpHeaders headers = answer.headers();
        headers.set(HttpHeaderNames.AGE, Math.ceilDiv(price.ageMillis(now), SECOND))
                .set(HttpHeaderNames.ETAG, ETags.weak(price.sequence(), price.status()));
        long offset = held.partition().log().held(held.position());
        if (offset >= 0) {
            headers.set(POSITION, new PositionToken(List.of(), List.of(LogPosition.of(held.partition().number(), offset))).toString());
        }
        return answer;
    }
}
