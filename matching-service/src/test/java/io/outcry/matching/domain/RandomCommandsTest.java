// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.codec.OutcomeEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Seeded random commands; {@code -Dmatching.seeds=} for more, {@code -Dmatching.seed=} for one. */
class RandomCommandsTest {

    private static final int COMMANDS = 3_000;
    private static final EngineLimits SMALL = new EngineLimits(60, 40, 50, 6, 2);

    @Test
    void everyCommandKeepsTheBooksRightAndAccountsForEveryUnit() {
        Set<RejectCode> met = EnumSet.noneOf(RejectCode.class);
        long trades = 0;
        long repeats = 0;
        long first = Long.getLong("matching.seed", 1);
        long last = Long.getLong("matching.seed", Long.getLong("matching.seeds", 50));
        for (long seed = first; seed <= last; seed++) {
            RandomCommands commands = new RandomCommands(seed);
            MatchingEngine engine = new MatchingEngine(RandomCommands.PARTITION, seed % 2 == 0 ? SMALL : EngineLimits.STANDARD);
            CommandOutcome outcome = new CommandOutcome();
            OutcomeLedger ledger = new OutcomeLedger();
            for (int offset = 0; offset < COMMANDS; offset++) {
                Command command = commands.next();
                try {
                    engine.apply(offset, command, outcome);
                    engine.audit();
                    ledger.add(outcome);
                    ledger.agreesWith(engine, outcome.symbol());
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError("seed " + seed + ", offset " + offset + ", " + command, e);
                }
                met.add(outcome.reject());
                trades += outcome.trades().size();
                repeats += outcome.repeatOfSequence() == 0 ? 0 : 1;
            }
        }
        if (first == 1) {
            Set<RejectCode> expected = EnumSet.allOf(RejectCode.class);
            assertThat(met).as("the stream is rich enough to meet every rule").isEqualTo(expected);
            assertThat(trades).isGreaterThan(5_000);
            assertThat(repeats).isGreaterThan(50);
        }
    }

    @Test
    void theSameCommandsGiveTheSameBytes() {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(digest(seed)).as("seed %d", seed).isEqualTo(digest(seed));
        }
        assertThat(digest(1)).isNotEqualTo(digest(2));
    }

    private static String digest(long seed) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            RandomCommands commands = new RandomCommands(seed);
            MatchingEngine engine = new MatchingEngine(RandomCommands.PARTITION, EngineLimits.STANDARD);
            CommandOutcome outcome = new CommandOutcome();
            for (int offset = 0; offset < COMMANDS; offset++) {
                engine.apply(offset, commands.next(), outcome);
                digest.update(OutcomeEncoder.encode(outcome));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
