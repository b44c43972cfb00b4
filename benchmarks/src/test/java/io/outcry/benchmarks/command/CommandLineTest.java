// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CommandLineTest {

    private static final Function<String, Optional<Integer>> LENGTH = word -> Optional.of(word.length()).filter(length -> length < 4);

    @Test
    void readsBothSpellingsAndKeepsWhatIsNotGiven() {
        CommandLine line = line("--seed", "7", "--count=9", "--quiet");

        assertThat(line.number("--seed", 1, 0, 10)).isEqualTo(7);
        assertThat(line.number("--count", 1, 0, 10)).isEqualTo(9);
        assertThat(line.flag("--quiet")).isTrue();
        assertThat(line("--seed", "7").flag("--quiet")).isFalse();
        assertThat(line().number("--seed", 23, 0, 10)).isEqualTo(23);
        assertThat(line().list("--names", List.of(1), LENGTH, List.of())).containsExactly(1);
        assertThat(line("--names", "a,bcd,ef").list("--names", List.of(1), LENGTH, List.of())).containsExactly(1, 3, 2);
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        refuses("unknown option --sed", () -> line("--sed", "7"));
        refuses("unknown option 7", () -> line("7"));
        refuses("--seed needs a value", () -> line("--seed"));
        refuses("--quiet takes no value", () -> line("--quiet=yes"));
        refuses("--seed is given twice", () -> line("--seed", "1", "--seed=2"));
        refuses("--quiet is given twice", () -> line("--quiet", "--quiet"));
    }

    @Test
    void refusesValuesOutOfBoundsInWordsThatHelp() {
        refuses("--seed is a whole number from 0 to 10, not \"11\"", () -> line("--seed", "11").number("--seed", 1, 0, 10));
        refuses("--seed is a whole number from 0 to 10, not \"1e3\"", () -> line("--seed", "1e3").number("--seed", 1, 0, 10));
        refuses("--names knows a, b, not \"abcd\"", () -> names("abcd"));
        refuses("--names knows a, b, not \"abcd\"", () -> names("a,abcd"));
        refuses("--names names one of them twice: a,b", () -> names("a,b"));
    }

    private enum Tree {
        OAK,
        STONE_PINE
    }

    @Test
    void readsTheConstantsOfAnEnum() {
        assertThat(line("--names", "stone-pine").one("--names", Tree.class)).isEqualTo(Tree.STONE_PINE);
        assertThat(line().list("--names", List.of(Tree.OAK), Tree.class)).containsExactly(Tree.OAK);
        assertThat(line("--names", "stone-pine,oak").list("--names", List.of(), Tree.class)).containsExactly(Tree.STONE_PINE, Tree.OAK);
        refuses("--names names one of oak, stone-pine", () -> line("--names", "oak,stone-pine").one("--names", Tree.class));
        refuses("--names names one of oak, stone-pine", () -> line().one("--names", Tree.class));
        refuses("--names knows oak, stone-pine, not \"STONE_PINE\"", () -> line("--names", "STONE_PINE").one("--names", Tree.class));
    }

    private static void names(String value) {
        line("--names", value).list("--names", List.of(), LENGTH, List.of("a", "b"));
    }

    private static CommandLine line(String... words) {
        return new CommandLine(List.of(words), Set.of("--seed", "--count", "--names"), Set.of("--quiet"));
    }

    private static void refuses(String message, ThrowingCallable call) {
        assertThatExceptionOfType(UsageException.class).isThrownBy(call).withMessage(message);
    }
}
