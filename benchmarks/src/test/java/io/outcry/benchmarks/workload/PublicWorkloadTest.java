// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.benchmarks.peer.LinkedBook;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PublicWorkloadTest {

    private static final int COUNT = 20_000;

    @ParameterizedTest
    @MethodSource("io.outcry.benchmarks.workload.Scenario#published")
    void timestampsNeverDecreaseSoNoSortIsNeeded(Scenario scenario) {
        for (int seed : new int[]{0, 1, 23, -1}) {
            MessageStream messages = messages(scenario, seed, COUNT);
            for (int i = 1; i < messages.size(); i++) {
                assertThat(messages.timestamp(i)).as("seed %d, message %d", seed, i).isGreaterThanOrEqualTo(messages.timestamp(i - 1));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.outcry.benchmarks.workload.Scenario#published")
    void everyOrderIsEnteredOnceAndItsAmendsAndCancelsFollowIt(Scenario scenario) {
        MessageStream messages = messages(scenario, 23, COUNT);
        Set<Integer> entered = new HashSet<>();
        for (int i = 0; i < messages.size(); i++) {
            int type = messages.type(i);
            if (type == MessageStream.GOOD_TILL_CANCEL || type == MessageStream.IMMEDIATE_OR_CANCEL) {
                assertThat(entered.add(messages.id(i))).as("message %d enters a new order", i).isTrue();
            } else {
                assertThat(messages.id(i)).as("message %d names the order before it", i).isEqualTo(messages.id(i - 1));
            }
        }

        assertThat(entered).hasSize(COUNT).allMatch(id -> id >= 1 && id <= COUNT);
    }

    @Test
    void theFirstHalfOfTheIdsBuysAndTheRestSells() {
        MessageStream messages = messages(Scenario.NORMAL, 23, 2_001);
        for (int i = 0; i < messages.size(); i++) {
            assertThat(messages.buys(i)).isEqualTo(messages.id(i) <= 1_000);
        }
    }

    @Test
    void withoutVolatilityEveryOrderIsPlacedBehindTheSameMidPrice() {
        MessageStream messages = messages(Scenario.STATIC, 23, COUNT);
        for (int i = 0; i < messages.size(); i++) {
            if (messages.type(i) == MessageStream.GOOD_TILL_CANCEL) {
                int behind = messages.buys(i) ? 33_504 - messages.price(i) : messages.price(i) - 33_504;
                assertThat(behind).isBetween(1, 800);
                assertThat(messages.quantity(i)).isBetween(1, 100);
            }
        }
    }

    @Test
    void anAmendAddsOneLotAndMayComeOneTickCloserAndAStaleOneSaysTheSameAgain() {
        MessageStream messages = messages(Scenario.FLASH_CRASH, 23, COUNT);
        int stale = 0;
        for (int i = 1; i < messages.size(); i++) {
            if (messages.type(i) != MessageStream.MODIFY) {
                continue;
            }
            if (messages.type(i - 1) == MessageStream.GOOD_TILL_CANCEL) {
                int closer = (messages.price(i) - messages.price(i - 1)) * (messages.buys(i) ? 1 : -1);
                assertThat(closer).isBetween(0, 1);
                assertThat(messages.quantity(i)).isEqualTo(messages.quantity(i - 1) + 1);
            } else {
                stale++;
                assertThat(messages.price(i)).isEqualTo(messages.price(i - 1));
                assertThat(messages.quantity(i)).isEqualTo(messages.quantity(i - 1));
            }
        }

        assertThat(stale).isPositive();
    }

    @Test
    void aSingleOrderIsAWorkloadAndSeedsDiffer() {
        assertThat(messages(Scenario.NORMAL, 23, 1).size()).isBetween(1, 5);
        assertThat(hash(Scenario.NORMAL, 24)).isNotEqualTo(hash(Scenario.NORMAL, 23)).isEqualTo(hash(Scenario.NORMAL, 24));
    }

    @Test
    void aStreamRefusesAMessageOlderThanTheOneBefore() {
        MessageStream.Builder builder = new MessageStream.Builder(1);
        builder.add(MessageStream.CANCEL, true, 1, 0, 0, 5);
        builder.add(MessageStream.CANCEL, true, 1, 0, 0, 5);

        assertThatThrownBy(() -> builder.add(MessageStream.CANCEL, true, 1, 0, 0, 4)).hasMessageContaining("older");
    }

    private static MessageStream messages(Scenario scenario, int seed, int count) {
        return scenario.messages(seed, count, LinkedBook::new);
    }

    private static String hash(Scenario scenario, int seed) {
        return Replay.hash(messages(scenario, seed, 1_000), LinkedBook::new);
    }
}
