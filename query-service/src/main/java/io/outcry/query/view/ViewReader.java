// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.KeyValue;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.v1.Side;
import io.outcry.query.domain.CandleInterval;
import io.outcry.query.domain.OrderCursor;
import io.outcry.query.domain.TradeId;
import io.outcry.query.domain.ViewPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Reads the view without ever waiting on a thread. Each method is one round trip for one moment of one partition. An answer from a
 * position behind one that was known before the question (Redis lost data, or is being filled) is not passed on: VIEW_UNAVAILABLE.
 */
public final class ViewReader {

    private final Supplier<RedisClusterAsyncCommands<String, byte[]>> redis;
    private final ViewGuard guard;
    private final KnownPositions known;
    private final JoinedReads<Optional<String>> joinedValues;
    private final JoinedReads<Optional<List<String>>> joinedTexts;
    private final JoinedReads<List<StoredInstrument>> joinedInstruments;
    private final RedisScript clientOrder = new RedisScript("client-order.lua");
    private final RedisScript orders = new RedisScript("orders.lua");
    private final RedisScript book = new RedisScript("book.lua");
    private final RedisScript trades = new RedisScript("trades.lua");
    private final RedisScript candles = new RedisScript("candles.lua");
    private final RedisScript holdings = new RedisScript("holdings.lua");
    private final RedisScript instruments = new RedisScript("instruments.lua");

    public ViewReader(RedisLink link, ViewGuard guard, KnownPositions known) {
        this(link::reads, guard, known);
    }

    /** @param redis the connection to read from; throws a {@link io.lettuce.core.RedisException} while there is none */
    public ViewReader(Supplier<RedisClusterAsyncCommands<String, byte[]>> redis, ViewGuard guard, KnownPositions known) {
        this.redis = redis;
        this.guard = guard;
        this.known = known;
        this.joinedValues = new JoinedReads<>(known, guard.timeout());
        this.joinedTexts = new JoinedReads<>(known, guard.timeout());
        this.joinedInstruments = new JoinedReads<>(known, guard.timeout());
    }

    /** The order with this id, whoever's it is. */
    public Mono<Held<Optional<StoredOrder>>> order(ViewPartition partition, long id) {
        ViewKeys keys = new ViewKeys(partition);
        return values(partition, keys.order(id), keys.fills(id)).map(reply -> reply.map(StoredOrder::ofReply));
    }

    /** The account's newest order with this client order id in the partition. */
    public Mono<Held<Optional<StoredOrder>>> orderByClientId(ViewPartition partition, String account, String clientOrderId) {
        ViewKeys keys = new ViewKeys(partition);
        String[] named = {keys.position(), keys.clientOrderId(account, clientOrderId)};
        return script(partition, clientOrder, named, keys.prefix()).map(reply -> reply.map(StoredOrder::ofReply));
    }

    /**
     * The account's orders after {@code after}, newest first, with their fills; about 1 MB of them at most.
     *
     * @param symbol only on this one, if given
     * @param open only those that can still trade
     */
    public Mono<Held<StoredOrder.Page>> orders(
            ViewPartition partition, String account, @Nullable String symbol, boolean open, OrderCursor after, int limit) {
        ViewKeys keys = new ViewKeys(partition);
        String chosen = open
                ? symbol == null ? keys.openOrders(account) : keys.openOrders(account, symbol)
                : symbol == null ? keys.allOrders(account) : keys.allOrders(account, symbol);
        return orders(partition, chosen, open, after, limit, true);
    }

    /** The account's newest orders that can still trade, newest first, without the fills that are kept apart from them; about 1 MB at most. */
    public Mono<Held<StoredOrder.Page>> openOrders(ViewPartition partition, String account, int limit) {
        return orders(partition, new ViewKeys(partition).openOrders(account), true, OrderCursor.NEWEST, limit, false);
    }

    private Mono<Held<StoredOrder.Page>> orders(
            ViewPartition partition, String chosen, boolean open, OrderCursor after, int limit, boolean fills) {
        ViewKeys keys = new ViewKeys(partition);
        return script(
                partition, orders, new String[]{keys.position(), chosen},
                keys.prefix(), open ? "1" : "0", after.place(), Integer.toString(limit), fills ? "0" : "1")
                .map(reply -> reply.map(StoredOrder::pageOfReply));
    }

