// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.RedisServer;
import io.outcry.query.domain.ViewPosition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches by script and in bulk, and what a late command can do to them, with a real Redis. */
@Timeout(60)
class ViewWriterIT {

    private static final ViewPartition PARTITION = new ViewPartition(ViewLog.ORDERS, 3);
    private static final ViewPosition FIRST = new ViewPosition(5, 4, 5, 0, 0, System.currentTimeMillis());
    private static final ViewPosition SECOND = new ViewPosition(9, 8, 9, 0, 0, FIRST.timeMillis());
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration KEPT = Duration.ofDays(7);

    @TempDir
    private Path directory;

    private RedisServer redis;
    private RedisLink link;
    private ViewWriter writer;
    private RedisClient client;
    private RedisCommands<String, String> look;
    private RedisAsyncCommands<String, String> ask;

    @BeforeEach
    void open() throws ViewUnavailableException {
        redis = EngineSource.found().redis(directory.resolve("redis"), 0);
        link = new RedisLink(redis.uri(), false, TIMEOUT, TIMEOUT);
        writer = new ViewWriter(link, TIMEOUT, KEPT, Clock.systemUTC());
        client = RedisClient.create(redis.uri());
        StatefulRedisConnection<String, String> connection = client.connect();
        look = connection.sync();
        ask = connection.async();
        awaitConnected();
        assertThat(writer.ask(List.of(PARTITION)).getFirst().await()).isEqualTo(StoredView.NOTHING);
    }

