// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.TradingState;
import io.outcry.matching.codec.OutcomeHead;
import io.outcry.matching.codec.RandomWireCommands;
import io.outcry.matching.codec.UndecodableCommandException;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.snapshot.MemorySnapshotLog;
import io.outcry.matching.snapshot.ReadAhead;
import io.outcry.matching.snapshot.SnapshotWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A whole recovery without Kafka: an engine that was live, and the one that comes after it. */
class PartitionEngineTest {

    private static final int PARTITION = 1;
    private static final int COMMANDS = 2_400;

    private final List<byte[]> commands = new ArrayList<>();
    private final List<AppliedCommand> published = new ArrayList<>();
    private final MemorySnapshotLog snapshots = new MemorySnapshotLog();
    private final TailScan tail = new TailScan();
    private PartitionEngine live;

    @BeforeEach
    void trade() {
        RandomWireCommands random = new RandomWireCommands(21, PARTITION, 0);
        live = new PartitionEngine(recover());
        SnapshotWriter writer = new SnapshotWriter(snapshots, PARTITION, 3, () -> 1);
        for (int offset = 0; offset < COMMANDS; offset++) {
            commands.add(random.next().toByteArray());
            AppliedCommand applied = Objects.requireNonNull(live.apply(offset, commands.get(offset)));
            published.add(applied);
            publish(offset, applied.value(), applied.chain());
            if (offset == 1_700) {
                writer.write(live.engine().freeze(), live.point());
            }
        }
    }

    @Test
    void itGoesOnFromTheSnapshotInSilenceUntilAllIsReplayedThatWasPublished() {
        Recovered recovered = recover();
        assertThat(recovered.nextOffset()).isEqualTo(1_701);
        PartitionEngine next = new PartitionEngine(recovered);
        for (int offset = 1_701; offset < COMMANDS; offset++) {
            assertThat(next.isLive()).as("live before offset %d", offset).isFalse();
            AppliedCommand applied = Objects.requireNonNull(next.apply(offset, commands.get(offset)));
            assertThat(applied.value()).isEqualTo(published.get(offset).value());
        }
        assertThat(next.isLive()).isTrue();
        assertThat(next.point()).isEqualTo(live.point());
        byte[] more = WireCommands.tick(1, "A-USD").toByteArray();
        AppliedCommand byNext = Objects.requireNonNull(next.apply(COMMANDS, more));
        assertThat(byNext.value()).isEqualTo(Objects.requireNonNull(live.apply(COMMANDS, more)).value());
        assertThat(next.point()).isEqualTo(live.point());
    }

    @Test
    void itCatchesUpWithWhatWasPublished() {
        List<ReplayProgress> told = new ArrayList<>();
        CaughtUp next = catchUp(commands).run(PARTITION, recover(), told::add);
        assertThat(next.engine().isLive()).isTrue();
        assertThat(next.engine().point()).isEqualTo(live.point());
        assertThat(next.engine().replayed()).isEqualTo(COMMANDS - 1_701);
        assertThat(next.replayedFrom()).isEqualTo(1_701);
        assertThat(told).singleElement().satisfies(progress -> {
            assertThat(progress.at()).isEqualTo(COMMANDS - 1);
            assertThat(progress.remaining()).isZero();
        });
        byte[] more = WireCommands.tick(1, "A-USD").toByteArray();
        assertThat(Objects.requireNonNull(next.engine().apply(COMMANDS, more)).value())
                .isEqualTo(Objects.requireNonNull(live.apply(COMMANDS, more)).value());
    }

    @Test
    void whereNothingIsToBeReplayedNoReplayBegins() {
        PartitionEngine at = new PartitionEngine(recover());
        PublishedTail reached = new PublishedTail(at.lastOffset(), at.engine().sequence(), 0, null, null);
        CaughtUp next = catchUp(commands).run(PARTITION, recover(reached), _ -> {
            throw new AssertionError("a replay begins");
        });
        assertThat(next.engine().lastOffset()).isEqualTo(at.lastOffset());
        PublishedTail oneMore = new PublishedTail(at.lastOffset() + 1, at.engine().sequence() + 1, 0, null, null);
        assertThat(new PartitionEngine(recover(oneMore)).isLive()).as("with one to be replayed").isFalse();
    }

    @Test
    void itDoesNotCatchUpWithoutTheLastCommand() {
        assertThatThrownBy(() -> catchUp(commands.subList(0, COMMANDS - 1)).run(PARTITION, recover(), _ -> {}))
                .isInstanceOf(LogMismatchException.class)
                .hasMessageContaining("offset " + (COMMANDS - 1));
    }

