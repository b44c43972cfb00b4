// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a client who is silent, slow, or here for too long: he is visited at times that the test says. */
class StreamConnectionTest {

    private static final long NOW_MILLIS = 1_763_700_000_000L;
    private static final int KIB = 1_024;

    private final SlowSocket socket = new SlowSocket();
    private final LoopOnStage stage = new LoopOnStage(socket);
    private final PlainFormat format = new PlainFormat(0, false);

    /** Between these two it came. */
    private final long before = System.nanoTime();
    private final StreamConnection connection = stage.connection(socket, format);
    private final long after = System.nanoTime();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void whoIsSilentIsAskedAfterAThirdOfHisTimeAndCutAfterAllOfIt() {
        format.pings = true;
        connection.heard(before);
        visit(before, LoopOnStage.SILENT.dividedBy(3).minusNanos(1));
        assertThat(LoopOnStage.told(socket)).containsExactly("heartbeat");
        visit(before, LoopOnStage.SILENT.dividedBy(3));
        assertThat(LoopOnStage.told(socket)).containsExactly("ping", "heartbeat");
        visit(before, LoopOnStage.SILENT);
        assertThat(LoopOnStage.told(socket)).as("he is asked once").containsExactly("heartbeat");
        visit(before, LoopOnStage.SILENT.plusNanos(1));
        assertThat(LoopOnStage.told(socket)).as("nor does he hear a word").isEmpty();
        assertThat(socket.isOpen()).isFalse();
        assertThat(stage.ended(EndReason.SILENT)).isEqualTo(1);
    }

    @Test
    void whoAnswersIsAskedAgainLaterAndStays() {
        format.pings = true;
        connection.heard(before);
        visit(before, LoopOnStage.SILENT.dividedBy(2));
        connection.heard(before + LoopOnStage.SILENT.dividedBy(2).toNanos());
        LoopOnStage.told(socket);
        visit(before, LoopOnStage.SILENT.plusSeconds(1));
        assertThat(LoopOnStage.told(socket)).containsExactly("ping", "heartbeat");
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void nobodyIsCutForSilenceWhoWasNotAskedOrCannotAnswer() {
        connection.heard(before);
        visit(before, LoopOnStage.SILENT.multipliedBy(2));
        format.pings = true;
        visit(before, LoopOnStage.SILENT.multipliedBy(2));
        assertThat(LoopOnStage.told(socket)).containsExactly("heartbeat", "ping", "heartbeat");
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void aHeartbeatComesAsOftenAsTheFormatSays() {
        format.heartbeatSeconds = 3;
        for (int i = 0; i < 7; i++) {
            visit(after, Duration.ofSeconds(i));
        }
        assertThat(LoopOnStage.told(socket)).containsExactly("heartbeat", "heartbeat");
    }

    @Test
    void nobodyStaysLongerThanALifetimeGiveOrTakeATenth() {
        Duration tenth = LoopOnStage.LIFETIME.dividedBy(10);
        visit(before, LoopOnStage.LIFETIME.minus(tenth));
        assertThat(connection.isOpen()).isTrue();
        LoopOnStage.told(socket);
        visit(after, LoopOnStage.LIFETIME.plus(tenth).plusNanos(1));
        assertThat(LoopOnStage.told(socket)).containsExactly("bye");
        assertThat(stage.ended(EndReason.LIFETIME)).isEqualTo(1);
    }

    @Test
    void itEndsWithWhatSaysWhoItsClientIs() {
        connection.authorizedUntil(NOW_MILLIS);
        visit(after, Duration.ZERO);
        assertThat(connection.isOpen()).isTrue();
        connection.authorizedUntil(NOW_MILLIS - 1);
        visit(after, Duration.ZERO);
        assertThat(stage.ended(EndReason.EXPIRED)).isEqualTo(1);
    }

    @Test
    void whoDoesNotReadTheGoodbyeIsClosedTwoSecondsLater() {
        socket.holdsWrites();
        long beforeEnd = System.nanoTime();
        connection.end(EndReason.ABUSE);
        long afterEnd = System.nanoTime();
        visit(beforeEnd, Duration.ofSeconds(2));
        assertThat(socket.isOpen()).isTrue();
        connection.end(EndReason.LIFETIME);
        visit(afterEnd, Duration.ofSeconds(2).plusNanos(1));
        assertThat(socket.isOpen()).isFalse();
        assertThat(stage.ended(EndReason.ABUSE)).isEqualTo(1);
        assertThat(stage.ended(EndReason.LIFETIME)).as("it has ended before").isZero();
    }

    @Test
    void whoTakesNothingForTooLongIsCutWithoutAWord() {
        socket.fill(KIB);
        long beforeBlock = System.nanoTime();
        connection.writabilityChanged();
        long afterBlock = System.nanoTime();
        visit(beforeBlock, LoopOnStage.SLOW);
        assertThat(connection.isOpen()).isTrue();
        visit(afterBlock, LoopOnStage.SLOW.plusNanos(1));
        assertThat(socket.isOpen()).isFalse();
        assertThat(stage.ended(EndReason.SLOW)).isEqualTo(1);
        assertThat(stage.counts.blocked.sum()).as("one time").isEqualTo(1);
    }

    @Test
    void whoTakes64KibOfALongMessageHasHisTimeAnew() {
        socket.fill(40 * KIB, 40 * KIB, 40 * KIB, 40 * KIB, KIB);
        connection.writabilityChanged();
        long blocked = System.nanoTime();
        socket.take(1);
        visit(blocked, Duration.ofSeconds(5));
        socket.take(1);
        visit(blocked, Duration.ofSeconds(9));
        assertThat(connection.isOpen()).isTrue();
        visit(blocked, Duration.ofSeconds(19));
        assertThat(connection.isOpen()).as("from when he had taken so much").isTrue();
        socket.take(1);
        visit(blocked, Duration.ofSeconds(19).plusNanos(1));
        assertThat(stage.ended(EndReason.SLOW)).as("he has taken 40 KiB since").isEqualTo(1);
    }

    @Test
    void aPartOfOneLongMessageIsAsGoodAsSeveralMessages() {
        socket.fill(300 * KIB);
        connection.writabilityChanged();
        long blocked = System.nanoTime();
        socket.takeBytes(64 * KIB);
        visit(blocked, Duration.ofSeconds(9));
        visit(blocked, Duration.ofSeconds(19));
        assertThat(connection.isOpen()).isTrue();
        socket.takeBytes(64 * KIB - 1);
        visit(blocked, Duration.ofSeconds(19).plusNanos(1));
        assertThat(stage.ended(EndReason.SLOW)).isEqualTo(1);
    }

    private void visit(long from, Duration later) {
        SharedHeartbeat heartbeat = new SharedHeartbeat(NOW_MILLIS);
        connection.visit(from + later.toNanos(), LoopOnStage.LIMITS, heartbeat);
        heartbeat.release();
    }
}
