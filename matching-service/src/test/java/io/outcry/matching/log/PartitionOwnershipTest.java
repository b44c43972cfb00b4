// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.topic.LogDamage;
import io.outcry.contracts.topic.Topics;
import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.CommandFailedException;
import io.outcry.matching.recovery.LogMismatchException;
import io.outcry.matching.recovery.PartitionState;
import io.outcry.matching.recovery.ReplayProgress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A partition that goes from one consumer of this process to another one, which may hear of it before the first does. */
class PartitionOwnershipTest {

    private static final int PARTITION = 2;
    private static final TopicPartition COMMANDS = new TopicPartition(Topics.ORDER_COMMANDS, PARTITION);

    @RegisterExtension
    private final ToldLines said = ToldLines.of(PartitionOwnership.class);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MatchingMetrics metrics = new MatchingMetrics(registry);
    private final CompletableFuture<CaughtUp> firstLoad = new CompletableFuture<>();
    private CompletableFuture<CaughtUp> loading = firstLoad;
    private Consumer<ReplayProgress> replaying = _ -> {};
    private final AtomicLong nanoTime = new AtomicLong();
    private final PartitionOwnership ownership = new PartitionOwnership(
            PARTITION + 1, this::begin, number -> new MatchingPartition(number, Unacknowledged.limitBytes(1), metrics),
            Recoveries::noSnapshots, nanoTime::get);
    private final MockConsumer<byte[], byte[]> first = consumer();
    private final MockConsumer<byte[], byte[]> second = consumer();

    @BeforeEach
    void theSecondIsGivenWhatTheFirstHas() {
        ownership.onPartitionsAssigned(first, List.of(COMMANDS));
        loading = CompletableFuture.completedFuture(Recoveries.fromNothing(PARTITION));
        ownership.onPartitionsAssigned(second, List.of(COMMANDS));
        ownership.settle(second);
    }

    @Test
    void theFirstDoesNotTakeItFromTheSecondWhenItHearsOfItsLoss() {
        ownership.onPartitionsLost(first, List.of(COMMANDS));
        assertThat(live(second).state()).isEqualTo(PartitionState.LIVE);
        assertThat(ownership.ownedBy(second)).hasSize(1);
    }

    @Test
    void theFirstAppliesNothingMore() {
        assertThat(ownership.find(first, PARTITION)).isNull();
        assertThat(ownership.ownedBy(first)).isEmpty();
    }

    @Test
    void whatTheFirstHasLoadedComesToNothing() {
        MatchingPartition partition = live(second);
        firstLoad.complete(Recoveries.fromNothing(PARTITION));
        ownership.settle(first);
        assertThat(live(second)).isSameAs(partition);
        assertThat(first.paused()).as("of the first").containsExactly(COMMANDS);
    }

    @Test
    void itStopsWhereTheSecondLosesIt() {
        MatchingPartition partition = live(second);
        ownership.onPartitionsLost(second, List.of(COMMANDS));
        partition.fail(7, true, new TimeoutException("given up since"));
        assertThat(partition.state()).isEqualTo(PartitionState.LEFT);
        assertThat(partition.failure()).isNull();
        assertThat(ownership.find(second, PARTITION)).isNull();
    }

    @Test
    void aRecoveryThatKafkaKeepsFromItsEndIsBegunAgainAfterAPause() {
        MatchingPartition before = loadsWith(CompletableFuture.failedFuture(new TimeoutException("no leader")));
        loading = new CompletableFuture<>();

        passes(999);
        assertThat(live(second)).as("a new life").isNotSameAs(before);
        assertThat(live(second).state()).isEqualTo(PartitionState.LOADING);
        assertThat(live(second).failure()).as("what would start everything anew").isNull();
        assertThat(live(second).delay()).contains("no leader");
        loading.complete(Recoveries.fromNothing(PARTITION));
        ownership.settle(second);
        assertThat(live(second).state()).as("not begun yet").isEqualTo(PartitionState.LOADING);

        passes(1);
        ownership.settle(second);
        assertThat(live(second).state()).isEqualTo(PartitionState.LIVE);
        assertThat(second.paused()).isEmpty();
        assertThat(second.position(COMMANDS)).as("the first command").isZero();
    }

    @Test
    void thePauseGrowsUpToABoundAsLongAsItDoesNotComeToItsEnd() {
        loadsWith(CompletableFuture.failedFuture(new TimeoutException("no leader")));
        for (int seconds : new int[]{1, 2, 4, 8, 16, 30, 30}) {
            MatchingPartition waiting = live(second);
            passes(1_000 * seconds - 1);
            ownership.settle(second);
            assertThat(live(second)).as("before %s s", seconds).isSameAs(waiting);
            passes(1);
            ownership.settle(second);
            assertThat(live(second)).as("after %s s", seconds).isNotSameAs(waiting);
        }
    }

    @Test
    void oneThatWaitsForItsNextRecoveryLeavesLikeAnyOther() {
        loadsWith(CompletableFuture.failedFuture(new TimeoutException("no leader")));
        MatchingPartition waiting = live(second);
        ownership.onPartitionsLost(second, List.of(COMMANDS));
        passes(60_000);
        assertThat(waiting.state()).isEqualTo(PartitionState.LEFT);
        assertThat(ownership.ownedBy(second)).isEmpty();
    }

