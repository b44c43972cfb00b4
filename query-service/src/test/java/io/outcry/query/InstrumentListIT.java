// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TradingState;
import io.outcry.query.feed.LogFeed;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All instruments are read from Redis when one has changed, and not for everybody who asks: while it reads many it does nothing else. */
@Timeout(120)
class InstrumentListIT {

    private static final String PATH = "/api/v1/instruments";

    @TempDir
    private Path directory;

    @Test
    void theListIsReadAgainWhenItHasChanged() {
        try (QueryStage stage = QueryStage.open(directory)) {
            OutcomeScript script = new OutcomeScript(QueryStage.PARTITION, QueryStage.SYMBOL);
            stage.awaitReady();
            QueryStage.await("the log is followed", () -> stage.bean(LogFeed.class).behind().isEmpty());
            stage.write(script.define());
            assertThat(read(stage, script)).contains("\"state\":\"TRADING\"");
            read(stage, script);
            long before = listings(stage);
            for (int i = 0; i < 10; i++) {
                stage.write(script.rest("alice", "", Side.SIDE_BUY, 5_999_900, 30, 30));
                assertThat(read(stage, script)).contains("\"state\":\"TRADING\"");
            }
            assertThat(listings(stage)).isEqualTo(before);
            stage.write(script.enter(TradingState.TRADING_STATE_HALTED).build());
            assertThat(read(stage, script)).contains("\"state\":\"HALTED\"");
            assertThat(listings(stage)).isGreaterThan(before);
        }
    }

    /** When the feed holds all that was written, and then Redis: one that is ahead of the feed is listed again. */
    private static String read(QueryStage stage, OutcomeScript script) {
        String token = String.valueOf(script.position());
        QueryStage.await("the feed is at " + token,
                () -> stage.get("/api/v1/books/" + script.symbol(), "Outcry-Read-After", token).statusCode() == 200);
        // Again where the machine was too busy to write within the deadline of a read.
        HttpResponse<String> answer = Awaitility.await().atMost(Duration.ofSeconds(20))
                .until(() -> stage.get(PATH, "Outcry-Read-After", token), each -> each.statusCode() == 200);
        assertThat(answer.headers().firstValue("Outcry-Position")).hasValueSatisfying(position -> assertThat(position).contains(token));
        return answer.body();
    }

    /** How often Redis has listed symbols. */
    private static long listings(QueryStage stage) {
        long[] calls = new long[1];
        stage.redis(redis -> calls[0] = redis.info("commandstats").lines().filter(line -> line.startsWith("cmdstat_smembers:calls="))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('=') + 1, line.indexOf(',')))).sum());
        return calls[0];
    }
}
