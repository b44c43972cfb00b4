// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.position.PositionToken;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.order.domain.Fault;
import io.outcry.order.domain.OrderRequest;
import io.outcry.order.domain.ScaledOrder;
import io.outcry.order.domain.SelfTradePrevention;
import io.outcry.order.log.LogLane;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.reply.Command;
import io.outcry.order.reply.CommandKind;
import io.outcry.order.reply.CommandResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpHeaders;

/** What a client is told of his command, and where he is led from there. */
class AnswersTest {

    private static final long POSITION = LogPosition.of(1, 7);
    private static final long FIRST = LogPosition.of(1, 3);

    @Test
    void anOrderIsNewOnceAndItsRepeatIsNot() {
        Outcome.Builder outcome = Outcome.newBuilder().setSequence(8).addOrders(report(POSITION));
        assertThat(order("", null).answer(decided(outcome)).status()).isEqualTo(201);
        assertThat(order("", null).answer(decided(outcome.setRepeatOfSequence(4))).status()).isEqualTo(200);
    }

    @Test
    void aRefusalThatIsRepeatedHasTheIdOfTheOrderThatWasRefusedFirst() {
        Outcome.Builder outcome = Outcome.newBuilder().setSequence(8).setReject(RejectCode.REJECT_CODE_HALTED);
        assertThat(problem(order("", null).answer(decided(outcome))).orderId()).isEqualTo(String.valueOf(POSITION));
        outcome.setRepeatOfSequence(4).addOrders(report(FIRST));
        assertThat(problem(order("", null).answer(decided(outcome))).orderId()).isEqualTo(String.valueOf(FIRST));
    }

    @Test
    void theFieldIsNamedIfTheEngineRefusesForWhatWasSeenBefore() {
        Fault seen = new Fault(ErrorCode.INVALID_TICK, "price", "price is a multiple of 0.01");
        Outcome.Builder outcome = Outcome.newBuilder().setSequence(8).setReject(RejectCode.REJECT_CODE_INVALID_TICK);
        assertThat(problem(order("", seen).answer(decided(outcome))).field()).isEqualTo("price");
        Problem other = problem(order("", seen).answer(decided(outcome.setReject(RejectCode.REJECT_CODE_HALTED))));
        assertThat(other.code()).isEqualTo(ErrorCode.HALTED);
        assertThat(other.field()).isNull();
    }

    @Test
    void doubtLeadsToWhereItIsOver() {
        CommandResult doubt = new CommandResult.NotWritten(WriteFailure.UNKNOWN);
        assertThat(order("mine", null).answer(doubt).location()).isEqualTo("/api/v1/orders/by-client-id/mine");
        assertThat(order("", null).answer(doubt).location()).as("nobody knows its id").isNull();
        Answer change = OrderChange.answer(FIRST, doubt);
        assertThat(change.location()).isEqualTo("/api/v1/orders/" + FIRST);
        assertThat(problem(change).orderId()).isEqualTo(String.valueOf(FIRST));
        assertThat(OrderChange.answerAll("alice", "A-USD", doubt).location()).isEqualTo("/api/v1/orders?symbol=A-USD&status=OPEN");
        for (Answer answer : List.of(order("mine", null).answer(doubt), change, OrderChange.answerAll("alice", "A-USD", doubt))) {
            assertThat(answer.status()).isEqualTo(504);
            assertThat(answer.positions()).isEmpty();
        }
    }

    /** It is to be sent again, and there is nothing to look at. */
    @ParameterizedTest
    @EnumSource(names = "UNKNOWN", mode = EnumSource.Mode.EXCLUDE)
    void whatWasNotWrittenLeadsNowhere(WriteFailure failure) {
        assertThatLeadsNowhere(new CommandResult.NotWritten(failure), 503, 1);
    }

    @Test
    void whoIsLimitedIsToldWhenToComeAgain() {
        assertThatLeadsNowhere(new CommandResult.RateLimited(Duration.ofMillis(2_500)), 429, 3);
    }

