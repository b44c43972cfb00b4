// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.matching.codec.OddWireCommands;
import io.outcry.matching.codec.OutcomeHead;
import io.outcry.matching.codec.UndecodableCommandException;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.UnknownEngineVersionException;
import io.outcry.matching.log.ReadAheadThread;
import io.outcry.matching.snapshot.ReadAhead;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A replay that reads ahead, on another thread or not, leads where an engine has come to that took each command as it came. */
@Timeout(60)
class CatchUpTest {

    private static final int PARTITION = 1;
    private static final int COMMANDS = 60 * CommandBatch.MOST + 17;
    private static final int BATCHES_AHEAD = 3;

    private final List<byte[]> log = new ArrayList<>();
    private PartitionEngine live;
    private PublishedTail published;

    static List<ReadAhead> ahead() {
        return List.of(ReadAhead.NONE, new ReadAheadThread("test-ahead", BATCHES_AHEAD));
    }

    @BeforeEach
    void trade() {
        OddWireCommands commands = new OddWireCommands(31, PARTITION, false);
        TailScan tail = new TailScan();
        live = new PartitionEngine(fromNothing(PublishedTail.EMPTY));
        while (log.size() < COMMANDS) {
            int offset = log.size();
            byte[] command = Objects.requireNonNull(commands.next());
            AppliedCommand applied = attempt(offset, command);
            if (applied != null) {
                log.add(command);
                OutcomeHead head = OutcomeHead.of(applied.value());
                ChainPoint chain = applied.chain();
                tail.add(offset, head.inputOffset(), head.sequence(), applied.value(), chain == null ? null : chain.header());
            }
        }
        published = tail.newest();
    }

    /** Null: it is not on the log, as no engine could go on behind it. */
    private @Nullable AppliedCommand attempt(long offset, byte[] command) {
        try {
            return live.apply(offset, command);
        } catch (UndecodableCommandException | UnknownEngineVersionException refused) {
            return null;
        }
    }

    @ParameterizedTest
    @MethodSource("ahead")
    void itComesToTheSamePoint(ReadAhead ahead) {
        CaughtUp next = catchUp(log, ahead).run(PARTITION, fromNothing(published), _ -> {});
        assertThat(next.engine().isLive()).isTrue();
        assertThat(next.engine().point()).isEqualTo(live.point());
        assertThat(next.engine().changedAt()).isEqualTo(live.changedAt());
        assertThat(next.engine().engine().accounts()).isEqualTo(live.engine().accounts());
        assertThat(next.engine().replayed()).isEqualTo(COMMANDS);
        OddWireCommands more = new OddWireCommands(32, PARTITION, false);
        byte[][] coming = new byte[PartitionEngine.FORESEEN][];
        for (int i = 0; i < coming.length; i++) {
            coming[i] = Objects.requireNonNull(more.next());
        }
        next.engine().expect(coming, 0, coming.length);
        for (int i = 0; i < coming.length; i++) {
            AppliedCommand applied = attempt(COMMANDS + i, coming[i]);
            if (applied != null) {
                assertThat(Objects.requireNonNull(next.engine().apply(COMMANDS + i, coming[i])).value()).isEqualTo(applied.value());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ahead")
    void oneThatIsNoCommandStopsItAtItsOwnOffset(ReadAhead ahead) {
        int broken = 5 * CommandBatch.MOST + 70;
        log.set(broken, new byte[]{1});
        assertThatThrownBy(() -> catchUp(log, ahead).run(PARTITION, fromNothing(published), _ -> {}))
                .isInstanceOfSatisfying(CommandFailedException.class, failed -> assertThat(failed.offset()).isEqualTo(broken))
                .hasCauseInstanceOf(UndecodableCommandException.class);
    }

    @ParameterizedTest
    @MethodSource("ahead")
    void commandsThatComeTwiceAreDropped(ReadAhead ahead) {
        CommandSource twice = (_, from, to, visitor) -> {
            for (long offset = from; offset < to; offset++) {
                byte[] command = log.get((int) offset);
                if (!visitor.visit(offset, command) || offset % 3 == 0 && !visitor.visit(offset, command)) {
                    return;
                }
            }
        };
        CaughtUp next = new CatchUp(twice, ahead, () -> 0).run(PARTITION, fromNothing(published), _ -> {});
        assertThat(next.engine().point()).isEqualTo(live.point());
        assertThat(next.engine().duplicates()).isEqualTo((COMMANDS + 2) / 3);
    }

    private static CatchUp catchUp(List<byte[]> log, ReadAhead ahead) {
        CommandSource source = (_, from, to, visitor) -> {
            for (long offset = from; offset < to && visitor.visit(offset, log.get((int) offset)); offset++) {}
        };
        return new CatchUp(source, ahead, () -> 0);
    }

    private static Recovered fromNothing(PublishedTail tail) {
        return new Recovered(
                new MatchingEngine(PARTITION, EngineLimits.STANDARD), new OutcomeChain(0), 0, tail, null, List.of(), List.of());
    }
}
