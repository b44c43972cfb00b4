// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.outcry.matching.domain.reference.ExpectedOutcome;
import io.outcry.matching.domain.reference.ExpectedOutcome.LevelLine;
import io.outcry.matching.domain.reference.ReferenceEngine;
import java.util.ArrayList;
import java.util.List;
import org.opentest4j.AssertionFailedError;

/**
 * The engine and its reference, given the same commands. After each of them both tell the same, the engine passes its audit, and what was
 * told so far adds up to the reference's books.
 */
final class Lockstep {

    private final MatchingEngine engine;
    private final EngineDriver driver;
    private final ReferenceEngine reference;
    private final OutcomeLedger ledger = new OutcomeLedger();
    private final int lookEvery;

    Lockstep(int partition, EngineLimits limits) {
        this(partition, limits, 1);
    }

    /** @param lookEvery after so many commands whole books are looked at, and not only outcomes; one is thorough, and slow for deep books */
    Lockstep(int partition, EngineLimits limits, int lookEvery) {
        this.lookEvery = lookEvery;
        engine = new MatchingEngine(partition, limits);
        driver = new EngineDriver(engine);
        reference = new ReferenceEngine(partition, limits);
    }

    /** @throws AssertionError naming the first thing that is not as it must be */
    ExpectedOutcome apply(long offset, Command command) {
        ExpectedOutcome expected = reference.apply(offset, command);
        ExpectedOutcome told = OutcomeView.of(driver.apply(offset, command));
        if (!expected.equals(told)) {
            throw new AssertionFailedError(difference(command, expected, told), expected, told);
        }
        ledger.add(told);
        assertEquals(offset, engine.lastOffset());
        assertEquals(told.sequence(), engine.sequence());
        assertEquals(reference.openOrders(), engine.openOrders(), "open orders");
        assertEquals(reference.openOrders(), ledger.openOrders(), "open orders by what was told");
        if (told.sequence() % lookEvery == 0) {
            EngineAudit.check(engine);
            assertEquals(reference.levels(told.symbol()), ledger.levels(told.symbol()), "levels by what was told");
        }
        return told;
    }

    int openOrders() {
        return engine.openOrders();
    }

    /** How many commands have left stops because they had looked at as many orders as they may. */
    int outOfLooks() {
        return reference.outOfLooks();
    }

    /** How many have left stops because they had forgotten as many spans of reached prices as they may. */
    int outOfSpans() {
        return reference.outOfSpans();
    }

    /** The levels of a symbol by what was told, best first, bids before asks. */
    List<LevelLine> levels(String symbol) {
        return ledger.levels(symbol);
    }

    /** Every line that only one of them has. */
    private static String difference(Command command, ExpectedOutcome expected, ExpectedOutcome told) {
        List<String> wanted = new ArrayList<>(expected.toString().lines().toList());
        List<String> got = new ArrayList<>(told.toString().lines().toList());
        List<String> both = wanted.stream().filter(got::contains).toList();
        wanted.removeAll(both);
        got.removeAll(both);
        if (wanted.isEmpty() && got.isEmpty()) {
            return command + "\nin another order than\n" + expected;
        }
        return command + "\nmissing:\n" + String.join("\n", wanted) + "\ninstead:\n" + String.join("\n", got) + "\n";
    }
}
