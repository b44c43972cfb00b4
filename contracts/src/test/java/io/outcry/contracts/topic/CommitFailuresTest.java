// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommitFailuresTest {

    private static final Exception REFUSED = GroupAuthorizationException.forGroupId("group");

    private final CommitFailures failures = new CommitFailures();

    static List<Exception> normal() {
        return List.of(
                new RebalanceInProgressException(), new RetriableCommitFailedException(new CoordinatorNotAvailableException("it moves")));
    }

    static List<Exception> forSomebodyToActUpon() {
        return List.of(REFUSED, new CommitFailedException("kicked out"), new FencedInstanceIdException("another one has this name"));
    }

    @ParameterizedTest
    @MethodSource("forSomebodyToActUpon")
    void whatSomebodyHasToActUponIsSaidAtOnceAndOnce(Exception failure) {
        assertThat(Stream.generate(() -> failures.add(failure)).limit(8)).startsWith(true).containsOnlyOnce(true);
        assertThat(failures.end()).isTrue();
        assertThat(failures.add(failure)).as("the next time").isTrue();
    }

    @ParameterizedTest
    @MethodSource("normal")
    void whatIsNormalWhileAGroupChangesIsNotSaid(Exception failure) {
        for (int rollout = 0; rollout < 10; rollout++) {
            assertThat(failures.add(failure)).isFalse();
            assertThat(failures.count()).isOne();
            assertThat(failures.end()).as("nor that it is over").isFalse();
            assertThat(failures.count()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("normal")
    void itIsSaidOnceIfItLasts(Exception failure) {
        assertThat(Stream.generate(() -> failures.add(failure)).limit(9))
                .containsExactly(false, false, false, false, false, true, false, false, false);
        assertThat(failures.end()).isTrue();
    }

    @Test
    void aCauseBehindANormalOneIsSaidAtOnce() {
        failures.add(new RebalanceInProgressException());
        assertThat(failures.add(REFUSED)).isTrue();
    }
}