    /** The best {@code depth} levels of each side, best first; nothing for an unknown symbol. */
    public Mono<Held<Optional<StoredBook>>> book(ViewPartition partition, String symbol, int depth) {
        ViewKeys keys = new ViewKeys(partition);
        String[] named = {
            keys.position(), keys.bookState(symbol),
            keys.levels(Side.SIDE_BUY, symbol), keys.levelQuantities(Side.SIDE_BUY, symbol),
            keys.levels(Side.SIDE_SELL, symbol), keys.levelQuantities(Side.SIDE_SELL, symbol), keys.auction(symbol)};
        return script(partition, book, named, Integer.toString(depth)).map(reply -> reply.map(StoredBook::ofReply));
    }

    /** The trades before {@code before}, newest first, each as JSON; nothing for an unknown symbol. */
    public Mono<Held<Optional<List<String>>>> trades(ViewPartition partition, String symbol, Optional<TradeId> before, int limit) {
        ViewKeys keys = new ViewKeys(partition);
        String[] named = {keys.position(), keys.bookState(symbol), keys.trades(symbol)};
        String sequence = before.map(trade -> Long.toString(trade.sequence())).orElse("");
        String index = before.map(trade -> Long.toString(trade.index())).orElse("");
        return joinedTexts.join(
                partition, "trades " + symbol + " " + sequence + " " + index + " " + limit,
                script(partition, trades, named, sequence, index, Integer.toString(limit))
                        .map(reply -> reply.map(ViewReader::ofKnownSymbol)));
    }

    /** The newest candles, oldest first, each as JSON; nothing for an unknown symbol. */
    public Mono<Held<Optional<List<String>>>> candles(ViewPartition partition, String symbol, CandleInterval interval, int limit) {
        ViewKeys keys = new ViewKeys(partition);
        String[] named = {keys.position(), keys.bookState(symbol), keys.candles(symbol, interval)};
        return joinedTexts.join(
                partition, "candles " + symbol + " " + interval + " " + limit,
                script(partition, candles, named, Integer.toString(limit)).map(reply -> reply.map(ViewReader::ofKnownSymbol)));
    }

    private static Optional<List<String>> ofKnownSymbol(List<@Nullable Object> values) {
        return Optional.ofNullable(text(values.get(1))).map(_ -> texts(values.get(2)));
    }

    /** A symbol and what an account holds of it. */
    public record SymbolHolding(String symbol, StoredHolding holding) {}

    /** What the account holds in the partition, in no order. */
    public Mono<Held<List<SymbolHolding>>> holdings(ViewPartition partition, String account) {
        ViewKeys keys = new ViewKeys(partition);
        return script(partition, holdings, new String[]{keys.position(), keys.holdings(account)}).map(reply -> reply.map(
                values -> bySymbol(values, (symbol, stored) -> new SymbolHolding(symbol, StoredHolding.parse(stored)))));
    }

    /** What a reply says behind the position: symbols, each before what is kept of it. */
    private static <T> List<T> bySymbol(List<@Nullable Object> values, BiFunction<String, String, T> of) {
        List<T> all = new ArrayList<>(values.size() / 2);
        for (int i = 1; i + 1 < values.size(); i += 2) {
            String symbol = text(values.get(i));
            String stored = text(values.get(i + 1));
            if (symbol != null && stored != null) {
                all.add(of.apply(symbol, stored));
            }
        }
        return all;
    }

    /** A symbol and the JSON of its rules and state. */
    public record StoredInstrument(String symbol, String json) {}

    /** All instruments of the partition, in no order. */
    public Mono<Held<List<StoredInstrument>>> instruments(ViewPartition partition) {
        ViewKeys keys = new ViewKeys(partition);
        return joinedInstruments.join(partition, "instruments", script(
                partition, instruments, new String[]{keys.position(), keys.symbols()}, keys.prefix())
                .map(reply -> reply.map(values -> bySymbol(values, StoredInstrument::new))));
    }

    /** Where the partition is. */
    public Mono<Held<Boolean>> position(ViewPartition partition) {
        return values(partition).map(reply -> reply.map(_ -> true));
    }

    /** Rules and state of a symbol as JSON; nothing if it is unknown. */
    public Mono<Held<Optional<String>>> instrument(ViewPartition partition, String symbol) {
        return joined(partition, new ViewKeys(partition).instrument(symbol));
    }

    /** The last price of a symbol as it is kept; nothing if there is none. */
    public Mono<Held<Optional<String>>> price(ViewPartition partition, String symbol) {
        return joined(partition, new ViewKeys(partition).price(symbol));
    }

