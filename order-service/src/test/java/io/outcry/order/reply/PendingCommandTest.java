// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.Outcome;
import io.outcry.order.log.WriteFailure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every order of acknowledgement, outcome, failure and deadline ends in one answer. */
class PendingCommandTest {

    private static final CommandResult.Decided DECIDED = new CommandResult.Decided(LogPosition.of(1, 7), Outcome.getDefaultInstance());
    private static final CommandResult.Written WRITTEN = new CommandResult.Written(LogPosition.of(1, 7));
    private static final CommandResult.NotWritten UNKNOWN = new CommandResult.NotWritten(WriteFailure.UNKNOWN);

    private final Timer timer = new HashedWheelTimer();
    private final List<CommandResult> results = new ArrayList<>();
    private final List<String> timers = new ArrayList<>();
    private int settled;

    @AfterEach
    void stop() {
        timer.stop();
    }

    @Test
    void anOutcomeMayComeBeforeTheAcknowledgement() {
        PendingCommand command = waiting();
        decide(command);
        command.written(1, 7);
        command.run(timeout("late"));
        assertThat(results).containsExactly(DECIDED);
        assertThat(timers).containsExactly("deadline started", "deadline cancelled");
    }

    @Test
    void anAcknowledgedCommandIsAnsweredAtItsDeadline() {
        PendingCommand command = waiting();
        command.written(1, 7);
        assertThat(results).isEmpty();
        command.run(timeout("deadline"));
        decide(command);
        assertThat(results).containsExactly(WRITTEN);
    }

    @Test
    void anUnacknowledgedCommandWaitsBeyondItsDeadlineForTheAcknowledgement() {
        PendingCommand command = waiting();
        command.run(timeout("deadline"));
        assertThat(results).isEmpty();
        command.written(1, 7);
        assertThat(results).containsExactly(WRITTEN);
        assertThat(timers).containsExactly("deadline started", "hard limit started", "hard limit cancelled");
    }

    @Test
    void nobodyWaitsForEver() {
        PendingCommand command = waiting();
        command.run(timeout("deadline"));
        command.run(timeout("hard limit"));
        command.written(1, 7);
        assertThat(results).containsExactly(UNKNOWN);
    }

    @Test
    void aDeadlineThatComesAfterTheOutcomeStartsNoOtherTimer() {
        PendingCommand command = waiting();
        decide(command);
        command.run(timeout("late"));
        assertThat(timers).containsExactly("deadline started", "deadline cancelled");
    }

    @Test
    void aFailureAfterTheOutcomeIsNoFailure() {
        PendingCommand command = waiting();
        decide(command);
        command.failed(WriteFailure.UNKNOWN);
        assertThat(results).containsExactly(DECIDED);
    }

    @Test
    void whoDoesNotWaitIsAnsweredByTheAcknowledgement() {
        PendingCommand command = new PendingCommand(false, self -> start("hard limit"), () -> settled++, results::add);
        command.arm(self -> start("deadline"));
        command.written(1, 7);
        assertThat(results).containsExactly(WRITTEN);
        assertThat(timers).containsExactly("hard limit started", "hard limit cancelled");
    }

    @Test
    void aDeadlineThatPassesWhileTheOutcomeIsBeingToldChangesNothing() {
        PendingCommand command = waiting();
        command.written(1, 7);
        assertThat(command.claim()).isTrue();
        assertThat(settled).isEqualTo(1);
        command.run(timeout("deadline"));
        assertThat(results).isEmpty();
        command.answer(DECIDED);
        assertThat(results).containsExactly(DECIDED);
        assertThat(settled).isEqualTo(1);
    }

    private static void decide(PendingCommand command) {
        if (command.claim()) {
            command.answer(DECIDED);
        }
    }

    private PendingCommand waiting() {
        PendingCommand command = new PendingCommand(true, self -> start("hard limit"), () -> settled++, results::add);
        command.arm(self -> start("deadline"));
        return command;
    }

    private Timeout start(String name) {
        timers.add(name + " started");
        return timeout(name);
    }

    private Timeout timeout(String name) {
        return new TestTimeout(timer, timeout -> {}, () -> timers.add(name + " cancelled"));
    }
}
