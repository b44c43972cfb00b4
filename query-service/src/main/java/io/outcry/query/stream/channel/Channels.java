// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Principal;
import io.outcry.contracts.v1.Outcome;
import io.outcry.query.record.OutcomeRecords;
import io.outcry.query.view.StoredPrice;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The channels that somebody is subscribed to or was a moment ago. Everything that the log says comes in here, in order, on one thread;
 * what no channel wants costs a look into a map.
 */
public final class Channels {

    /** Who is slow is cut off long before. */
    private static final long LEAST_KEPT_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** What each channel keeps, in level changes, trades or reports. */
    private final int historyWeight;
    private final long keepNanos;
    private final StreamSource source;
    private final LongSupplier clockMillis;
    private final Map<String, LiveChannel> channels = new ConcurrentHashMap<>();
    private final Map<String, OrdersChannel> accounts = new ConcurrentHashMap<>();
    private final Map<Integer, Long> heard = new ConcurrentHashMap<>();
    private final OutcomeReports reports = new OutcomeReports(this::openAccount);

    /**
     * @param historyWeight level changes, trades or reports that a channel keeps for those who are slow or come back
     * @param keepNanos how long a channel is kept that nobody is subscribed to
     */
    public Channels(StreamSource source, int historyWeight, long keepNanos, LongSupplier clockMillis) {
        this.source = source;
        this.historyWeight = historyWeight;
        this.keepNanos = keepNanos;
        this.clockMillis = clockMillis;
    }

    /** A new price, once for each. */
    public void priced(String symbol, StoredPrice price) {
        if (channels.get("price:" + symbol) instanceof PriceChannel channel) {
            channel.priced(price);
        }
    }

    /** What a command did, once for each. */
    public void outcome(int partition, Outcome outcome) {
        heard.put(partition, outcome.getSequence());
        String symbol = outcome.getSymbol();
        if (outcome.getTradesCount() > 0 && channels.get("trades:" + symbol) instanceof TradesChannel channel) {
            channel.traded(outcome.getSequence(), OutcomeJson.trades(outcome));
        }
        if (OutcomeRecords.changesBook(outcome) && channels.get("book:" + symbol) instanceof BookChannel channel) {
            channel.changed(OutcomeJson.bookChange(outcome));
        }
        if (!accounts.isEmpty()) {
            reports.hand(partition, outcome);
        }
    }

    private @Nullable OrdersChannel openAccount(String account) {
        return accounts.get(account);
    }

    /** The log of outcomes goes on somewhere else in this partition. */
    public void restarted(int partition) {
        heard.remove(partition);
        Map<Integer, Long> others = Map.copyOf(heard);
        channels.values().stream().filter(channel -> channel.partition() == partition).forEach(channel -> channel.restart(others));
        accounts.values().forEach(channel -> channel.restart(others));
    }

    /**
     * The channel of this name, counted as used until {@link #release}.
     *
     * @param client whose orders {@code orders} means; nothing for one who has not said who he is
     */
    public LiveChannel acquire(String name, Optional<Principal> client) throws UnknownChannelException {
        if (name.equals(OrdersChannel.NAME)) {
            String of = trader(client).account();
            return take(accounts, of, () -> new OrdersChannel(
                    of, ThreadLocalRandom.current().nextLong(1, 1L << 31), () -> source.openOrders(of, OrdersChannel.SNAPSHOT),
                    historyWeight));
        }
        int colon = name.indexOf(':');
        String symbol = name.substring(colon + 1);
        String kind = name.substring(0, Math.max(0, colon));
        Supplier<LiveChannel> maker = switch (kind) {
            case "price" -> {
                requireKnown(symbol, source.price(symbol).isPresent() || source.isKnown(symbol));
                yield () -> new PriceChannel(symbol, source::priceEpoch, clockMillis);
            }
            case "book" -> {
                requireKnown(symbol, source.isKnown(symbol));
                yield () -> new BookChannel(
                        symbol, source.orderPartition(symbol), source::orderEpoch, (behind, depth) -> source.book(symbol, behind, depth),
                        historyWeight, System::nanoTime);
            }
            case "trades" -> {
                requireKnown(symbol, source.isKnown(symbol));
                int partition = source.orderPartition(symbol);
                yield () -> new TradesChannel(
                        symbol, partition, source::orderEpoch, () -> heard(partition), () -> source.trades(symbol, TradesChannel.SNAPSHOT),
                        historyWeight);
            }
            default -> throw new UnknownChannelException(
                    ErrorCode.NOT_FOUND, "a channel is price:SYMBOL, book:SYMBOL, trades:SYMBOL or orders");
        };
        return take(channels, name, maker);
    }

