// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.position.PositionToken;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.Held;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PositionBarrierTest {

    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(30);
    private static final ViewPartition O1 = new ViewPartition(ViewLog.ORDERS, 1);
    private static final ViewPartition X0 = new ViewPartition(ViewLog.PRICES, 0);

    private final ViewPositions positions = new ViewPositions(2, 1);

    private static PositionToken order(long offset) {
        return order(1, offset);
    }

    private static PositionToken order(int partition, long offset) {
        return new PositionToken(List.of(LogPosition.of(partition, offset)), List.of());
    }

    private void appliedCommand(long offset) {
        positions.observe(O1, new ViewPosition(offset + 100, offset, offset + 1, 0, 0, 0));
    }

    private static void fails(ErrorCode code, ThrowingCallable wait) {
        assertThatThrownBy(wait).isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.problem().code()).isEqualTo(code));
    }

    @Test
    void whatIsHeldNeedsNoWait() {
        PositionBarrier barrier = new PositionBarrier(positions, LONG, 10);
        appliedCommand(7);
        assertThatCode(() -> barrier.await(order(7)).block()).doesNotThrowAnyException();
        assertThat(barrier.waiters()).isZero();
    }

    @Test
    void aWaitEndsWhenThePositionIsReachedAndNotBefore() {
        PositionBarrier barrier = new PositionBarrier(positions, LONG, 10);
        CompletableFuture<Void> wait = barrier.await(order(7)).toFuture();
        appliedCommand(6);
        assertThat(wait).isNotDone();
        assertThat(barrier.waiters()).isEqualTo(1);
        appliedCommand(9);
        wait.join();
        assertThat(barrier.waiters()).isZero();
    }

    @Test
    void aTokenOfBothLogsNeedsBoth() {
        PositionBarrier barrier = new PositionBarrier(positions, LONG, 10);
        CompletableFuture<Void> wait =
                barrier.await(new PositionToken(List.of(LogPosition.of(1, 3)), List.of(LogPosition.of(0, 5)))).toFuture();
        appliedCommand(3);
        assertThat(wait).isNotDone();
        positions.observe(X0, ViewPosition.EMPTY.priced(5, 1));
        wait.join();
    }

    @Test
    void pastTheDeadlineTheAnswerSaysWhereTheViewIs() {
        PositionBarrier barrier = new PositionBarrier(positions, SHORT, 10);
        appliedCommand(4);
        assertThatThrownBy(() -> barrier.await(order(7)).block())
                .isInstanceOfSatisfying(ApiException.class, e -> {
                    assertThat(e.problem().code()).isEqualTo(ErrorCode.POSITION_NOT_REACHED);
                    assertThat(e.problem().detail()).endsWith("partition o1 is at 4, asked for 7");
                });
        assertThat(barrier.waiters()).isZero();
    }

    @Test
    void aPartitionThatDoesNotExistIsNeverReachedAndNotWaitedFor() {
        PositionBarrier barrier = new PositionBarrier(positions, LONG, 10);
        assertThatThrownBy(() -> barrier.await(order(2, 0)).block()).isInstanceOfSatisfying(ApiException.class, e -> {
            assertThat(e.problem().code()).isEqualTo(ErrorCode.POSITION_NOT_REACHED);
            assertThat(e.problem().detail()).isEqualTo("the token names partition o2, which does not exist");
        });
        fails(ErrorCode.POSITION_NOT_REACHED, () -> barrier.await(new PositionToken(List.of(), List.of(LogPosition.of(1, 0)))).block());
        assertThat(barrier.waiters()).isZero();
    }

    @Test
    void whoIsRefusedIsToldHowFarThePartitionsAreThatHeNames() {
        PositionBarrier barrier = new PositionBarrier(positions, LONG, 10);
        appliedCommand(4);
        assertThat(barrier.standing(order(7))).extracting(Held::partition, held -> held.position().inputOffset())
                .containsExactly(tuple(O1, 4L));
        assertThat(barrier.standing(order(2, 0))).as("all, if there is none of that name").extracting(Held::partition)
                .containsExactlyElementsOf(positions.partitions());
    }

    @Test
    void oneWaitTooManyIsRefusedAtOnce() {
        PositionBarrier barrier = new PositionBarrier(positions, LONG, 2);
        CompletableFuture<Void> first = barrier.await(order(7)).toFuture();
        CompletableFuture<Void> second = barrier.await(order(8)).toFuture();
        fails(ErrorCode.OVERLOADED, () -> barrier.await(order(7)).block());
        appliedCommand(8);
        CompletableFuture.allOf(first, second).join();
        assertThat(barrier.waiters()).isZero();
    }

    @Test
    void aPartitionThatStandsStillLeavesHalfOfTheWaitsToTheOthers() {
        PositionBarrier barrier = new PositionBarrier(positions, LONG, 10);
        for (int i = 0; i < 100; i++) {
            barrier.await(order(7)).onErrorComplete().subscribe();
        }
        assertThat(barrier.waiters()).isBetween(5, 6);
        fails(ErrorCode.OVERLOADED, () -> barrier.await(order(7)).block());
        PositionToken both = new PositionToken(List.of(LogPosition.of(0, 7), LogPosition.of(1, 7)), List.of());
        fails(ErrorCode.OVERLOADED, () -> barrier.await(both).block());
        barrier.beyond(O1, 3).subscribe();
        assertThat(barrier.waiters()).as("with one that needs no token").isBetween(6, 7);
        CompletableFuture<Void> other = barrier.await(order(0, 7)).toFuture();
        assertThat(other).as("it waits").isNotDone();
        appliedCommand(7);
        positions.observe(new ViewPartition(ViewLog.ORDERS, 0), new ViewPosition(100, 7, 8, 0, 0, 0));
        other.join();
        assertThat(barrier.waiters()).isZero();
    }

    @Test
    void aTokenThatNamesAPartitionAThousandTimesIsOneWaitForTheFurthestPlace() {
        PositionBarrier barrier = new PositionBarrier(positions, LONG, 2);
        List<Long> places = LongStream.rangeClosed(1, 1_000).mapToObj(i -> LogPosition.of(1, i == 500 ? 7 : 6)).toList();
        PositionToken token = new PositionToken(places, List.of(LogPosition.of(0, 5), LogPosition.of(0, 4)));
        CompletableFuture<Void> wait = barrier.await(token).toFuture();
        assertThat(barrier.waiters()).as("one for each partition").isEqualTo(2);
        positions.observe(X0, ViewPosition.EMPTY.priced(5, 1));
        appliedCommand(6);
        assertThat(wait).isNotDone();
        assertThat(barrier.awaited(token)).containsExactly(O1);
        appliedCommand(7);
        wait.join();
        assertThat(barrier.waiters()).isZero();
        assertThat(barrier.awaited(token)).isEmpty();
    }

    @Test
    void whoHasWaitedLeavesHisPlaceToTheNext() {
        PositionBarrier barrier = new PositionBarrier(positions, LONG, 2);
        for (long offset = 1; offset <= 10; offset++) {
            CompletableFuture<Void> wait = barrier.await(order(offset)).toFuture();
            assertThat(wait).isNotDone();
            appliedCommand(offset);
            wait.join();
        }
    }

    @Test
    void aReaderThatGoesAwayLeavesNothingBehind() {
        PositionBarrier barrier = new PositionBarrier(positions, LONG, 10);
        barrier.await(order(7)).subscribe().dispose();
        barrier.beyond(O1, 3).subscribe().dispose();
        assertThat(barrier.waiters()).isZero();
    }

    @Test
    void aPositionNeverGoesBackUntilTheViewIsBegunAnew() {
        appliedCommand(8);
        appliedCommand(5);
        assertThat(positions.newest(O1).inputOffset()).isEqualTo(8);
        assertThat(positions.floor(O1)).isEqualTo(Long.MAX_VALUE);
        positions.restart(O1, 3);
        assertThat(positions.floor(O1)).isEqualTo(3);
        appliedCommand(8);
        assertThat(positions.floor(O1)).isEqualTo(108);
    }
}
