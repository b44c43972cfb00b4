// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which symbols a tick would change, asked again and again. */
class DueSymbolsTest {

    private final MatchingEngine engine = new MatchingEngine(0, EngineLimits.STANDARD);
    private final EngineDriver driver = new EngineDriver(engine);
    private long offset;

    private void define(String symbol) {
        driver.apply(offset++, new Command.DefineInstrument(0, InstrumentRules.of(symbol).build()));
    }

    /** The id of an order that ends then. */
    private long order(String symbol, long untilUs) {
        driver.apply(offset, OrderTicket.limit("alice", Side.BUY, 1, 100).on(symbol).until(untilUs).at(0));
        return offset++;
    }

    private List<String> due(long timeUs) {
        return engine.dueSymbols(timeUs, Integer.MAX_VALUE);
    }

    @Test
    void thoseComeFirstThatAreDueForLongest() {
        List.of("A", "B", "C", "D").forEach(this::define);
        order("A", 30);
        order("B", 20);
        order("C", 10);
        order("D", 20);
        assertThat(due(9)).isEmpty();
        assertThat(due(10)).containsExactly("C");
        assertThat(due(30)).containsExactly("C", "B", "D", "A");
        assertThat(due(30)).as("asked again").containsExactly("C", "B", "D", "A");
        assertThat(engine.dueSymbols(30, 2)).containsExactly("C", "B");
    }

    @Test
    void oneMayBeDueEarlierThanBeforeOrLaterOrNotAtAll() {
        List.of("A", "B").forEach(this::define);
        order("A", 20);
        order("B", 20);
        long early = order("A", 10);
        assertThat(due(10)).containsExactly("A");
        driver.apply(offset++, new Command.CancelOrder(0, "alice", early));
        assertThat(due(10)).isEmpty();
        assertThat(due(20)).containsExactly("A", "B");
        driver.apply(offset++, new Command.Tick(20, "A"));
        assertThat(due(20)).containsExactly("B");
        order("A", 40);
        assertThat(due(39)).containsExactly("B");
        assertThat(due(40)).containsExactly("B", "A");
    }

    /** Whoever owns the partition then writes a tick for it. */
    @Test
    void everyCommandTellsThatItsSymbolIsDueHoweverShortItsWay() {
        define("A");
        order("A", 10);
        long plain = offset;
        driver.apply(offset++, OrderTicket.limit("bob", Side.BUY, 1, 90).on("A").at(0));
        assertThat(driver.apply(offset++, new Command.AmendOrder(9, "bob", plain, 91, 0)).isUnfinished()).isFalse();
        assertThat(driver.apply(offset++, new Command.AmendOrder(10, "bob", plain, 92, 0)).isUnfinished()).isTrue();
        assertThat(driver.apply(offset++, new Command.CancelOrder(10, "bob", plain)).isUnfinished()).isTrue();
    }

    /** In the order of times or against it, and with a hole in the middle: the heap under it is told from a list. */
    @Test
    void manyComeInTheOrderOfTheirTimes() {
        List<String> symbols = IntStream.range(0, 100).mapToObj(i -> "S" + i).toList();
        symbols.forEach(this::define);
        for (int i = 0; i < 100; i++) {
            order(symbols.get(i), 1_000 + i * 37 % 100);
        }
        List<String> byTime = IntStream.range(0, 100).mapToObj(time -> symbols.get(time * 73 % 100)).toList();
        assertThat(due(1_099)).isEqualTo(byTime);
        assertThat(due(1_049)).isEqualTo(byTime.subList(0, 50));
        driver.apply(offset++, new Command.Tick(1_099, byTime.get(20)));
        assertThat(due(1_099)).hasSize(99).doesNotContain(byTime.get(20));
    }

    /** Ten times a second somebody looks, however many symbols have an order that ends some day. */
    @Test
    void aLookCostsWhatIsDue() {
        List<String> symbols = IntStream.range(0, 10_000).mapToObj(i -> "S" + i).toList();
        symbols.forEach(this::define);
        symbols.forEach(symbol -> order(symbol, 1_000_000));
        order("S7", 10);
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            for (int i = 0; i < 200_000; i++) {
                assertThat(due(10)).hasSize(1);
            }
        });
    }
}
