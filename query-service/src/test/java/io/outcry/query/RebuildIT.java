// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.KillArgs;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.query.verify.OutcryVerify;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A Redis that is flushed far behind the log is filled in bulk, and is what the log says whatever happens on the way. */
@Timeout(300)
class RebuildIT {

    private static final int RECORDS = 6_000;
    private static final int TRADES_EVERY = 4;
    private static final int BULK = 2_000;

    @TempDir
    private Path directory;

    @Test
    void aViewFilledInBulkIsWhatTheLogSays() {
        try (QueryStage stage = QueryStage.open(directory, 2)) {
            List<MakerOnStage> makers = List.of(new MakerOnStage(stage, 0), new MakerOnStage(stage, 1));
            makers.forEach(maker -> stage.writeAll(maker.script().partition(), () -> outcomes(maker).iterator()));
            makers.forEach(maker -> stage.awaitProjected(maker.script()));
            assertEqual(stage);

            stage.flushRedis();
            makers.forEach(maker -> stage.awaitProjected(maker.script()));
            DistributionSummary batches =
                    stage.bean(MeterRegistry.class).get("outcry.query.projection.batch.records").tag("log", "orders").summary();
            assertThat(batches.max()).as("records of the largest batch").isGreaterThan(BULK);
            assertEqual(stage);

            // Again, with the connections cut and a second flush while it is being filled.
            stage.flushRedis();
            QueryStage.await("it is being filled", () -> keys(stage) > 0);
            stage.redis(redis -> redis.clientKill(KillArgs.Builder.typeNormal().skipme(true)));
            stage.flushRedis();
            QueryStage.await("it is being filled again", () -> keys(stage) > 0);
            stage.redis(redis -> redis.clientKill(KillArgs.Builder.typeNormal().skipme(true)));
            makers.forEach(maker -> stage.awaitProjected(maker.script()));
            makers.forEach(maker -> maker.tradeAndAwait(1));
            assertEqual(stage);
        }
    }

    private static Stream<Outcome> outcomes(MakerOnStage maker) {
        return IntStream.range(0, RECORDS).mapToObj(i -> i % TRADES_EVERY == 0
                ? maker.nextTrade()
                : maker.script().rest("bob", "r:" + i, Side.SIDE_BUY, 5_000 + i % 300, 10, i % 11 == 0 ? 0 : 10 + i));
    }

    private static long keys(QueryStage stage) {
        long[] size = new long[1];
        stage.redis(redis -> size[0] = redis.dbsize());
        return size[0];
    }

    private static void assertEqual(QueryStage stage) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = OutcryVerify.run(stage.verifyArguments(), new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(status).as(out.toString(StandardCharsets.UTF_8)).isZero();
    }
}