    @Test
    void aCommandThatCannotBeReplayedIsNamed() {
        List<byte[]> damaged = new ArrayList<>(commands);
        damaged.set(1_999, new byte[]{1});
        assertThatThrownBy(() -> catchUp(damaged).run(PARTITION, recover(), _ -> {}))
                .isInstanceOfSatisfying(CommandFailedException.class, failed -> assertThat(failed.offset()).isEqualTo(1_999))
                .hasCauseInstanceOf(UndecodableCommandException.class);
    }

    private static CatchUp catchUp(List<byte[]> log) {
        CommandSource source = (_, from, to, visitor) -> {
            for (long offset = from; offset < Math.min(to, log.size()) && visitor.visit(offset, log.get((int) offset)); offset++) {}
        };
        return new CatchUp(source, ReadAhead.NONE, () -> 0);
    }

    @Test
    void aCommandThatComesTwiceIsDropped() {
        assertThat(live.apply(COMMANDS - 1, commands.getLast())).isNull();
        assertThat(live.apply(3, commands.get(3))).isNull();
        assertThat(live.duplicates()).isEqualTo(2);
        assertThat(live.lastOffset()).isEqualTo(COMMANDS - 1);
    }

    @Test
    void anotherCommandThanThePublishedOneStopsItAtTheNextValueOfTheHashChain() {
        PartitionEngine next = new PartitionEngine(recover());
        assertThatThrownBy(() -> {
            for (int offset = 1_701; offset < COMMANDS; offset++) {
                next.apply(offset, offset == 1_750 ? WireCommands.tick(1, "A-USD").toByteArray() : commands.get(offset));
            }
        }).isInstanceOf(LogMismatchException.class).hasMessageContaining("the hash chain is").hasMessageContaining("at outcome 2000");
        assertThat(next.lastOffset()).isEqualTo(1_999);
    }

    /** What follows shows nothing of it: a tick that ends nothing. */
    @Test
    void anotherOutcomeBehindTheNewestPublishedValueOfTheHashChainStopsIt() {
        byte[] tick = WireCommands.tick(1, "A-USD").toByteArray();
        commands.add(tick);
        publish(COMMANDS, Objects.requireNonNull(live.apply(COMMANDS, tick)).value(), null);
        commands.set(2_100, tick);
        assertThatThrownBy(() -> catchUp(commands).run(PARTITION, recover(), _ -> {}))
                .isInstanceOfSatisfying(CommandFailedException.class, failed -> assertThat(failed.offset()).isEqualTo(COMMANDS))
                .hasCauseInstanceOf(LogMismatchException.class)
                .hasMessageContaining("the hash chain is")
                .hasMessageContaining("at outcome 2401");
    }

    @Test
    void anotherLastOutcomeThanThePublishedOneStopsIt() {
        byte[] other = published.getLast().value().clone();
        other[other.length - 1] ^= 1;
        TailScan forged = new TailScan();
        forged.add(0, COMMANDS - 1, COMMANDS, other, null);
        PartitionEngine next = new PartitionEngine(recover(forged.newest()));
        assertThatThrownBy(() -> {
            for (int offset = 1_701; offset < COMMANDS; offset++) {
                next.apply(offset, commands.get(offset));
            }
        }).isInstanceOf(LogMismatchException.class).hasMessageContaining("another outcome");
    }

    @Test
    void aSnapshotWhoseChainIsNotThePublishedOneIsNotGoneOnFrom() {
        long sequence = 1_701;
        PublishedTail forged = new PublishedTail(COMMANDS - 1, COMMANDS, 1, new ChainPoint(sequence, 12), null);
        assertThatThrownBy(() -> new PartitionEngine(recover(forged))).isInstanceOf(LogMismatchException.class);
    }

    /** Nothing is left to be replayed that would show it. */
    @Test
    void aSnapshotOfAllOutcomesWhoseChainIsNotTheirsIsNotGoneOnFrom() {
        PublishedTail forged = new PublishedTail(1_700, 1_701, 1, null, new ChainPoint(1_701, 12));
        assertThatThrownBy(() -> new PartitionEngine(recover(forged))).isInstanceOf(LogMismatchException.class);
    }

    @Test
    void commandsThatOnlyMoveTheClockChangeNothingElse() {
        live.apply(COMMANDS, WireCommands.tick(5_000_000_000_000_000L, "A-USD").toByteArray());
        long changedAt = live.changedAt();
        live.apply(COMMANDS + 1, WireCommands.tick(5_000_000_000_000_000L, "A-USD").toByteArray());
        live.apply(COMMANDS + 2, WireCommands.cancel(1, "alice", 77).toByteArray());
        assertThat(live.changedAt()).isEqualTo(changedAt);
        live.apply(COMMANDS + 3, WireCommands.cancel(1, "somebody new", 77).toByteArray());
        assertThat(live.changedAt()).as("an account was named").isEqualTo(live.engine().sequence());
    }

