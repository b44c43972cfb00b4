// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.server.NettyAnswers;
import io.outcry.contracts.server.ProblemResponses;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.position.ViewAges;
import io.outcry.query.view.GatheredReads;
import io.outcry.query.view.Held;
import io.outcry.query.view.OrderReads;
import io.outcry.query.view.StoredOrder;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewPartition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Orders as they are read and answered on one event loop, from the bytes that Redis holds to those that are sent. */
final class LoopOrders {

    private static final AsciiString POSITION = AsciiString.cached(ReadAnswers.POSITION);
    private static final AsciiString INCOMPLETE = AsciiString.cached(ReadAnswers.INCOMPLETE);

    private final GatheredReads reads;
    private final ViewAges ages;
    private final ReadTimes times;

    /** What all answers of one question say of themselves; they have its position in common, and only a partition without any shares it with others. */
    private @Nullable ViewPosition stampedAt;
    private ReadAnswers.Stamp stamp = new ReadAnswers.Stamp("0", "", "");

    LoopOrders(GatheredReads reads, ViewAges ages, ReadTimes times) {
        this.reads = reads;
        this.ages = ages;
        this.times = times;
    }

    /**
     * Begins to read the order {@code id} for {@code account}.
     *
     * @return false if it cannot be read this way now; nothing was begun
     */
    boolean read(ViewPartition partition, long id, String account, Consumer<FullHttpResponse> answered) {
        return reads.order(partition, id, new Answer(partition, account.getBytes(StandardCharsets.UTF_8), answered));
    }

    private ReadAnswers.Stamp stamp(ViewPartition partition, ViewPosition position) {
        if (stampedAt != position || position == ViewPosition.EMPTY) {
            stampedAt = position;
            Held<Boolean> held = new Held<>(partition, position, true);
            stamp = ReadAnswers.stamped(List.of(held), ages.ageMillis(partition, position));
        }
        return stamp;
    }

    private final class Answer implements OrderReads.Reader {

        private final long start = System.nanoTime();
        private final ViewPartition partition;
        private final byte[] account;
        private final Consumer<FullHttpResponse> answered;

        private Answer(ViewPartition partition, byte[] account, Consumer<FullHttpResponse> answered) {
            this.partition = partition;
            this.account = account;
            this.answered = answered;
        }

        @Override
        public void found(ViewPosition position, byte @Nullable [] order, byte @Nullable [] fills) {
            long first;
            try {
                first = order == null ? 0 : StoredOrder.repeatOf(order, account);
            } catch (NumberFormatException e) {
                end(NettyAnswers.of(ProblemResponses.of(e)));
                return;
            }
            if (first != 0) {
                if (!reads.order(partition, first, this)) {
                    failed(ViewGuard.refused());
                }
                return;
            }
            byte[] json = order == null ? null : StoredOrder.json(order, fills, account);
            FullHttpResponse answer;
            if (json == null) {
                answer = NettyAnswers.of(OrderHandler.notFound().problem());
            } else {
                answer = NettyAnswers.of(HttpResponseStatus.OK.code(), NettyAnswers.JSON, json);
                answer.headers().set(HttpHeaderNames.ETAG, ETags.of(json));
            }
            stamp(answer.headers(), stamp(partition, position));
            end(answer);
        }

        @Override
        public void failed(ApiException failure) {
            end(NettyAnswers.of(failure.problem()));
        }

        private void end(FullHttpResponse answer) {
            times.timer(HotOrders.ROUTE, answer.status().code()).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
            answered.accept(answer);
        }
    }

    private static void stamp(HttpHeaders headers, ReadAnswers.Stamp stamp) {
        headers.set(HttpHeaderNames.AGE, stamp.age());
        if (!stamp.position().isEmpty()) {
            headers.set(POSITION, stamp.position());
        }
        if (!stamp.lost().isEmpty()) {
            headers.set(INCOMPLETE, stamp.lost());
        }
    }
}
