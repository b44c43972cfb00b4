// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SilenceLimitTest {

    private static final long LIMIT_MILLIS = 1_000;
    private static final long LATEST_MILLIS = LIMIT_MILLIS * 5 / 4;

    private final EmbeddedChannel connection = new EmbeddedChannel();
    private int moves = 3;

    /** In this order: the looks begin when it is connected. */
    @BeforeEach
    void connectInFrozenTime() {
        connection.freezeTime();
        connection.pipeline().addLast(new SilenceLimit(Duration.ofMillis(LIMIT_MILLIS), () -> moves)).fireChannelActive();
    }

    @AfterEach
    void close() {
        connection.finishAndReleaseAll();
    }

    private void pass(long millis) {
        connection.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        connection.runScheduledPendingTasks();
    }

    @Test
    void aConnectionOnWhichNothingWasAskedStays() {
        pass(10 * LIMIT_MILLIS);
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void aQuestionWithoutAnAnswerEndsItAfterTheLimit() {
        pass(200);
        connection.writeOutbound("question");
        pass(LIMIT_MILLIS);
        assertThat(connection.isOpen()).isTrue();
        pass(LATEST_MILLIS - LIMIT_MILLIS);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void moreQuestionsMakeNoDifference() {
        for (int i = 0; i < 13; i++) {
            connection.writeOutbound("question");
            pass(100);
        }
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void whateverComesIsASignOfLife() {
        for (int i = 0; i < 10; i++) {
            connection.writeOutbound("question");
            pass(LIMIT_MILLIS - 1);
            connection.writeInbound("anything");
        }
        pass(10 * LIMIT_MILLIS);
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void aConnectionFromBeforeAMoveIsEnded() {
        pass(LIMIT_MILLIS);
        assertThat(connection.isOpen()).isTrue();
        moves++;
        pass(LIMIT_MILLIS / 2);
        assertThat(connection.isOpen()).isFalse();
    }
}
