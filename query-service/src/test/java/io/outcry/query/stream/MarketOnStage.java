// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;
import io.outcry.query.feed.BookPlace;
import io.outcry.query.feed.BookSnapshot;
import io.outcry.query.feed.LevelJson;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.channel.StreamSource;
import io.outcry.query.view.StoredPrice;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** A market in memory that says what happens in it, as the feed does: the book is as it is after an outcome before the outcome is heard. */
final class MarketOnStage implements StreamSource {

    static final int PARTITION = 2;
    static final long EPOCH = 77;

    private final Map<String, StoredPrice> prices = new HashMap<>();
    private final Map<String, NavigableMap<Long, Long>> bids = new HashMap<>();
    private final Map<String, NavigableMap<Long, Long>> asks = new HashMap<>();
    private final Map<String, Long> bookSequences = new HashMap<>();
    private long priceSequence;
    private long sequence;
    private volatile boolean complete = true;
    private String late = "";
    private volatile Fault fault = Fault.NONE;
    private int asked;
    private Channels channels;
    private CompletionStage<RecentTrades> trades = CompletableFuture.completedFuture(new RecentTrades(0, List.of()));
    private CompletionStage<OpenOrders> orders = CompletableFuture.completedFuture(new OpenOrders(Map.of(PARTITION, 0L), List.of(), false));

    /** What cannot be asked for without an exception. */
    enum Fault {
        NONE, SYMBOLS, PRICE_EPOCH
    }

    void fault(Fault now) {
        fault = now;
    }

    private void failIf(Fault asked) {
        if (fault == asked) {
            throw new IllegalStateException("a fault of the program");
        }
    }

    void tell(Channels to) {
        channels = to;
    }

    void storedTrades(CompletionStage<RecentTrades> answer) {
        trades = answer;
    }

    void storedOrders(CompletionStage<OpenOrders> answer) {
        orders = answer;
    }

    synchronized void define(String symbol) {
        bids.put(symbol, new TreeMap<>(Comparator.reverseOrder()));
        asks.put(symbol, new TreeMap<>());
        bookSequences.put(symbol, ++sequence);
    }

    /** A new price, in cents. */
    synchronized long price(String symbol, long price) {
        StoredPrice stored = new StoredPrice(
                System.currentTimeMillis(), "HOT", "FRESH", 3, ++priceSequence,
                "{\"symbol\":\"" + symbol + "\",\"price\":\"" + price / 100 + "." + price % 100 / 10 + price % 10
                        + "\",\"confidence\":\"0.05\",\"bid\":\"1.00\",\"ask\":\"1.00\",\"asOf\":" + System.currentTimeMillis());
        prices.put(symbol, stored);
        channels.priced(symbol, stored);
        return priceSequence;
    }

    /** Levels as they are from now on. */
    synchronized long levels(String symbol, LevelChange... changes) {
        return happens(next(symbol).addAllLevels(List.of(changes)));
    }

    /** So many bids, each with another quantity than in the turn before. */
    void turnBook(String symbol, int depth, int turn) {
        levels(symbol, IntStream.range(0, depth)
                .mapToObj(i -> level(Side.SIDE_BUY, 100_000L + i, 1 + (turn + i) % 1_000)).toArray(LevelChange[]::new));
    }

    /** A trade that takes the level away. */
    synchronized long trade(String symbol, long price, long quantity, String taker, String maker) {
        Outcome.Builder outcome = next(symbol);
        long id = LogPosition.of(PARTITION, outcome.getInputOffset());
        return happens(outcome
                .addOrders(report(id, taker, OrderStatus.ORDER_STATUS_FILLED, price, quantity, quantity))
                .addOrders(report(id - 1, maker, OrderStatus.ORDER_STATUS_FILLED, price, quantity, quantity))
                .addTrades(Trade.newBuilder().setTakerOrderId(id).setMakerOrderId(id - 1).setTakerSide(Side.SIDE_BUY).setPrice(price)
                        .setQuantity(quantity))
                .addLevels(level(Side.SIDE_SELL, price, 0)));
    }

    /** An order that rests. */
    synchronized long rest(String symbol, String account, long price, long quantity) {
        Outcome.Builder outcome = next(symbol);
        return happens(outcome
                .addOrders(report(LogPosition.of(PARTITION, outcome.getInputOffset()), account, OrderStatus.ORDER_STATUS_NEW, price,
                        quantity, 0))
                .addLevels(level(Side.SIDE_SELL, price, quantity)));
    }