    @Test
    void whatKafkaIsNotToBlameForStopsItForGood() {
        MatchingPartition failed = loadsWith(CompletableFuture.failedFuture(new LogMismatchException("two logs")));
        loading = CompletableFuture.completedFuture(Recoveries.fromNothing(PARTITION));
        passes(60_000);
        failed.fail(7, true, new TimeoutException("a later reason"));
        assertThat(live(second)).isSameAs(failed);
        assertThat(failed.failure()).isEqualTo(new PartitionFailure(-1, false, new LogMismatchException("two logs").toString()));
    }

    @Test
    void whatCannotBeReadStopsItForGoodOnlyIfItStaysSo() {
        LogDamage damage = new LogDamage(COMMANDS, 7, "a checksum is wrong");
        MatchingPartition failed = loadsWith(CompletableFuture.failedFuture(new UnreadableLogException(damage, true)));
        assertThat(failed.failure()).isEqualTo(
                new PartitionFailure(7, false, new UnreadableLogException(damage, true).toString()));

        loadsWith(CompletableFuture.failedFuture(new UnreadableLogException(damage, false)));
        assertThat(live(second).state()).isEqualTo(PartitionState.LOADING);
        assertThat(live(second).delay()).contains("a checksum is wrong");
    }

    @Test
    void aCommandThatCannotBeReplayedIsNamed() {
        MatchingPartition failed = loadsWith(CompletableFuture.failedFuture(
                new CommandFailedException(7, new LogMismatchException("another outcome"))));
        assertThat(failed.failure()).isEqualTo(new PartitionFailure(7, false, new LogMismatchException("another outcome").toString()));
    }

    @Test
    void whileItReplaysItSaysHowFarItIs() {
        MatchingPartition partition = loadsWith(new CompletableFuture<>());
        ReplayProgress progress = new ReplayProgress(3, 9, 0);
        replaying.accept(progress);
        ownership.settle(second);
        assertThat(partition.state()).isEqualTo(PartitionState.REPLAYING);
        assertThat(partition.progress()).isSameAs(progress);
    }

    /** What a recovery has found is told: the value of the hash chain, and what was wrong. */
    @Test
    void whatItsRecoveryHasFoundIsTold() {
        CaughtUp nothing = Recoveries.fromNothing(PARTITION);
        ChainPoint published = new ChainPoint(1_000, 5);
        MatchingPartition loaded = loadsWith(CompletableFuture.completedFuture(
                new CaughtUp(nothing.engine(), 0, published, null, List.of(), List.of("one that is damaged"))));
        assertThat(loaded.chain()).isEqualTo(published);
        assertThat(registry.get("outcry.matching.snapshots.refused").counter().count()).isEqualTo(1);
    }

    @Test
    void onlyItsOwnerLetsItGoOn() {
        loading = CompletableFuture.completedFuture(Recoveries.fromNothing(PARTITION));
        ownership.onPartitionsAssigned(second, List.of(COMMANDS));
        ownership.settle(first);
        assertThat(live(second).state()).isEqualTo(PartitionState.LOADING);
    }

    @Test
    void oneThatIsLiveIsNotLoadedAgain() {
        MatchingPartition partition = live(second);
        passes(60_000);
        passes(60_000);
        assertThat(live(second)).isSameAs(partition);
        assertThat(partition.state()).isEqualTo(PartitionState.LIVE);
    }

    /** Its place is another one's. */
    @Test
    void theRecoveryOfOneThatIsLostIsBrokenOff() {
        loadsWith(new CompletableFuture<>());
        ownership.onPartitionsLost(second, List.of(COMMANDS));
        assertThat(loading).isCancelled();
    }

    @Test
    void beforeAllStartAnewNothingIsLeft() {
        assertThat(ownership.joinedConsumers()).isEqualTo(2);
        ownership.clear();
        assertThat(ownership.joinedConsumers()).isZero();
        assertThat(ownership.partitions()).isEmpty();
    }

    private Future<CaughtUp> begin(int partition, Consumer<ReplayProgress> whenItReplays) {
        replaying = whenItReplays;
        return loading;
    }

    /** The second is given it once more, and the recovery ends so. */
    private MatchingPartition loadsWith(CompletableFuture<CaughtUp> ended) {
        loading = ended;
        ownership.onPartitionsAssigned(second, List.of(COMMANDS));
        MatchingPartition loaded = live(second);
        ownership.settle(second);
        return loaded;
    }

    private void passes(long millis) {
        nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        ownership.settle(second);
    }

    @Test
    void oneThatWasAddedSinceTheStartIsLeftAlone() {
        TopicPartition added = new TopicPartition(Topics.ORDER_COMMANDS, PARTITION + 1);
        first.assign(List.of(added));
        ownership.onPartitionsAssigned(first, List.of(added));
        assertThat(first.paused()).contains(added);
        assertThat(ownership.ownedBy(first)).isEmpty();
        assertThat(said.list()).hasSize(1);
    }

    private MatchingPartition live(MockConsumer<byte[], byte[]> owner) {
        MatchingPartition partition = ownership.find(owner, PARTITION);
        assertThat(partition).isNotNull();
        return partition;
    }

    private static MockConsumer<byte[], byte[]> consumer() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        consumer.assign(List.of(COMMANDS));
        return consumer;
    }
}
