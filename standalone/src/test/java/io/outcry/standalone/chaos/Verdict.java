// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds what clients were told against the logs. Both order logs have already been held against an undisturbed replay. */
final class Verdict {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String REJECT_PREFIX = "REJECT_CODE_";

    private final List<RecordedLog> logs = new ArrayList<>();
    private final LogFold fold;

    /** Reads the logs until each command has its outcome. */
    Verdict(String bootstrapServers) throws Exception {
        for (int partition = 0; partition < Installation.PARTITIONS; partition++) {
            logs.add(RecordedLog.read(bootstrapServers, partition));
        }
        fold = new LogFold(logs);
    }

    LogFold fold() {
        return fold;
    }

    List<RecordedLog> logs() {
        return logs;
    }

    /** Commands on the log, and outcomes that were written a second time. */
    @Override
    public String toString() {
        return logs.stream().mapToInt(log -> log.commands().size()).sum() + " commands, each with its one outcome; "
                + logs.stream().mapToInt(RecordedLog::repeated).sum() + " written again by a second owner, identical; "
                + fold.orders().size() + " orders";
    }

    /** What clients were told is what the log says, and each clientOrderId has been one order. */
    void agreesWith(Answers answers) {
        assertThat(answers.wrong()).as("answers that nothing excuses").isEmpty();
        for (Answers.Report report : answers.reports()) {
            JsonNode body = JSON.readTree(report.json());
            long id = Long.parseLong(body.path("orderId").asString());
            Outcome outcome = outcome(LogPosition.partition(id), body.path("sequence").asLong());
            OrderReport told = outcome.getOrdersList().stream().filter(order -> order.getOrderId() == id).findFirst().orElseThrow(
                    () -> new AssertionError(report.account() + " was told of " + body + ", the log says " + outcome));
            assertThat(told.getAccount()).isEqualTo(report.account());
            assertThat(body).as("what %s was told", report.account()).isEqualTo(JSON.readTree(OrderJson.answer(outcome, told)));
        }
        Map<Long, Outcome> byPosition = new HashMap<>();
        logs.forEach(log -> log.outcomes()
                .forEach(outcome -> byPosition.put(LogPosition.of(log.partition(), outcome.getInputOffset()), outcome)));
        for (Answers.Refusal refusal : answers.refusals()) {
            assertThat(byPosition).as("the outcome of %s", refusal).containsKey(refusal.position());
            assertThat(byPosition.get(refusal.position()).getReject().name()).isEqualTo(REJECT_PREFIX + refusal.code());
        }
        for (Answers.Acceptance accepted : answers.acceptances()) {
            assertThat(byPosition).as("the outcome of %s", accepted).containsKey(accepted.position());
            assertThat(fold.placements().get(accepted.name())).as("outcomes of %s", accepted).contains(byPosition.get(accepted.position()));
        }
        answers.ids().forEach((name, id) -> {
            List<Outcome> outcomes = fold.placements().get(name);
            assertThat(outcomes).as("outcomes of the acknowledged %s", name).isNotNull();
            List<Outcome> effective = outcomes.stream().filter(outcome -> outcome.getRepeatOfSequence() == 0).toList();
            assertThat(effective).as("placements of %s that were not repeats", name).hasSize(1);
            assertThat(LogPosition.of(LogPosition.partition(id), effective.getFirst().getInputOffset())).as("order id of %s", name)
                    .isEqualTo(id);
            assertThat(outcomes).as("repeats of %s", name).allMatch(outcome -> outcome == effective.getFirst()
                    || outcome.getRepeatOfSequence() == effective.getFirst().getSequence());
        });
    }

    /** No clientOrderId has been two orders, acknowledged or not. */
    void everyNameIsOneOrder() {
        Set<String> twice = new HashSet<>();
        for (Map.Entry<String, List<Outcome>> placement : fold.placements().entrySet()) {
            if (placement.getValue().stream().filter(outcome -> outcome.getRepeatOfSequence() == 0).count() != 1) {
                twice.add(placement.getKey());
            }
        }
        assertThat(twice).as("clientOrderIds that are not just one order").isEmpty();
    }

    private Outcome outcome(int partition, long sequence) {
        List<Outcome> outcomes = logs.get(partition).outcomes();
        assertThat(sequence).as("sequence in an answer, of partition %d", partition).isBetween(1L, (long) outcomes.size());
        return outcomes.get((int) sequence - 1);
    }
}
