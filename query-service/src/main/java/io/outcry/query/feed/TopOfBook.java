// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.query.domain.ViewPosition;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The best bid and ask of a symbol at one moment; its JSON is encoded once, when it is first wanted. */
public final class TopOfBook {

    private final String symbol;
    private final long sequence;
    private final long timeMillis;
    private final @Nullable String bid;
    private final @Nullable String ask;
    private final ViewPosition position;
    private volatile byte @Nullable [] json;

    /**
     * @param sequence of the newest outcome that changed the book
     * @param timeMillis when that was
     * @param bid best bid as JSON, none if the side is empty
     * @param ask best ask as JSON, none if the side is empty
     * @param position what the partition held with that change
     */
    public TopOfBook(String symbol, long sequence, long timeMillis, @Nullable String bid, @Nullable String ask, ViewPosition position) {
        this.symbol = symbol;
        this.sequence = sequence;
        this.timeMillis = timeMillis;
        this.bid = bid;
        this.ask = ask;
        this.position = position;
    }

    /** What the partition held with the newest change. */
    public ViewPosition position() {
        return position;
    }

    /** The answer of {@code GET /api/v1/books/{symbol}/top}. Shared: not to be written to. */
    public byte[] json() {
        byte[] made = json;
        if (made == null) {
            made = ("{\"symbol\":\"" + symbol + "\",\"sequence\":" + sequence + ",\"bid\":" + bid + ",\"ask\":" + ask
                    + ",\"asOf\":" + timeMillis + "}").getBytes(StandardCharsets.UTF_8);
            json = made;
        }
        return made;
    }
}
