// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.concurrent.EventExecutor;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.http.Principal;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.server.NettyAnswers;
import io.outcry.query.position.ViewAges;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.OrderReads;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One order by its id, asked for by an account without a condition: read from Redis together with the others of the same turn of the event
 * loop, and answered on that loop. Whatever is not as plain goes the way through WebFlux. So does who asks for what the view has not come
 * to yet: he waits there. What is said here is what is said there.
 */
public final class HotOrders {

    static final String ROUTE = "/api/v1/orders/{orderId}";

    static final String PATH = "/api/v1/orders/";

    private final OrderReads reads;
    private final ApiKeys keys;
    private final ViewPositions positions;
    private final ViewAges ages;
    private final ReadTimes times;
    private final List<ViewPartition> partitions;
    private final Map<EventExecutor, LoopOrders> loops = new ConcurrentHashMap<>();

    public HotOrders(OrderReads reads, ApiKeys keys, ViewPositions positions, ViewAges ages, MeterRegistry registry) {
        this.reads = reads;
        this.keys = keys;
        this.positions = positions;
        this.ages = ages;
        this.times = new ReadTimes(registry);
        this.partitions = ViewPartition.all(ViewLog.ORDERS, positions.count(ViewLog.ORDERS));
    }

    /** The orders that are read on {@code loop}. */
    LoopOrders on(EventExecutor loop) {
        return loops.computeIfAbsent(loop, of -> new LoopOrders(reads.on(of), ages, times));
    }

    /**
     * Begins to answer {@code request}; to be called on the loop, where {@code answered} hears of it later.
     *
     * @return false if it is not one of these, and nothing was begun
     */
    boolean begin(HttpRequest request, LoopOrders loop, Consumer<FullHttpResponse> answered) {
        String id = PlainRequests.below(PATH, request);
        OptionalLong order = id == null ? OptionalLong.empty() : LogPosition.parse(id);
        if (order.isEmpty() || LogPosition.partition(order.getAsLong()) >= partitions.size()) {
            return false;
        }
        ViewPartition partition = partitions.get(LogPosition.partition(order.getAsLong()));
        if (!positions.holds(partition, LogPosition.offset(order.getAsLong()))) {
            return false;
        }
        long start = System.nanoTime();
        Principal owner;
        try {
            owner = keys.require(request.headers().get(HttpHeaderNames.AUTHORIZATION), Principal.Scope.TRADE);
        } catch (ApiException refused) {
            // Told here: to find it out once more may take a while.
            times.timer(ROUTE, refused.problem().status()).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
            answered.accept(NettyAnswers.of(refused.problem()));
            return true;
        }
        return loop.read(partition, order.getAsLong(), owner.account(), answered);
    }
}
