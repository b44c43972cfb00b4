// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.codec.CommandKind;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.OrderReport;
import io.outcry.matching.domain.OrderReports;
import io.outcry.matching.domain.OrderStatus;
import io.outcry.matching.domain.RejectCode;
import io.outcry.matching.domain.TradingState;

/**
 * What one partition's commands came to since it was last told to the meters: they are shared between threads, and asking them for every
 * command took a tenth of the consumer's time. On the consumer's thread.
 */
final class CommandTally {

    /** What became of a command. */
    enum Result {
        APPLIED, REJECTED, REPEATED
    }

    private static final CommandKind[] KINDS = CommandKind.values();
    private static final Result[] RESULTS = Result.values();

    private final int[] commands = new int[KINDS.length * RESULTS.length];
    private int stopsActivated;
    private int halts;
    private int expired;

    /** A command whose outcome is to be published. */
    void applied(CommandKind kind, CommandOutcome outcome) {
        Result result = outcome.repeatOfSequence() != 0
                ? Result.REPEATED
                : outcome.reject() == RejectCode.NONE ? Result.APPLIED : Result.REJECTED;
        commands[kind.ordinal() * RESULTS.length + result.ordinal()]++;
        stopsActivated += outcome.stopsActivated();
        boolean ordered = kind == CommandKind.SET_TRADING_STATE || kind == CommandKind.DEFINE_INSTRUMENT;
        if (outcome.tradingState() == TradingState.HALTED && !ordered) {
            halts++;
        }
        if (kind == CommandKind.TICK) {
            expired += overdue(outcome);
        }
    }

    /** Tells all of it, and begins anew. */
    void tell(MatchingMetrics metrics) {
        for (int i = 0; i < commands.length; i++) {
            if (commands[i] != 0) {
                metrics.applied(KINDS[i / RESULTS.length], RESULTS[i % RESULTS.length], commands[i]);
                commands[i] = 0;
            }
        }
        metrics.setOff(stopsActivated, halts, expired);
        stopsActivated = 0;
        halts = 0;
        expired = 0;
    }

    private static int overdue(CommandOutcome outcome) {
        OrderReports orders = outcome.orders();
        int count = 0;
        for (int i = 0; i < orders.size(); i++) {
            OrderReport order = orders.get(i);
            boolean over = order.expireTimeUs() != 0 && order.expireTimeUs() <= outcome.timeUs();
            count += over && order.status() == OrderStatus.EXPIRED ? 1 : 0;
        }
        return count;
    }
}