    /** Something on another symbol of the partition. */
    synchronized void elsewhere() {
        sequence++;
    }

    private Outcome.Builder next(String symbol) {
        sequence++;
        return Outcome.newBuilder().setSequence(sequence).setInputOffset(sequence).setTimeUs(System.currentTimeMillis() * 1_000)
                .setSymbol(symbol).setPriceScale(2).setQuantityScale(2);
    }

    private long happens(Outcome.Builder builder) {
        Outcome outcome = builder.build();
        for (LevelChange level : outcome.getLevelsList()) {
            NavigableMap<Long, Long> side = (level.getSide() == Side.SIDE_BUY ? bids : asks).get(outcome.getSymbol());
            if (level.getQuantity() == 0) {
                side.remove(level.getPrice());
            } else {
                side.put(level.getPrice(), level.getQuantity());
            }
        }
        bookSequences.put(outcome.getSymbol(), outcome.getSequence());
        channels.outcome(PARTITION, outcome);
        return outcome.getSequence();
    }

    static LevelChange level(Side side, long price, long quantity) {
        return LevelChange.newBuilder().setSide(side).setPrice(price).setQuantity(quantity).setOrders(1).build();
    }

    private static OrderReport report(long id, String account, OrderStatus status, long price, long quantity, long executed) {
        return OrderReport.newBuilder().setOrderId(id).setAccount(account).setSide(Side.SIDE_SELL).setType(OrderType.ORDER_TYPE_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC).setPrice(price).setQuantity(quantity).setExecutedQuantity(executed)
                .setLeavesQuantity(quantity - executed).setStatus(status).build();
    }

    @Override
    public synchronized Optional<StoredPrice> price(String symbol) {
        return Optional.ofNullable(prices.get(symbol));
    }

    @Override
    public synchronized Optional<BookSnapshot> book(String symbol, BookPlace behind, int depth) {
        return Optional.ofNullable(bookSequences.get(symbol)).map(at -> new BookSnapshot(
                symbol, at, 0, 2, 2, side(bids.get(symbol), behind.bid(), depth),
                side(asks.get(symbol), behind.ask(), depth), null));
    }

    private static List<BookSnapshot.Level> side(NavigableMap<Long, Long> side, long behind, int depth) {
        return side.tailMap(behind, false).entrySet().stream().limit(depth)
                .map(level -> new BookSnapshot.Level(level.getKey(), level.getValue())).toList();
    }

    /** All bids as the reads write them, best first. */
    List<String> bids(String symbol) {
        return texts(book(symbol).bids());
    }

    /** All asks as the reads write them, best first. */
    List<String> asks(String symbol) {
        return texts(book(symbol).asks());
    }

    private static List<String> texts(List<BookSnapshot.Level> side) {
        return side.stream().map(level -> LevelJson.of(level.price(), 2, level.quantity(), 2)).toList();
    }

    /** The whole book. */
    BookSnapshot book(String symbol) {
        return book(symbol, BookPlace.BEGIN, Integer.MAX_VALUE).orElseThrow();
    }

    /** This symbol is heard of only after it has been asked for twice. */
    synchronized void heardOfLate(String symbol) {
        late = symbol;
    }

    @Override
    public synchronized boolean isKnown(String symbol) {
        failIf(Fault.SYMBOLS);
        boolean known = bookSequences.containsKey(symbol);
        if (!known && symbol.equals(late) && ++asked == 2) {
            define(symbol);
        }
        return known;
    }

    /** The log is still being read, or has been read. */
    void read(boolean whole) {
        complete = whole;
    }

    @Override
    public boolean isComplete(String symbol) {
        return complete;
    }

    @Override
    public long priceEpoch() {
        failIf(Fault.PRICE_EPOCH);
        return EPOCH;
    }

    @Override
    public long orderEpoch() {
        return EPOCH;
    }

    @Override
    public int orderPartition(String symbol) {
        return PARTITION;
    }

    @Override
    public CompletionStage<RecentTrades> trades(String symbol, int limit) {
        return trades;
    }

    @Override
    public CompletionStage<OpenOrders> openOrders(String account, int limit) {
        return orders;
    }
}
