// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.reply.CommandResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What two partitions say about one clientOrderId, and what follows from it. */
class ClientOrderIdCancelTest {

    private final List<Answer> answers = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({
        "NOT_FOUND, NOT_FOUND, 404, ORDER_NOT_FOUND", "NOT_FOUND, NOT_OPEN, 422, ORDER_NOT_OPEN",
        "NOT_OPEN, NOT_FOUND, 422, ORDER_NOT_OPEN",
        "NOT_FOUND, CANCELED, 200,", "NOT_OPEN, CANCELED, 200,", "LATE, CANCELED, 200,", "DOUBT, CANCELED, 200,", "AWAY, CANCELED, 200,",
        "NOT_FOUND, LATE, 202,", "LATE, NOT_OPEN, 202,", "LATE, LATE, 202,", "AWAY, LATE, 504, OUTCOME_UNKNOWN",
        "NOT_FOUND, AWAY, 503, LOG_UNAVAILABLE", "AWAY, NOT_OPEN, 503, LOG_UNAVAILABLE", "AWAY, AWAY, 503, LOG_UNAVAILABLE",
        "DOUBT, NOT_FOUND, 504, OUTCOME_UNKNOWN", "LATE, DOUBT, 504, OUTCOME_UNKNOWN", "DOUBT, AWAY, 504, OUTCOME_UNKNOWN"})
    void aCancelledOrderAnswersForAllAndADoubtWeighsMoreThanARefusal(Said first, Said second, int status, String code) {
        ClientOrderIdCancel cancel = new ClientOrderIdCancel("mine", 2, answers::add);
        cancel.add(first.by(0));
        assertThat(answers).isEmpty();
        cancel.add(second.by(1));
        assertThat(answers).singleElement().satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.code().map(Enum::name).orElse(null)).isEqualTo(code);
        });
    }

    @Test
    void nobodyWaitsForTheOthersOnceTheOrderIsCancelled() {
        ClientOrderIdCancel cancel = new ClientOrderIdCancel("mine", 2, answers::add);
        cancel.add(Said.CANCELED.by(1));
        assertThat(answers).hasSize(1);
        cancel.add(Said.CANCELED.by(0));
        assertThat(answers).as("one answer").hasSize(1);
        assertThat(answers.getFirst().positions()).containsExactly(LogPosition.of(1, 7));
    }

    @Test
    void whereToLookLaterIsSaidWhileItIsOpen() {
        ClientOrderIdCancel cancel = new ClientOrderIdCancel("mine", 2, answers::add);
        cancel.add(Said.LATE.by(0));
        cancel.add(Said.NOT_FOUND.by(1));
        assertThat(answers.getFirst().location()).isEqualTo("/api/v1/orders/by-client-id/mine");
        assertThat(answers.getFirst().positions()).containsExactly(LogPosition.of(0, 7), LogPosition.of(1, 7));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0"})
    void anOrderIsCancelledAlsoWhereANewerEngineSaysOfItWhatHasNoNameHere(int first, int second) {
        ClientOrderIdCancel cancel = new ClientOrderIdCancel("mine", 2, answers::add);
        CommandResult.Decided decided = (CommandResult.Decided) Said.CANCELED.by(first);
        OrderReport unknown = decided.outcome().getOrders(0).toBuilder().setTimeInForceValue(99).build();
        cancel.add(new CommandResult.Decided(decided.position(), decided.outcome().toBuilder().setOrders(0, unknown).build()));
        cancel.add(Said.NOT_FOUND.by(second));
        assertThat(answers).singleElement().satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.body()).isEqualTo("{\"clientOrderId\":\"mine\"}");
            assertThat(answer.location()).isEqualTo("/api/v1/orders/by-client-id/mine");
            assertThat(answer.positions()).containsExactly(LogPosition.of(first, 7));
        });
    }

    private enum Said {
        NOT_FOUND, NOT_OPEN, CANCELED, LATE, AWAY, DOUBT;

        CommandResult by(int partition) {
            long position = LogPosition.of(partition, 7);
            return switch (this) {
                case NOT_FOUND -> new CommandResult.Decided(
                        position, Outcome.newBuilder().setReject(RejectCode.REJECT_CODE_ORDER_NOT_FOUND).build());
                case NOT_OPEN -> new CommandResult.Decided(
                        position, Outcome.newBuilder().setReject(RejectCode.REJECT_CODE_ORDER_NOT_OPEN).build());
                case CANCELED -> new CommandResult.Decided(position, Outcome.newBuilder().addOrders(OrderReport.newBuilder()
                        .setSide(Side.SIDE_BUY).setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC)
                        .setStatus(OrderStatus.ORDER_STATUS_CANCELED)).build());
                case LATE -> new CommandResult.Written(position);
                case AWAY -> new CommandResult.NotWritten(WriteFailure.LOG_UNAVAILABLE);
                case DOUBT -> new CommandResult.NotWritten(WriteFailure.UNKNOWN);
            };
        }
    }
}
