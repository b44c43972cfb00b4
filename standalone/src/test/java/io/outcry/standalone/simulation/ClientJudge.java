// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.reply.CommandResult;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Remembers all that clients were told, and holds it against the log. Invariants 1 and 2. */
final class ClientJudge {

    private final LogJudge log;
    private final Map<OrderCommand, Attempt> attempts = new HashMap<>();
    private int repeated;

    ClientJudge(LogJudge log) {
        this.log = log;
    }

    /** Orders that came onto the log again. */
    int repeated() {
        return repeated;
    }

    /** A command is about to be sent; no two are equal. */
    void sent(Attempt attempt) {
        if (attempts.put(attempt.message, attempt) != null) {
            throw new IllegalStateException("the same command twice");
        }
    }

    /** A command has come onto the log, and the log's judge has seen it. */
    void appended(ConsumerRecord<byte[], byte[]> record) {
        OrderCommand message = LogJudge.parse(record);
        Attempt attempt = attempts.get(message);
        if (attempt == null) {
            Violation.unless(message.hasTick() || message.hasDefineInstrument(), 1, "nobody has sent %s", message);
            return;
        }
        Violation.unless(attempt.offset < 0, 1, "in the log twice: %s", message);
        Violation.unless(attempt.state != Attempt.State.REFUSED, 1, "refused, and yet in the log: %s", message);
        attempt.offset = record.offset();
        if (message.hasPlace() || message.hasPlaceScaled()) {
            placed(attempt);
        }
    }

    /** However often it was sent, it was placed once, and every repeat tells of that. */
    private void placed(Attempt attempt) {
        Outcome outcome = log.expected(attempt.partition, attempt.offset);
        boolean original = outcome.getRepeatOfSequence() == 0;
        attempt.intent.originals += original ? 1 : 0;
        Violation.unless(attempt.intent.originals == 1, 2, "placed again: %s", attempt.message);
        Violation.unless(
                outcome.getReject() != RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID, 2, "a repeat is taken for another order: %s",
                attempt.message);
        Outcome first = attempt.intent.first;
        if (first == null) {
            attempt.intent.first = outcome;
        } else {
            repeated++;
            Violation.unless(
                    outcome.getRepeatOfSequence() == first.getSequence() && outcome.getReject() == first.getReject(), 2,
                    "a repeat tells of outcome %s, not of %s", outcome.getRepeatOfSequence(), first.getSequence());
        }
    }

    /** The client of a command has its answer. */
    void answered(Attempt attempt, CommandResult result) {
        Violation.unless(attempt.state == Attempt.State.SENT, 1, "answered twice: %s", attempt.message);
        switch (result) {
            case CommandResult.Decided decided -> {
                attempt.state = Attempt.State.DECIDED;
                isThere(attempt, decided.position());
                Violation.unless(
                        decided.outcome().equals(log.expected(attempt.partition, attempt.offset)), 1, "the answer is not the outcome: %s",
                        decided.outcome());
            }
            case CommandResult.Written written -> {
                attempt.state = Attempt.State.WRITTEN;
                isThere(attempt, written.position());
            }
            case CommandResult.NotWritten not -> {
                boolean unknown = not.failure() == WriteFailure.UNKNOWN;
                attempt.state = unknown ? Attempt.State.UNKNOWN : Attempt.State.REFUSED;
                Violation.unless(unknown || attempt.offset < 0, 1, "in the log, and yet refused: %s", attempt.message);
            }
            case CommandResult.RateLimited _ -> throw new IllegalStateException("no account is limited here");
        }
    }

    /** The client's connection is gone. */
    void lost(Attempt attempt) {
        attempt.state = Attempt.State.UNKNOWN;
    }

    private static void isThere(Attempt attempt, long position) {
        long told = LogPosition.offset(position);
        Violation.unless(
                LogPosition.partition(position) == attempt.partition && told == attempt.offset, 1,
                "acknowledged at offset %s, but it is at %s: %s", told, attempt.offset, attempt.message);
    }

    /** All that was acknowledged is there still. */
    void lookBack() {
        for (Attempt attempt : attempts.values()) {
            if (attempt.state == Attempt.State.WRITTEN || attempt.state == Attempt.State.DECIDED) {
                Violation.unless(
                        attempt.offset < log.commands(attempt.partition)
                                && LogJudge.parse(log.command(attempt.partition, attempt.offset)).equals(attempt.message),
                        1, "acknowledged and lost: %s", attempt.message);
            }
        }
    }
}
