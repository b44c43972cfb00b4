// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The remedy that is promised where what was not projected yet is gone from the log: the engine writes the partition's outcomes again. */
@Timeout(120)
class RepairedLogIT {

    @Test
    void aStoppedPartitionGoesOnAfterAllItsOutcomesWereWrittenAgain(@TempDir Path directory) {
        try (QueryStage stage = QueryStage.open(directory, 1)) {
            MakerOnStage maker = new MakerOnStage(stage, 0);
            maker.tradeAndAwait(2);
            Outcome gone = maker.nextTrade();
            maker.trade(1);
            QueryStage.await("it has stopped", () -> stage.get("/actuator/health/readiness").body().contains("stopped o0"));
            List<byte[]> outcomes = new ArrayList<>(stage.records(Topics.ORDER_OUTCOMES).stream().map(ConsumerRecord::value).toList());
            assertThat(outcomes).hasSize(5);
            outcomes.add(outcomes.size() - 1, gone.toByteArray());

            stage.deleteRecords(Topics.ORDER_OUTCOMES, 0);
            outcomes.forEach(outcome -> stage.write(Topics.ORDER_OUTCOMES, 0, maker.script().symbol(), outcome));
            stage.stopService();
            stage.startService();
            stage.awaitReady();
            maker.assertViewIsRight();
            maker.tradeAndAwait(1);
            maker.assertViewIsRight();
        }
    }
}
