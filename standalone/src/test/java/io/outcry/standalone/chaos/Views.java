// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.api.sync.RedisCommands;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.Side;
import io.outcry.query.view.StoredOrder;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.standalone.client.LocalApi;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds Redis and the REST interface against what the log comes to. */
final class Views {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int PAUSE_MILLIS = 100;
    private static final int PAGE = 1_000;
    private static final int DEPTH = 1_000;

    private final LocalApi reads;
    private final LogFold fold;
    private final String token;

    /** @param logs up to where the views must be */
    Views(LocalApi reads, List<RecordedLog> logs, LogFold fold) {
        this.reads = reads;
        this.fold = fold;
        token = String.join(",", logs.stream()
                .map(log -> String.valueOf(LogPosition.of(log.partition(), log.outcomes().getLast().getInputOffset()))).toList());
    }

    /** Every order and every book over REST, read after the end of the log. */
    void restShowsTheLog(List<String> accounts) throws Exception {
        Map<Long, JsonNode> found = new HashMap<>();
        for (String account : accounts) {
            String cursor = "";
            do {
                JsonNode page = read(Installation.key(account), "/api/v1/orders?limit=" + PAGE + cursor);
                for (JsonNode order : page.path("orders")) {
                    JsonNode before = found.put(Long.parseLong(order.path("orderId").asString()), order);
                    assertThat(before).as("seen before: %s", order).isNull();
                }
                JsonNode next = page.path("nextCursor");
                cursor = next.isString() ? "&cursor=" + next.asString() : "";
            } while (!cursor.isEmpty());
        }
        Map<Long, LogFold.Order> expected = fold.orders();
        assertThat(found.keySet()).as("ids of all orders over REST").isEqualTo(expected.keySet());
        expected.forEach((id, order) -> assertThat(found.get(id)).as("order %d over REST", id).isEqualTo(JSON.readTree(order.json())));
        for (String symbol : Installation.SYMBOLS) {
            JsonNode book = read(null, "/api/v1/books/" + symbol + "?depth=" + DEPTH);
            assertThat(book.path("bids")).as("bids of %s", symbol).isEqualTo(JSON.readTree(fold.side(symbol, Side.SIDE_BUY)));
            assertThat(book.path("asks")).as("asks of %s", symbol).isEqualTo(JSON.readTree(fold.side(symbol, Side.SIDE_SELL)));
        }
    }

    /** Every order with its fills, every repeat of a placement, and nothing else under an id. After {@link #restShowsTheLog}, which waits. */
    void redisHoldsTheLog(String uri) {
        RedisClient client = RedisClient.create(uri);
        try (var connection = client.connect()) {
            RedisCommands<String, String> redis = connection.sync();
            List<String> expected = new ArrayList<>();
            fold.orders().forEach((id, order) -> {
                StoredOrder found = stored(redis, id);
                assertThat(found.account()).as("whose order %d is", id).isEqualTo(order.account());
                assertThat(found.appendJson(new StringBuilder()).toString()).as("order %d in Redis", id).isEqualTo(order.json());
                expected.add(keys(id).order(id));
            });
            fold.repeats().forEach((id, repeat) -> {
                StoredOrder found = stored(redis, id);
                assertThat(new LogFold.Repeat(found.account(), found.repeatOf())).as("repeat %d in Redis", id).isEqualTo(repeat);
                expected.add(keys(id).order(id));
            });
            List<String> keys = new ArrayList<>();
            ScanIterator.scan(redis, ScanArgs.Builder.matches("{o*}:o:*").limit(PAGE)).forEachRemaining(keys::add);
            assertThat(keys).as("keys of orders in Redis").doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
        } finally {
            client.shutdown();
        }
    }

    private static StoredOrder stored(RedisCommands<String, String> redis, long id) {
        List<KeyValue<String, String>> held = redis.mget(keys(id).order(id), keys(id).fills(id));
        assertThat(held.getFirst().hasValue()).as("order %d is in Redis", id).isTrue();
        return StoredOrder.of(held.getFirst().getValue(), held.getLast().getValueOrElse(null));
    }

    private static ViewKeys keys(long id) {
        return new ViewKeys(new ViewPartition(ViewLog.ORDERS, LogPosition.partition(id)));
    }

    private JsonNode read(String key, String path) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        LocalApi.Answer answer = reads.call("GET", path, key, null, "Outcry-Read-After", token);
        while (answer.status() == 412 || answer.status() == 503) {
            assertThat(System.nanoTime()).as("%s holds the end of the log within %s; last %s", path, LIMIT, answer).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            answer = reads.call("GET", path, key, null, "Outcry-Read-After", token);
        }
        return answer.ok();
    }
}
