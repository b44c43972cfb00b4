// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.Side;
import io.outcry.query.domain.LevelKey;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.feed.LogFeed;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An older version had put an outcome aside; the newer one, which can read it, is told to fill the partition again while it runs. */
@Timeout(120)
class ViewMadeAnewIT {

    private static final ViewKeys KEYS = new ViewKeys(new ViewPartition(ViewLog.ORDERS, 0));
    private static final String INSTRUMENTS = "/api/v1/instruments";

    @TempDir
    private Path directory;

    @Test
    void booksAndInstrumentsAreThoseOfTheLogAgain() {
        try (QueryStage stage = QueryStage.open(directory, 2)) {
            MakerOnStage maker = new MakerOnStage(stage, 0);
            maker.tradeAndAwait(3);
            String symbol = maker.script().symbol();
            HttpResponse<String> book = stage.get(maker.bookPath());
            HttpResponse<String> instruments = stage.get(INSTRUMENTS);
            stage.stopService();
            lackOne(stage, symbol);

            stage.startService();
            stage.awaitReady();
            awaitFollowed(stage);
            HttpResponse<String> without = stage.get(INSTRUMENTS);
            assertThat(without.body()).contains("\"state\":\"HALTED\"");
            assertThat(without.headers().firstValue("Outcry-Incomplete")).hasValue("1");
            assertThat(stage.get(maker.bookPath()).body()).contains("\"bids\":[[\"1.00\",\"7.00\"]]");

            stage.redis(redis -> redis.del(KEYS.position()));
            awaitSame(stage, maker.bookPath(), book);
            awaitFollowed(stage);
            assertThat(stage.get(maker.bookPath()).body()).as("in memory, too").isEqualTo(book.body());
            awaitSame(stage, INSTRUMENTS, instruments);
            maker.tradeAndAwait(1);
            maker.assertViewIsRight();
        }
    }

    /** The one that took a level away and let the symbol trade is missing. */
    private static void lackOne(QueryStage stage, String symbol) {
        stage.redis(redis -> {
            redis.zadd(KEYS.levels(Side.SIDE_BUY, symbol), 0, LevelKey.of(100));
            redis.hset(KEYS.levelQuantities(Side.SIDE_BUY, symbol), LevelKey.of(100), "[\"1.00\",\"7.00\"]");
            redis.set(KEYS.instrument(symbol), redis.get(KEYS.instrument(symbol)).replace("TRADING", "HALTED"));
            ViewPosition at = ViewPosition.parse(redis.get(KEYS.position()));
            redis.set(KEYS.position(), new ViewPosition(
                    at.next(), at.inputOffset(), at.sequence(), at.skipped(), 1, at.timeMillis()).stored());
        });
    }

    private static void awaitFollowed(QueryStage stage) {
        QueryStage.await("the log is followed", () -> stage.bean(LogFeed.class).behind().isEmpty());
    }

    private static void awaitSame(QueryStage stage, String path, HttpResponse<String> before) {
        QueryStage.await(path + " is what the log says, and whole", () -> {
            HttpResponse<String> now = stage.get(path);
            return now.body().equals(before.body()) && now.headers().firstValue("Outcry-Incomplete").isEmpty();
        });
    }
}
