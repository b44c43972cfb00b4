// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.RedisServer;
import io.outcry.query.domain.OrderCursor;
import io.outcry.query.domain.ViewPosition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lists of orders most of which are forgotten, with a real Redis. */
@Timeout(60)
class ForgottenOrdersIT {

    private static final ViewPartition PARTITION = new ViewPartition(ViewLog.ORDERS, 0);
    private static final ViewKeys KEYS = new ViewKeys(PARTITION);

    /** Orders that one question passes over. */
    private static final int PASSED = 1_000;

    @TempDir
    private Path directory;

    private RedisServer redis;
    private RedisClient client;
    private StatefulRedisConnection<String, byte[]> connection;
    private ViewReader reader;

    @BeforeEach
    void open() {
        redis = EngineSource.found().redis(directory.resolve("redis"), 0);
        client = RedisClient.create(redis.uri());
        connection = client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
        reader = new ViewReader(() -> connection.async(), new ViewGuard(Duration.ofSeconds(10), 10), new Whatever());
        set(KEYS.position(), ViewPosition.EMPTY.startingAt(5).stored());
    }

    @AfterEach
    void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        redis.close();
    }

    @Test
    void oneQuestionPassesOverABoundedNumberOfThem() {
        place(1, true);
        for (long id = 2; id < 2 + 2 * PASSED; id++) {
            place(id, false);
        }
        place(2 + 2 * PASSED, true);

        StoredOrder.Page first = page(OrderCursor.NEWEST);
        assertThat(ids(first)).containsExactly(2L + 2 * PASSED);
        assertThat(first.goesOnAfter()).contains(new OrderCursor(2 + PASSED, 2 + PASSED));
        StoredOrder.Page second = page(first.goesOnAfter().orElseThrow());
        assertThat(ids(second)).as("%d more are passed over, and that is noticed before the last is looked at", PASSED).isEmpty();
        StoredOrder.Page third = page(second.goesOnAfter().orElseThrow());
        assertThat(ids(third)).containsExactly(1L);
        assertThat(third.goesOnAfter()).isEmpty();
    }

    @Test
    void fewerAreNoReasonToEndAPage() {
        place(1, true);
        for (long id = 2; id < 1 + PASSED; id++) {
            place(id, false);
        }
        StoredOrder.Page page = page(OrderCursor.NEWEST);
        assertThat(ids(page)).containsExactly(1L);
        assertThat(page.goesOnAfter()).isEmpty();
    }

    /** Takes every position. */
    private static final class Whatever implements KnownPositions {

        @Override
        public long floor(ViewPartition partition) {
            return 0;
        }

        @Override
        public void observe(ViewPartition partition, ViewPosition position) {}
    }

    private void place(long id, boolean known) {
        connection.sync().rpush(KEYS.allOrders("alice"), bytes(new OrderCursor(id, id).place()));
        if (known) {
            set(KEYS.order(id), "alice\n{\"orderId\":\"" + id + "\"");
        }
    }

    private StoredOrder.Page page(OrderCursor after) {
        return reader.orders(PARTITION, "alice", null, false, after, 10).block(Duration.ofSeconds(20)).value();
    }

    private static List<Long> ids(StoredOrder.Page page) {
        List<Long> ids = new ArrayList<>();
        page.orders().forEach(order -> ids.add(order.place().orderId()));
        return ids;
    }

    private void set(String key, String value) {
        connection.sync().set(key, bytes(value));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