    /** A position that stands on the books before it would bring back the rules and the state from before it. */
    @Test
    void rulesAndStatesAndVersionsChangeMoreThanTheClock() {
        for (OrderCommand command : List.of(
                WireCommands.define(1, WireCommands.rules()), WireCommands.define(1, WireCommands.rules().setMakerFeeBps(7)),
                WireCommands.enter(1, WireCommands.SYMBOL, TradingState.TRADING_STATE_HALTED),
                WireCommands.enter(1, WireCommands.SYMBOL, TradingState.TRADING_STATE_TRADING), WireCommands.activate(1, 1))) {
            live.apply(live.lastOffset() + 1, command.toByteArray());
            assertThat(live.changedAt()).as("after %s", command).isEqualTo(live.engine().sequence());
        }
    }

    /** How much of what earlier commands have left it has looked through decides what the next one does. */
    @Test
    void aCommandThatLeavesSomethingChangesMoreThanTheClock() {
        EngineLimits twoStops = new EngineLimits(10, 10, 16, 6, 10, 100, 2);
        live = new PartitionEngine(
                new Recovery(_ -> PublishedTail.EMPTY, new MemorySnapshotLog(), twoStops, ReadAhead.NONE).recover(PARTITION));
        List<OrderCommand> coming = new ArrayList<>(List.of(WireCommands.define(1, WireCommands.rules())));
        coming.addAll(Collections.nCopies(16, stop()));
        for (long price = 110; price <= 113; price++) {
            coming.add(WireCommands.place(1, WireCommands.limit("bob", Side.SIDE_SELL, 1, price)));
            coming.add(WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_BUY, 1, price)));
        }
        coming.add(stop());
        coming.forEach(command -> live.apply(live.lastOffset() + 1, command.toByteArray()));

        byte[] tick = WireCommands.tick(1, WireCommands.SYMBOL).toByteArray();
        AppliedCommand looking = Objects.requireNonNull(live.apply(live.lastOffset() + 1, tick));
        assertThat(looking.outcome().orders().size()).isZero();
        assertThat(live.changedAt()).isEqualTo(live.engine().sequence());
        AppliedCommand last = Objects.requireNonNull(live.apply(live.lastOffset() + 1, tick));
        assertThat(last.outcome().stopsActivated()).isEqualTo(1);
        live.apply(live.lastOffset() + 1, tick);
        assertThat(live.changedAt()).isEqualTo(live.engine().sequence() - 1);
    }

    /** One that trades with nobody. */
    private static OrderCommand stop() {
        return WireCommands.place(1, WireCommands.market("carol", Side.SIDE_SELL, 9).setType(OrderType.ORDER_TYPE_TAKE_PROFIT)
                .setStopPrice(105).setTimeInForce(TimeInForce.TIME_IN_FORCE_FOK));
    }

    @Test
    void aGapAtTheEndOfTheLogIsTold() {
        assertThat(tail.gap()).isNull();
        tail.add(3_000, COMMANDS + 4, COMMANDS + 5, new byte[]{1}, null);
        assertThat(tail.gap()).contains("outcome 2405", "the newest one before it is 2400");
    }

    @Test
    void repetitionsAtTheEndOfTheLogAreDropped() {
        for (int offset = 2_000; offset < 2_100; offset++) {
            publish(offset, published.get(offset).value(), published.get(offset).chain());
        }
        assertThat(tail.gap()).isNull();
        assertThat(tail.newest().inputOffset()).isEqualTo(COMMANDS - 1);
        assertThat(tail.newest().chain()).isEqualTo(published.get(1_999).chain());
    }

    @Test
    void withoutSnapshotsItBeginsAtTheFirstCommand() {
        Recovered fromNothing = recover(tail.newest(), new MemorySnapshotLog());
        assertThat(fromNothing.nextOffset()).isZero();
        assertThat(fromNothing.engine().sequence()).isZero();
    }

    private Recovered recover() {
        return recover(tail.newest());
    }

    private Recovered recover(PublishedTail newest) {
        return recover(newest, snapshots);
    }

    private static Recovered recover(PublishedTail newest, MemorySnapshotLog from) {
        return new Recovery(_ -> newest, from, EngineLimits.STANDARD, ReadAhead.NONE).recover(PARTITION);
    }

    private void publish(long at, byte[] value, ChainPoint chain) {
        OutcomeHead head = OutcomeHead.of(value);
        tail.add(at, head.inputOffset(), head.sequence(), value, chain == null ? null : chain.header());
    }
}
