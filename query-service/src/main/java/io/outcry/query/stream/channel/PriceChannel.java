// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.query.view.StoredPrice;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The newest price of a symbol, and nothing but that: a subscriber who comes late gets it with the number of those he did not get. */
final class PriceChannel extends LiveChannel {

    private final String symbol;
    private final LongSupplier epoch;
    private final LongSupplier clockMillis;
    private volatile @Nullable Latest latest;

    private record Latest(long version, StoredPrice price) {}

    PriceChannel(String symbol, LongSupplier epoch, LongSupplier clockMillis) {
        super("price:" + symbol, -1);
        this.symbol = symbol;
        this.epoch = epoch;
        this.clockMillis = clockMillis;
    }

    String symbol() {
        return symbol;
    }

    /** Takes a price unless it is older than the one that is here. */
    void priced(StoredPrice price) {
        synchronized (this) {
            Latest before = latest;
            if (before != null && before.price().sequence() >= price.sequence()) {
                return;
            }
            latest = new Latest(before == null ? 1 : before.version() + 1, price);
        }
        announce();
    }

    /** The text is made anew each time: it says how old the price is. */
    @Override
    public Update since(Cursor from) {
        Latest now = latest;
        if (now == null) {
            return Update.nothing(new Cursor(0, 0), epoch.getAsLong());
        }
        Cursor to = new Cursor(now.version(), now.price().sequence());
        if (now.version() == from.version()) {
            return Update.nothing(to, epoch.getAsLong());
        }
        long conflated = from.version() < 0 ? 0 : now.version() - from.version() - 1;
        StringBuilder json = new StringBuilder(320).append("{\"channel\":\"").append(name());
        json.append("\",\"type\":\"price\",\"epoch\":").append(epoch.getAsLong());
        json.append(",\"conflated\":").append(conflated).append(',');
        int body = json.length();
        now.price().appendJson(json, clockMillis.getAsLong()).deleteCharAt(body);
        return new Update(to, epoch.getAsLong(), List.of(json.toString().getBytes(StandardCharsets.UTF_8)), conflated, 0);
    }

    /** Known whatever was missed, for only the newest price counts; but nobody has a newer one than that. */
    @Override
    public @Nullable Cursor resume(long ofEpoch, long sequence) {
        Latest now = latest;
        long newest = now == null ? 0 : now.price().sequence();
        if (ofEpoch != epoch.getAsLong() || sequence > newest) {
            return null;
        }
        long version = now == null ? 0 : now.version();
        return new Cursor(sequence == newest ? version : version - 1, sequence);
    }

    @Override
    void restart(Map<Integer, Long> heard) {
        // The next price makes up for whatever was missed.
    }
}