    private Mono<Held<Optional<String>>> joined(ViewPartition partition, String key) {
        return joinedValues.join(partition, key, value(partition, key).map(reply -> reply.map(value -> value.map(ViewReader::utf8))));
    }

    /** The last {@code PriceUpdate} of a symbol; nothing if there is none. */
    public Mono<Held<Optional<byte[]>>> priceUpdate(ViewPartition partition, String symbol) {
        return value(partition, new ViewKeys(partition).priceUpdate(symbol));
    }

    /**
     * Where each of the partitions is and what it was made of, asked whatever the breaker says: for those who watch Redis itself. Partitions
     * that fail together are answered together. Fails as Lettuce does.
     */
    public List<CompletableFuture<StoredView>> stored(List<ViewPartition> partitions) {
        Map<ViewBreaker, List<ViewPartition>> together = partitions.stream().collect(Collectors.groupingBy(guard::breaker));
        Map<ViewPartition, CompletableFuture<StoredView>> answers = new HashMap<>();
        together.forEach((breaker, those) -> {
            CompletableFuture<List<StoredView>> answer = breaker.probe(() -> ask(those)).toCompletableFuture();
            for (int i = 0; i < those.size(); i++) {
                int place = i;
                answers.put(those.get(i), answer.thenApply(found -> found.get(place)));
            }
        });
        return partitions.stream().map(answers::get).toList();
    }

    private CompletableFuture<List<StoredView>> ask(List<ViewPartition> partitions) {
        RedisClusterAsyncCommands<String, byte[]> commands = redis.get();
        List<CompletableFuture<StoredView>> replies =
                partitions.stream().map(partition -> ViewWriter.stored(commands, partition)).toList();
        return CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new))
                .thenApply(_ -> replies.stream().map(CompletableFuture::join).toList());
    }

    private Mono<Held<List<@Nullable Object>>> script(ViewPartition partition, RedisScript script, String[] keys, String... values) {
        byte[][] arguments = new byte[values.length][];
        for (int i = 0; i < values.length; i++) {
            arguments[i] = values[i].getBytes(StandardCharsets.UTF_8);
        }
        return read(partition, commands -> script.<List<@Nullable Object>>run(commands, ScriptOutputType.MULTI, keys, arguments))
                .map(reply -> reply);
    }

    private Mono<Held<Optional<byte[]>>> value(ViewPartition partition, String key) {
        return values(partition, key).map(reply -> reply.map(values -> Optional.ofNullable((byte[]) values.get(1))));
    }

    /** The position and then the values of {@code keys}, all of one moment. */
    private Mono<Held<List<@Nullable Object>>> values(ViewPartition partition, String... keys) {
        String[] all = new String[keys.length + 1];
        all[0] = new ViewKeys(partition).position();
        System.arraycopy(keys, 0, all, 1, keys.length);
        return read(partition, commands -> commands.mget(all).thenApply(ViewReader::values));
    }

    private static List<@Nullable Object> values(List<KeyValue<String, byte[]>> reply) {
        List<@Nullable Object> values = new ArrayList<>(reply.size());
        reply.forEach(value -> values.add(value.hasValue() ? value.getValue() : null));
        return values;
    }

    private Mono<Held<List<@Nullable Object>>> read(
            ViewPartition partition,
            Function<RedisClusterAsyncCommands<String, byte[]>, CompletionStage<List<@Nullable Object>>> question) {
        return Mono.defer(() -> {
            long floor = known.floor(partition);
            return guard.run(partition, () -> question.apply(redis.get())).map(values -> {
                ViewPosition position = StoredView.position((byte[]) values.get(0));
                if (position.next() < floor) {
                    throw rebuilt(partition, position, floor);
                }
                known.observe(partition, position);
                return new Held<>(partition, position, values);
            });
        });
    }

    /** What a reader is told who has to see {@code floor}. */
    static ApiException rebuilt(ViewPartition partition, ViewPosition at, long floor) {
        return ViewGuard.unavailable("the read model is being rebuilt: partition " + partition + " is at " + at.next()
                + (floor == Long.MAX_VALUE ? "" : " of " + floor));
    }

    static @Nullable String text(@Nullable Object value) {
        return value == null ? null : utf8((byte[]) value);
    }

    static List<String> texts(@Nullable Object values) {
        List<String> texts = new ArrayList<>();
        if (values instanceof Collection<?> all) {
            for (Object value : all) {
                String text = text(value);
                if (text != null) {
                    texts.add(text);
                }
            }
        }
        return texts;
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
