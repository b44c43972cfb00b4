// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import java.util.function.IntFunction;

/** Who sends. */
enum Side {
    /** The streams of query-service, in their HTTP server. */
    PRODUCT(ProductBroadcaster::new),
    /** Netty and nothing else: the limit. */
    NETTY(NettyBroadcaster::new),
    /** A WebFlux handler, as one writes it first. */
    WEBFLUX(_ -> new WebFluxBroadcaster());

    private final IntFunction<Broadcaster> opener;

    Side(IntFunction<Broadcaster> opener) {
        this.opener = opener;
    }

    /** @param symbols that will have prices */
    Broadcaster open(int symbols) {
        return opener.apply(symbols);
    }
}