    private static Principal trader(Optional<Principal> client) throws UnknownChannelException {
        Principal found = client.orElseThrow(() -> new UnknownChannelException(
                ErrorCode.UNAUTHORIZED, "orders needs an API key: in the header of the request, or by {\"op\":\"auth\",\"token\":..}"));
        if (!found.scopes().contains(Principal.Scope.TRADE)) {
            throw new UnknownChannelException(ErrorCode.FORBIDDEN, "orders needs an API key with the scope TRADE");
        }
        return found;
    }

    /** Whether the symbol in the name is known here; a name without one has nothing to be known. */
    public boolean isKnown(String name) {
        int colon = name.indexOf(':');
        String symbol = name.substring(colon + 1);
        return colon < 0 || source.isKnown(symbol) || name.startsWith("price:") && source.price(symbol).isPresent();
    }

    /** False while the log is still being read in which its symbol may be: in the first moments of an instance. */
    public boolean isRead(String name) {
        return source.isComplete(name.substring(name.indexOf(':') + 1));
    }

    private void requireKnown(String symbol, boolean known) throws UnknownChannelException {
        if (known) {
            return;
        }
        if (source.isComplete(symbol)) {
            throw new UnknownChannelException(ErrorCode.UNKNOWN_SYMBOL, "there is no such symbol");
        }
        throw new UnknownChannelException(ErrorCode.VIEW_UNAVAILABLE, "the log is still being read");
    }

    /** A channel hears of changes before it asks for the state they change, so that it misses none. */
    private <T extends LiveChannel> T take(Map<String, T> all, String key, Supplier<? extends T> maker) {
        boolean[] made = {false};
        T channel = all.compute(key, (_, there) -> {
            T taken = there;
            if (taken == null) {
                taken = maker.get();
                made[0] = true;
            }
            taken.used();
            return taken;
        });
        if (made[0]) {
            begin(channel);
        }
        return channel;
    }

    private void begin(LiveChannel channel) {
        switch (channel) {
            case PriceChannel price -> source.price(price.symbol()).ifPresent(price::priced);
            case BookChannel book -> book.begin();
            case TradesChannel trades -> trades.load(heard(trades.partition()));
            // As it is now: what is announced from now on the channel hears of.
            case OrdersChannel orders -> orders.load(Map.copyOf(heard));
        }
    }

    private long heard(int partition) {
        return heard.getOrDefault(partition, 0L);
    }

    /** Undoes one {@link #acquire}. A channel that could not begin is made anew for the next one who wants it. */
    public void release(LiveChannel channel) {
        if (channel instanceof OrdersChannel orders) {
            release(accounts, orders.account(), channel);
        } else {
            release(channels, channel.name(), channel);
        }
    }

    private static <T extends LiveChannel> void release(Map<String, T> all, String key, LiveChannel channel) {
        all.computeIfPresent(key, (_, there) -> {
            channel.unused(System.nanoTime());
            boolean failed = channel.ready().toCompletableFuture().isCompletedExceptionally();
            return failed && channel.users() == 0 ? null : there;
        });
    }

    /**
     * Forgets channels that nobody has been subscribed to for a while, parts of books, which the next one who needs one has made anew, and
     * reports that nobody who comes back can have missed.
     */
    public void sweep() {
        sweep(channels);
        sweep(accounts);
        channels.values().forEach(channel -> {
            if (channel instanceof BookChannel book) {
                book.forgetParts();
            }
        });
        long oldest = System.nanoTime() - Math.max(keepNanos, LEAST_KEPT_NANOS);
        accounts.values().forEach(channel -> channel.evictBefore(oldest));
    }

    private <T extends LiveChannel> void sweep(Map<String, T> all) {
        long now = System.nanoTime();
        for (String key : all.keySet()) {
            all.computeIfPresent(key, (_, channel) -> channel.isUnusedFor(keepNanos, now) ? null : channel);
        }
    }

    /** Names the symbols whose prices are watched now, and by how many. */
    public void watchedPrices(ObjIntConsumer<String> watched) {
        channels.values().forEach(channel -> {
            if (channel instanceof PriceChannel price && price.users() > 0) {
                watched.accept(price.symbol(), price.users());
            }
        });
    }

    /** Channels that are held now. */
    public int size() {
        return channels.size() + accounts.size();
    }
}
