// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which spans are kept of what commands have reached and left. */
class ReachedPricesTest {

    private final ReachedPrices reached = new ReachedPrices();

    /** Spans as {@code low-high}, of the commands 1, 2, 3; those that are kept with the command that they count up to, the oldest first. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            one,                           100-110,                100-110#1
            the same once more,            100-110 100-110,        100-110#2
            up to the same highest,        100-110 90-110,         90-110#2
            from the same lowest,          100-110 100-120,        100-120#2
            farther on one side only,      100-110 105-120,        100-110#1 105-120#2
            farther on the other only,     100-110 90-105,         100-110#1 90-105#2
            not as far,                    90-120 100-110,         90-120#1 100-110#2
            all that came before,          100-110 95-105 90-120,  90-120#3
            the last one of two,           90-120 100-110 95-115,  90-120#1 95-115#3
            one that one before reaches,   100-110 90-105 99-110,  100-110#1 90-105#2 99-110#3
            """)
    void aSpanTakesInThoseRightBeforeItThatReachNoFarther(String why, String spans, String kept) {
        long command = 0;
        for (String span : spans.split(" ")) {
            String[] ends = span.split("-");
            reached.add(Long.parseLong(ends[0]), Long.parseLong(ends[1]), ++command);
        }
        assertThat(kept()).as(why).isEqualTo(kept);
        reached.removeFirst();
        assertThat(kept()).as("without the oldest").isEqualTo(kept.contains(" ") ? kept.substring(kept.indexOf(' ') + 1) : "");
    }

    @ParameterizedTest
    @CsvSource({"90-110, true", "95-105, false"})
    void howFarTheOldestSpanHasBeenLookedThroughIsOfThatSpanAlone(String next, boolean takesItIn) {
        reached.add(95, 110, 1);
        reached.lookFrom(ReachedPrices.RISING, 104);
        reached.lookFrom(ReachedPrices.FALLING, 97);
        String[] ends = next.split("-");
        reached.add(Long.parseLong(ends[0]), Long.parseLong(ends[1]), 2);
        assertThat(reached.from(ReachedPrices.RISING)).isEqualTo(takesItIn ? 0 : 104);
        assertThat(reached.from(ReachedPrices.FALLING)).isEqualTo(takesItIn ? Long.MAX_VALUE : 97);
        reached.lookFrom(ReachedPrices.RISING, 105);
        reached.lookFrom(ReachedPrices.FALLING, 96);
        reached.removeFirst();
        assertThat(reached.from(ReachedPrices.RISING)).as("of the next one").isZero();
        assertThat(reached.from(ReachedPrices.FALLING)).as("of the next one").isEqualTo(Long.MAX_VALUE);
    }

    /** Each command may add one, and each one of a state that is read back does: moving all others for it takes minutes. */
    @Test
    void manySpansComeAndGoWithoutMovingAllOthers() {
        int many = 300_000;
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            for (int i = 1; i <= many; i++) {
                reached.add(i, i + 1, i);
            }
            for (int i = 1; i < many; i++) {
                assertThat(reached.offset()).isEqualTo(i);
                reached.removeFirst();
            }
        });
        assertThat(kept()).isEqualTo(many + "-" + (many + 1) + "#" + many);
    }

    private String kept() {
        long[] spans = reached.copySpans();
        return IntStream.iterate(0, at -> at < spans.length, at -> at + ReachedPrices.LONGS)
                .mapToObj(at -> spans[at] + "-" + spans[at + 1] + "#" + spans[at + 2])
                .collect(Collectors.joining(" "));
    }
}
