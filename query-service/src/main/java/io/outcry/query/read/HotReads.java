// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.concurrent.EventExecutor;
import io.outcry.contracts.server.HotRequests;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The reads that there are most of.
 *
 * @param prices one price from the near-cache
 * @param orders one order by its id
 */
public record HotReads(HotPrices prices, HotOrders orders) implements HotRequests {

    /** Of the handler in the pipelines. */
    public static final String NAME = "outcry.read.hot";

    @Override
    public boolean takes(HttpRequest request) {
        String uri = request.uri();
        // A body is waited for nowhere: who expects to be told to send one is told so on the long way.
        return request.method().equals(HttpMethod.GET) && !HttpUtil.is100ContinueExpected(request)
                && (uri.startsWith(HotPrices.PATH) || uri.startsWith(HotOrders.PATH));
    }

    @Override
    public @Nullable FullHttpResponse ready(HttpRequest request) {
        return prices.answer(request);
    }

    @Override
    public boolean begin(HttpRequest request, byte[] body, EventExecutor loop, Consumer<FullHttpResponse> answered) {
        return orders.begin(request, orders.on(loop), answered);
    }
}
