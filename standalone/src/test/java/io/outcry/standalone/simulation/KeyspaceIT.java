// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.Side;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.RedisServer;
import io.outcry.query.domain.CandleInterval;
import io.outcry.query.domain.OrderCursor;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulated Redis and a real one are given the batches of some runs, fitting and not, and then asked the same questions. */
class KeyspaceIT {

    private static final int RUNS = 5;
    private static final List<String> ACCOUNTS = List.of("alice", "bob", "carol", "nobody");

    private final ViewScripts scripts = new ViewScripts();

    @Test
    void theSimulatedRedisAnswersAsARealOne(@TempDir Path directory) {
        try (RedisServer server = EngineSource.found().redis(directory, 0)) {
            RedisClient client = RedisClient.create("redis://127.0.0.1:" + server.port());
            try (StatefulRedisConnection<String, byte[]> connection =
                    client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE))) {
                for (long seed = 1; seed <= RUNS; seed++) {
                    connection.sync().flushall();
                    compare(seed, connection.sync());
                }
            } finally {
                client.shutdown();
            }
        }
    }

    private void compare(long seed, RedisCommands<String, byte[]> real) {
        List<ScriptCall> batches = new ArrayList<>();
        Simulation.run(new World.Shared(batches::add), seed, Bug.NONE);
        Keyspace simulated = new Keyspace();
        String apply = source("apply");
        for (ScriptCall batch : batches) {
            byte[] reply = real.eval(apply, ScriptOutputType.VALUE, batch.keys(), batch.values());
            String stored = batch.run(simulated);
            assertThat(new String(reply, StandardCharsets.UTF_8)).as("seed %s", seed).isEqualTo(stored == null ? "OK" : stored);
        }
        assertThat(simulated.keys()).as("seed %s", seed).containsExactlyInAnyOrderElementsOf(real.keys("*"));
        for (int partition = 0; partition < World.PARTITIONS; partition++) {
            ask(new ViewPartition(ViewLog.ORDERS, partition), simulated, real);
        }
    }

    private void ask(ViewPartition partition, Keyspace simulated, RedisCommands<String, byte[]> real) {
        ViewKeys keys = new ViewKeys(partition);
        String symbol = Orders.symbol(partition.number());
        String position = keys.position();
        for (String depth : List.of("1", "3", "1000")) {
            same("book", simulated, real, new String[]{
                position, keys.bookState(symbol), keys.levels(Side.SIDE_BUY, symbol), keys.levelQuantities(Side.SIDE_BUY, symbol),
                keys.levels(Side.SIDE_SELL, symbol), keys.levelQuantities(Side.SIDE_SELL, symbol), keys.auction(symbol)}, depth);
        }
        String[] market = {position, keys.bookState(symbol), keys.trades(symbol)};
        same("trades", simulated, real, market, "", "", "5");
        same("trades", simulated, real, market, "30", "0", "5");
        same("trades", simulated, real, market, "1", "0", "5");
        same("instruments", simulated, real, new String[]{position, keys.symbols()}, keys.prefix());
        for (CandleInterval interval : CandleInterval.ALL) {
            same("candles", simulated, real, new String[]{position, keys.bookState(symbol), keys.candles(symbol, interval)}, "3");
        }
        String[] totals = {
            position, keys.holdings("alice"), keys.holdings("nobody"), keys.candles(symbol, CandleInterval.ALL.getFirst()),
            keys.candles("NONE-USD", CandleInterval.ALL.getFirst())};
        same("totals", simulated, real, totals, symbol, symbol);
        for (String account : ACCOUNTS) {
            same("holdings", simulated, real, new String[]{position, keys.holdings(account)});
            for (String limit : List.of("7", "1000")) {
                for (String all : keys.orderLists(account, symbol)) {
                    same("orders", simulated, real, new String[]{position, all}, keys.prefix(), "0", OrderCursor.NEWEST.place(), limit);
                }
                for (String open : keys.openOrderLists(account, symbol)) {
                    same("orders", simulated, real, new String[]{position, open}, keys.prefix(), "1", OrderCursor.NEWEST.place(), limit);
                }
            }
            for (int order = 0; order < 20; order++) {
                same("client-order", simulated, real, new String[]{position, keys.clientOrderId(account, "c-" + order)}, keys.prefix());
            }
        }
        for (int offset = 0; offset < 40; offset++) {
            long id = LogPosition.of(partition.number(), offset);
            for (String key : List.of(keys.order(id), keys.fills(id))) {
                assertThat(simulated.get(key)).as(key).isEqualTo(real.get(key));
            }
        }
        assertThat(simulated.list(keys.closedOrders())).as("closed orders").usingElementComparator(Arrays::compare)
                .containsExactlyElementsOf(real.lrange(keys.closedOrders(), 0, -1));
    }

    private void same(String script, Keyspace simulated, RedisCommands<String, byte[]> real, String[] keys, String... values) {
        byte[][] bytes = Stream.of(values).map(value -> value.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
        List<Object> expected = real.eval(source(script), ScriptOutputType.MULTI, keys, bytes);
        assertThat(text(scripts.read(script, simulated, keys, values))).as("%s %s", script, List.of(keys)).isEqualTo(text(expected));
    }

    /** Nothing at the end of an answer is as good as none: Lua ends a table there. */
    private static String text(Object answer) {
        return switch (answer) {
            case null -> "-";
            case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
            case List<?> list -> list.stream().map(KeyspaceIT::text).toList().toString().replaceAll("(, -)+]$", "]");
            default -> answer.toString();
        };
    }

    private static String source(String script) {
        try (InputStream file = ViewReader.class.getResourceAsStream(script + ".lua")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
