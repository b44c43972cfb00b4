// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.benchmarks.peer.LinkedBook;
import io.outcry.benchmarks.workload.MessageStream;
import io.outcry.benchmarks.workload.PublishedHashes;
import io.outcry.benchmarks.workload.Replay;
import io.outcry.benchmarks.workload.Scenario;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EngineTest {

    private static final int COUNT = 20_000;

    static Stream<Arguments> enginesAndScenarios() {
        return Engine.all().stream().flatMap(engine -> Scenario.published().stream().map(scenario -> Arguments.of(engine, scenario)));
    }

    static Stream<Engine> engines() {
        return Engine.all().stream();
    }

    @ParameterizedTest
    @MethodSource("enginesAndScenarios")
    void reachesTheHashThatThreeBooksAgreeOn(Engine engine, Scenario scenario) {
        MessageStream messages = scenario.messages(23, COUNT, LinkedBook::new);

        assertThat(Replay.hash(messages, engine.books().get())).isEqualTo(PublishedHashes.of(scenario, 23, COUNT).orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("engines")
    void agreesWithTheLinkedBookOnRandomIdsAndOtherSeedsBookAfterBook(Engine engine) {
        var books = engine.books().get();
        for (int seed = 1; seed <= 5; seed++) {
            for (Scenario scenario : new Scenario[]{Scenario.RANDOM_1000, Scenario.FLASH_CRASH, Scenario.NORMAL}) {
                MessageStream messages = scenario.messages(seed, COUNT, LinkedBook::new);

                assertThat(Replay.hash(messages, books)).as("%s, seed %d", scenario, seed)
                        .isEqualTo(Replay.hash(messages, LinkedBook::new));
            }
        }
    }
}