    private static void assertThatLeadsNowhere(CommandResult refused, int status, long retryAfterSeconds) {
        for (Answer answer : List.of(
                order("mine", null).answer(refused), OrderChange.answer(FIRST, refused),
                OrderChange.answerAll("alice", "A-USD", refused))) {
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.location()).isNull();
            assertThat(problem(answer).orderId()).isNull();
            assertThat(answer.retryAfterSeconds()).hasValue(retryAfterSeconds);
        }
    }

    @Test
    void aBatchMayBeSentAgainWhenTheLastOfItMay() {
        assertThat(batch(refused(2), Answer.done(201, "{}", POSITION), refused(900), refused(3)).getFirst(HttpHeaders.RETRY_AFTER))
                .isEqualTo("900");
        assertThat(batch(Answer.done(201, "{}", POSITION)).getFirst(HttpHeaders.RETRY_AFTER)).isNull();
    }

    @Test
    void aBatchIsWhereItsLastCommandsAre() {
        long elsewhere = LogPosition.of(0, 9);
        assertThat(batch(Answer.done(201, "{}", POSITION), Answer.done(201, "{}", elsewhere), Answer.done(201, "{}", FIRST))
                .getFirst(PositionToken.POSITION_HEADER)).isEqualTo(elsewhere + "," + POSITION);
        assertThat(batch(refused(1)).getFirst(PositionToken.POSITION_HEADER)).as("where nothing was written").isNull();
    }

    @Test
    void aBatchTellsTenThousandFillsAtMost() {
        BatchAnswers answers = new BatchAnswers(1, _ -> {});
        int told = 0;
        while (answers.tellsFill()) {
            told++;
        }
        assertThat(told).isEqualTo(10_000);
        assertThat(answers.tellsFill()).isFalse();
    }

    /** The headers of a batch of these, which is complete with the last one. */
    private static HttpHeaders batch(Answer... each) {
        List<BatchAnswers> complete = new ArrayList<>();
        BatchAnswers answers = new BatchAnswers(each.length, complete::add);
        for (int i = 0; i < each.length; i++) {
            assertThat(complete).isEmpty();
            answers.set(i, each[i]);
        }
        assertThat(complete).containsExactly(answers);
        return answers.toResponse("wait=1").blockOptional().orElseThrow().headers();
    }

    private static Answer refused(int seconds) {
        return Answer.refused(Problem.of(ErrorCode.RATE_LIMITED, "too fast").withRetryAfter(Duration.ofSeconds(seconds)));
    }

    private static Problem problem(Answer answer) {
        assertThat(answer.problem()).isNotNull();
        return answer.problem();
    }

    private static CommandResult decided(Outcome.Builder outcome) {
        return new CommandResult.Decided(POSITION, outcome.build());
    }

    private static OrderReport.Builder report(long orderId) {
        return OrderReport.newBuilder().setOrderId(orderId).setSide(Side.SIDE_BUY).setType(OrderType.ORDER_TYPE_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC).setStatus(OrderStatus.ORDER_STATUS_NEW);
    }

    private static NewOrder order(String clientOrderId, @Nullable Fault expected) {
        OrderRequest request = new OrderRequest(
                "A-USD", io.outcry.order.domain.Side.BUY, io.outcry.order.domain.OrderType.LIMIT, io.outcry.order.domain.TimeInForce.GTC, 0,
                "1", null, "1.00", null, false, null, SelfTradePrevention.NONE, clientOrderId);
        Command command = new Command(
                CommandKind.PLACE, new LogLane(Topics.ORDER_COMMANDS, 1, 1), new byte[0],
                OrderCommand.newBuilder().setPlace(PlaceOrder.getDefaultInstance()).build());
        return new NewOrder(new ScaledOrder(request, 2, 0, 100, 0, 1, 0, 0), command, expected);
    }
}
