// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.stream.channel.UnknownChannelException;
import io.outcry.query.view.StoredPrice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients who take nothing: each message is as long as a third of what may wait for all of them. */
class BacklogTest {

    private static final int LONG = (int) LoopOnStage.QUEUED / 3;
    private static final int ANSWER = LONG * 4 / 5;
    /** What Netty adds for each buffer. */
    private static final int ENTRY = 100;

    private final SlowSocket first = new SlowSocket();
    private final LoopOnStage stage = new LoopOnStage(first);
    private final List<SlowSocket> sockets = new ArrayList<>();
    private final List<StreamConnection> connections = new ArrayList<>();
    private long sequence = 1;

    @AfterEach
    void nothingIsLeft() {
        stage.close();
        assertThat(stage.counts.queued.sum()).isZero();
    }

    @Test
    void whatManyWaitForTogetherCountsOnce() throws UnknownChannelException {
        for (int i = 0; i < 20; i++) {
            comes("A");
        }
        tell("A");
        assertThat(stage.counts.queued.sum()).isBetween((long) LONG, LONG + 500 + 20L * ENTRY);
        assertThat(stage.ended(EndReason.SLOW)).isZero();
        for (int i = 0; i < 20; i++) {
            takes(i);
        }
        assertThat(stage.counts.queued.sum()).isZero();
    }

    @Test
    void whoHasTakenNothingForLongestIsCutWhereTooMuchWaits() throws UnknownChannelException {
        for (String symbol : List.of("A", "B", "C", "D")) {
            comes(symbol);
            tell(symbol);
        }
        assertThat(open()).containsExactly(false, false, true, true);
        assertThat(stage.counts.queued.sum()).isLessThanOrEqualTo(LoopOnStage.QUEUED);
        assertThat(stage.ended(EndReason.SLOW)).isEqualTo(2);
    }

    @Test
    void whoTakesSomeGoesToTheEndOfTheRow() throws UnknownChannelException {
        comes("A");
        comes("B");
        tell("A");
        tell("B");
        takes(0);
        tell("A");
        comes("C");
        tell("C");
        assertThat(open()).containsExactly(true, false, true);
    }

    @Test
    void whoIsInTheMiddleOfALongMessageHasTakenSome() throws UnknownChannelException {
        comes("A");
        comes("B");
        tell("A");
        tell("B");
        sockets.getFirst().takeBytes(1);
        comes("C");
        tell("C");
        assertThat(open()).containsExactly(true, false, true);
    }

    @Test
    void oneThatCannotBeCutInOrderIsClosedAndNobodyElse() throws UnknownChannelException {
        for (String symbol : List.of("A", "B", "C")) {
            comes(symbol);
        }
        tell("A");
        tell("B");
        sockets.getFirst().breaks();
        tell("C");
        assertThat(sockets).extracting(SlowSocket::isOpen).containsExactly(false, true, true);
        assertThat(open()).containsExactly(false, true, true);
    }

    @Test
    void whoReadsIsNotCutHoweverMuchWaitsForOthers() throws UnknownChannelException {
        comes("Z");
        sockets.getFirst().take(Integer.MAX_VALUE);
        for (int i = 0; i < 20; i++) {
            comes("S" + i);
            tell("S" + i);
            tell("Z");
            assertThat(LoopOnStage.told(sockets.getFirst())).isNotEmpty();
        }
        assertThat(open()).startsWith(true).endsWith(false, true, true);
        assertThat(stage.ended(EndReason.SLOW)).isEqualTo(18);
    }

    /** Nothing is told meanwhile: a tenth of a second later it is looked. */
    @Test
    void answersCountAsMuchAndWhoTakesSomeOfThemIsNotTheSlowest() throws UnknownChannelException {
        first.freezeTime();
        for (String symbol : List.of("A", "B", "C")) {
            comes(symbol);
        }
        answer(0);
        answer(0);
        answer(1);
        sockets.getFirst().take(1);
        answer(0);
        answer(2);
        stage.loop.wheel().start();
        first.advanceTimeBy(100, TimeUnit.MILLISECONDS);
        first.runScheduledPendingTasks();
        stage.loop.wheel().stop();
        assertThat(open()).containsExactly(true, false, true);
    }

    private void answer(int to) {
        StreamConnection connection = connections.get(to);
        connection.write(connection.allocator().directBuffer(ANSWER).writeZero(ANSWER));
        connection.flush();
    }

    /** Somebody who has taken the first, short message, and takes nothing from then on. */
    private void comes(String symbol) throws UnknownChannelException {
        SlowSocket socket = new SlowSocket();
        sockets.add(socket);
        StreamConnection connection = stage.connection(socket, new PlainFormat(0, false));
        connections.add(connection);
        stage.subscribe(connection, "price:" + symbol);
        first.runPendingTasks();
        assertThat(LoopOnStage.told(socket)).hasSize(1);
        socket.take(0);
    }

    private void takes(int which) {
        sockets.get(which).take(1);
        connections.get(which).writabilityChanged();
    }

    private void tell(String symbol) {
        stage.channels.priced(symbol, new StoredPrice(1, "HOT", "FRESH", 1, ++sequence, "{\"symbol\":\"" + "x".repeat(LONG) + '"'));
        first.runPendingTasks();
    }

    private List<Boolean> open() {
        return connections.stream().map(StreamConnection::isOpen).toList();
    }
}