    private void awaitConnected() {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            try {
                link.connect();
                link.writes();
                return;
            } catch (NotConnectedYetException e) {
                assertThat(System.nanoTime()).as("until there is a connection").isLessThan(deadline);
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @AfterEach
    void close() {
        link.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        redis.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String key(ViewPartition partition, String name) {
        return new ViewKeys(partition).prefix() + name;
    }

    /** Something of every kind, more of it than one command takes. */
    private static ViewBatch batch(ViewPartition partition, int turn) {
        ViewBatch batch = new ViewBatch();
        for (int i = 0; i < 3_000; i++) {
            String order = key(partition, "o:" + turn + "-" + i);
            String fills = key(partition, "f:" + turn + "-" + i);
            String element = "e" + turn + i;
            String value = "v" + i;
            String json = "acc\norder" + i;
            batch.add(List.of(
                    new ViewChange.Order(order, fills, () -> bytes(json), 1, true, i % 2 == 1),
                    new ViewChange.Fill(order, fills, ",fill", 1, 100),
                    new ViewChange.Push(key(partition, "all"), () -> bytes(element), 4_000),
                    new ViewChange.Rank(key(partition, "open"), i, "m" + i),
                    new ViewChange.Field(key(partition, "h"), "s" + i % 50, () -> bytes(value))));
        }
        batch.add(List.of(
                new ViewChange.Fill(key(partition, "o:0-8"), key(partition, "f:0-8"), ",more" + turn, 1, 100),
                new ViewChange.Level(key(partition, "b"), key(partition, "bq"), 1, turn == 0 ? () -> bytes("[x]") : null),
                new ViewChange.Unrank(key(partition, "open"), "m1"),
                new ViewChange.Add(key(partition, "symbols"), "S" + turn)));
        return batch;
    }

    private boolean script(ViewPosition from, ViewPosition to, ViewBatch batch) throws ViewUnavailableException {
        return writer.apply(PARTITION, from, to, batch, () -> {}).await();
    }

    @Test
    void inBulkAPartitionBecomesWhatScriptsMakeOfIt() throws ViewUnavailableException {
        ViewPartition other = new ViewPartition(ViewLog.ORDERS, 4);
        AtomicInteger applied = new AtomicInteger();
        for (int turn = 0; turn < 2; turn++) {
            ViewPosition from = turn == 0 ? ViewPosition.EMPTY : FIRST;
            ViewPosition to = turn == 0 ? FIRST : SECOND;
            assertThat(script(from, to, batch(PARTITION, turn))).isTrue();
            assertThat(writer.applyInBulk(other, from, to, batch(other, turn), applied::incrementAndGet).await()).isTrue();
        }
        assertThat(applied).hasValue(2);
        assertThat(contents(other)).isEqualTo(contents(PARTITION)).hasSizeGreaterThan(6_000)
                .containsEntry("f:0-8", ",fill,more0,more1").containsEntry("o:1-7", "acc\norder7\n,fill").doesNotContainKey("f:1-7")
                .containsEntry("pos", SECOND.stored());
    }

    private Map<String, Object> contents(ViewPartition partition) {
        String prefix = new ViewKeys(partition).prefix();
        Map<String, RedisFuture<String>> types = new TreeMap<>();
        look.keys(prefix + "*").forEach(key -> types.put(key, ask.type(key)));
        Map<String, RedisFuture<?>> values = new TreeMap<>();
        types.forEach((key, type) -> values.put(key.substring(prefix.length()), switch (result(type)) {
            case "string" -> ask.get(key);
            case "list" -> ask.lrange(key, 0, -1);
            case "set" -> ask.smembers(key);
            case "hash" -> ask.hgetall(key);
            case "zset" -> ask.zrangeWithScores(key, 0, -1);
            default -> throw new AssertionError(key);
        }));
        Map<String, Object> contents = new TreeMap<>();
        values.forEach((key, value) -> contents.put(key, result(value)));
        return contents;
    }

    private static <T> T result(RedisFuture<T> answer) {
        return answer.toCompletableFuture().join();
    }

    @Test
    void aBatchInBulkCountsOnceHoweverOftenItIsSent() throws ViewUnavailableException {
        assertThat(writer.applyInBulk(PARTITION, ViewPosition.EMPTY, FIRST, batch(PARTITION, 0), () -> {}).await()).isTrue();
        Map<String, Object> once = contents(PARTITION);
        assertThat(writer.applyInBulk(PARTITION, ViewPosition.EMPTY, FIRST, batch(PARTITION, 0), () -> {}).await()).isFalse();
        assertThat(script(ViewPosition.EMPTY, FIRST, batch(PARTITION, 0))).isFalse();
        assertThat(contents(PARTITION)).isEqualTo(once);
    }

    @Test
    void aTransactionDoesNothingIfSomebodyMovedThePositionMeanwhile() throws Exception {
        try (StatefulRedisConnection<String, byte[]> connection =
                client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE))) {
            BulkLane slow = new BulkLane(connection, new RedisScript("apply.lua"));
            String[] keys = {key(PARTITION, "pos"), key(PARTITION, "closed")};
            assertThat(slow.watch(keys[0]).get()).isNull();
            assertThat(script(ViewPosition.EMPTY, SECOND, batch(PARTITION, 1))).isTrue();
            Map<String, Object> before = contents(PARTITION);
            byte[][] header = IntStream.range(0, 7).mapToObj(i -> bytes(i == 1 ? FIRST.stored() : i > 4 ? "0" : "")).toArray(byte[][]::new);
            assertThat(slow.apply(batch(PARTITION, 0).plain(), keys, header).get()).isEqualTo(bytes(SECOND.stored()));
            assertThat(contents(PARTITION)).isEqualTo(before);
        }
    }

    @Test
    void inBulkEveryChangeMayBeACommandOfItsOwn() throws ViewUnavailableException {
        ViewBatch batch = new ViewBatch();
        for (int i = 0; i < 80_000; i++) {
            batch.add(List.of(new ViewChange.Push(key(PARTITION, "all:" + i), () -> bytes("e"), 10)));
        }
        assertThat(writer.applyInBulk(PARTITION, ViewPosition.EMPTY, FIRST, batch, () -> {}).await()).isTrue();
        assertThat(look.dbsize()).isEqualTo(80_001);
    }

    /** What is known of the position from the batch before is not the last word. */
    @Test
    void inBulkGoesOnFromWhereOthersMovedThePosition() throws ViewUnavailableException {
        assertThat(writer.applyInBulk(PARTITION, ViewPosition.EMPTY, FIRST, batch(PARTITION, 0), () -> {}).await()).isTrue();
        look.flushall();
        assertThat(writer.applyInBulk(PARTITION, FIRST, SECOND, batch(PARTITION, 1), () -> {}).await()).isFalse();
        assertThat(writer.applyInBulk(PARTITION, ViewPosition.EMPTY, FIRST, batch(PARTITION, 0), () -> {}).await()).isTrue();
        look.set(key(PARTITION, "pos"), SECOND.stored());
        assertThat(writer.applyInBulk(PARTITION, SECOND, FIRST, batch(PARTITION, 1), () -> {}).await()).isTrue();
        assertThat(contents(PARTITION)).containsEntry("pos", FIRST.stored());
    }

    /** Else nobody learns from the log what is wrong with it. */
    @Test
    void aRedisThatTakesNothingInBulkSaysWhy() throws ViewUnavailableException {
        look.configSet("maxmemory", "1");
        assertThatExceptionOfType(ViewUnavailableException.class).isThrownBy(
                () -> writer.applyInBulk(PARTITION, ViewPosition.EMPTY, FIRST, batch(PARTITION, 0), () -> {}).await())
                .havingCause().withMessageContaining("OOM");
        writer.endBulk(PARTITION);
        look.configSet("maxmemory", "0");
        assertThat(writer.applyInBulk(PARTITION, ViewPosition.EMPTY, FIRST, batch(PARTITION, 0), () -> {}).await()).isTrue();
    }

    @Test
    void aBrokenConnectionFailsTheBatchAndTheNextOneMakesAnother() throws ViewUnavailableException {
        assertThat(writer.applyInBulk(PARTITION, ViewPosition.EMPTY, FIRST, batch(PARTITION, 0), () -> {}).await()).isTrue();
        look.clientKill(KillArgs.Builder.typeNormal().skipme(true));
        assertThatExceptionOfType(ViewUnavailableException.class).isThrownBy(
                () -> writer.applyInBulk(PARTITION, FIRST, SECOND, batch(PARTITION, 1), () -> {}).await());
        writer.endBulk(PARTITION);
        assertThat(writer.applyInBulk(PARTITION, FIRST, SECOND, batch(PARTITION, 1), () -> {}).await()).isTrue();
    }

    /** Redis may come to the command that clears after somebody else has filled the partition again. */
    @Test
    void leftoversAreRemovedOnlyWhileThePartitionHasNoPosition() throws ViewUnavailableException {
        look.set(key(PARTITION, "o:1"), "left over");
        writer.clear(PARTITION);
        assertThat(contents(PARTITION)).isEmpty();

        assertThat(script(ViewPosition.EMPTY, FIRST, batch(PARTITION, 0))).isTrue();
        Map<String, Object> fresh = contents(PARTITION);
        writer.clear(PARTITION);
        assertThat(contents(PARTITION)).isEqualTo(fresh);
    }

    /** More than Redis is asked for in one step. What is left would be a part of the view that is filled next. */
    @Test
    void allLeftoversOfAPartitionAreRemovedHoweverManyAndNoneOfAnother() throws ViewUnavailableException {
        ViewPartition other = new ViewPartition(ViewLog.ORDERS, 1);
        Map<String, String> orders = new HashMap<>();
        for (int id = 0; id < 12_000; id++) {
            orders.put(key(PARTITION, "o:" + id), "left over");
        }
        orders.put(key(other, "o:1"), "of another partition");
        look.mset(orders);
        writer.clear(PARTITION);
        assertThat(contents(PARTITION)).isEmpty();
        assertThat(look.get(key(other, "o:1"))).isEqualTo("of another partition");
    }

    private static ViewChange set(String key, String value) {
        return new ViewChange.Set(key, bytes(value));
    }

    /** An order that was closed so long ago. */
    private static List<ViewChange> closed(long id, Duration ago, String name) {
        ViewKeys keys = new ViewKeys(PARTITION);
        String entry = System.currentTimeMillis() - ago.toMillis() + ":" + id + ":acc:" + name;
        return List.of(
                set(keys.order(id), "acc\norder"), set(keys.fills(id), ",fill"), set(keys.clientOrderId("acc", name), Long.toString(id)),
                new ViewChange.Push(keys.closedOrders(), () -> bytes(entry), Integer.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anOrderIsForgottenOnceItHasBeenClosedForAsLongAsOrdersAreKept(boolean inBulk) throws ViewUnavailableException {
        ViewBatch batch = new ViewBatch();
        batch.add(closed(1, KEPT.plusHours(1), "mine"));
        batch.add(closed(2, KEPT.plusHours(1), "again"));
        batch.add(closed(3, KEPT.minusHours(1), "again"));
        ViewWriter.Applying applying = inBulk
                ? writer.applyInBulk(PARTITION, ViewPosition.EMPTY, FIRST, batch, () -> {})
                : writer.apply(PARTITION, ViewPosition.EMPTY, FIRST, batch, () -> {});
        assertThat(applying.await()).isTrue();
        assertThat(contents(PARTITION)).containsOnlyKeys("pos", "closed", "o:3", "f:3", "c:acc:again").containsEntry("c:acc:again", "3");
        assertThat(look.llen(key(PARTITION, "closed"))).isEqualTo(1);
    }

    /** The view is shared: nobody else would give them back. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoseClockIsSetForwardForgetsNoneThatTheNewestOutcomeIsTooCloseTo(boolean inBulk) throws ViewUnavailableException {
        writer = writer(() -> Instant.now().plus(KEPT.multipliedBy(5)));
        ViewBatch batch = new ViewBatch();
        batch.add(closed(1, KEPT.plusHours(1), "mine"));
        batch.add(closed(2, KEPT.minusHours(1), "again"));
        ViewWriter.Applying applying = inBulk
                ? writer.applyInBulk(PARTITION, ViewPosition.EMPTY, FIRST, batch, () -> {})
                : writer.apply(PARTITION, ViewPosition.EMPTY, FIRST, batch, () -> {});
        assertThat(applying.await()).isTrue();
        assertThat(contents(PARTITION)).containsOnlyKeys("pos", "closed", "o:2", "f:2", "c:acc:again");
    }

    /** What a log says is never by itself a reason to forget: its clock may be ahead as well. */
    @Test
    void anOutcomeAheadOfTheClockForgetsNothingMore() throws ViewUnavailableException {
        ViewBatch batch = new ViewBatch();
        batch.add(closed(1, KEPT.minusHours(1), "mine"));
        ViewPosition ahead = new ViewPosition(5, 4, 5, 0, 0, FIRST.timeMillis() + KEPT.toMillis());
        assertThat(script(ViewPosition.EMPTY, ahead, batch)).isTrue();
        assertThat(contents(PARTITION)).containsKey("o:1");
    }

    /** Redis does nothing else meanwhile. */
    @Test
    void ordersAreForgottenAFewAtATimeThoughMoreThanAreClosed() throws ViewUnavailableException {
        ViewBatch batch = new ViewBatch();
        for (int i = 0; i < 1_000; i++) {
            batch.add(closed(i, KEPT.plusHours(1), "n" + i));
        }
        look.rpush(key(PARTITION, "closed"), IntStream.range(0, 5_000).mapToObj(i -> "1:" + i + ":acc:old").toArray(String[]::new));
        assertThat(script(ViewPosition.EMPTY, FIRST, batch)).isTrue();
        assertThat(look.llen(key(PARTITION, "closed"))).isBetween(3_000L, 4_999L);
    }

    /** It refuses a batch before that comes to what it forgets. In bulk also one in the middle of which there is no more room. */
    @ParameterizedTest
    @CsvSource({"false, -200000", "true, -200000", "true, 400000"})
    void aRedisThatWasFullGoesOnWhenOrdersHaveBeenClosedForLongEnough(boolean inBulk, long room) throws ViewUnavailableException {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        writer = writer(now::get);
        ViewBatch first = new ViewBatch();
        for (int i = 0; i < 10_000; i++) {
            first.add(closed(i, Duration.ZERO, "n" + i));
        }
        long connections = connections();
        assertThat(writer.applyInBulk(PARTITION, ViewPosition.EMPTY, FIRST, first, () -> {}).await()).isTrue();
        writer.endBulk(PARTITION);
        Awaitility.await("what the connection held is given back").until(() -> connections() == connections);
        look.configSet("maxmemory", Long.toString(used() + room));
        assertThat(isTakenSoon(inBulk)).as("while all of them are kept").isFalse();
        assertThat(look.llen(key(PARTITION, "closed"))).isEqualTo(10_000);

        now.updateAndGet(then -> then.plus(KEPT).plusSeconds(60));
        assertThat(isTakenSoon(inBulk)).isTrue();
        assertThat(look.get(key(PARTITION, "pos"))).isEqualTo(SECOND.stored());
    }

    /** Nothing has to be removed before the first batch, and who waits for that finds no position. */
    @Test
    void aFullRedisForgetsNothingOfAPartitionThatIsNowhere() {
        look.rpush(key(PARTITION, "closed"), "1:1:acc:left over");
        look.configSet("maxmemory", "1");
        assertThatExceptionOfType(ViewUnavailableException.class).isThrownBy(
                () -> script(ViewPosition.EMPTY, FIRST, batch(PARTITION, 0))).havingCause().withMessageContaining("OOM");
        assertThat(contents(PARTITION)).containsOnlyKeys("closed");
    }

    private ViewWriter writer(InstantSource time) {
        return new ViewWriter(link, TIMEOUT, KEPT, time.withZone(ZoneOffset.UTC));
    }

    private long connections() {
        return look.clientList().lines().count();
    }

    private long used() {
        return look.info("memory").lines().filter(line -> line.startsWith("used_memory:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip())).sum();
    }

    /** As the projection does: the same again. */
    private boolean isTakenSoon(boolean inBulk) {
        for (int tries = 0; tries < 10; tries++) {
            try {
                return (inBulk
                        ? writer.applyInBulk(PARTITION, FIRST, SECOND, batch(PARTITION, 1), () -> {})
                        : writer.apply(PARTITION, FIRST, SECOND, batch(PARTITION, 1), () -> {})).await();
            } catch (ViewUnavailableException e) {
                assertThat(e).hasMessageContaining("Redis failed").cause().hasMessageContaining("OOM");
                writer.endBulk(PARTITION);
            }
        }
        return false;
    }
}
