// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import io.outcry.matching.codec.CommandApplier;
import io.outcry.matching.codec.CommandKind;
import io.outcry.matching.codec.CommandRows;
import io.outcry.matching.codec.OutcomeEncoder;
import io.outcry.matching.codec.SnapshotPoint;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.MatchingEngine;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One partition's engine on its way through the log: silent up to the last published outcome, speaking from there on. Whatever applies a
 * command goes through here. Single-threaded, like the engine.
 */
public final class PartitionEngine {

    /** Commands that are told of together, at most. */
    public static final int FORESEEN = MatchingEngine.FORESEEN;

    private final MatchingEngine engine;
    private final CommandApplier applier;
    private final OutcomeEncoder encoder = new OutcomeEncoder();
    private final OutcomeChain chain;
    private final PublishedTail tail;
    private long lastOffset;
    private long duplicates;
    private long changedAt;
    private int accounts;
    private boolean live;
    private long replayed;
    private @Nullable ChainPoint chainPoint;

    /** @throws LogMismatchException if the engine stands where the published hash chain says otherwise */
    public PartitionEngine(Recovered recovered) {
        engine = recovered.engine();
        chain = recovered.chain();
        tail = recovered.tail();
        applier = new CommandApplier(engine);
        lastOffset = recovered.nextOffset() - 1;
        changedAt = recovered.books() == null ? engine.sequence() : recovered.books().point().sequence();
        accounts = engine.accounts();
        live = lastOffset >= tail.inputOffset();
        compare(tail.chain());
        compare(tail.end());
    }

    /**
     * Applies the command at an offset.
     *
     * @return what became of it; null if it was applied before
     * @throws RuntimeException if it cannot be applied, or gives another outcome than the published one: the engine must then be dropped
     */
    public @Nullable AppliedCommand apply(long offset, byte @Nullable [] command) {
        if (offset <= lastOffset) {
            duplicates++;
            return null;
        }
        CommandOutcome outcome = applied(offset, applier.apply(offset, command));
        byte[] value = Arrays.copyOf(encoder.bytes(), encoder.length());
        return new AppliedCommand(applier.kind(), outcome, value, chainPoint);
    }

    /**
     * As {@link #apply}, for one who asks for nothing of what became of it.
     *
     * @throws RuntimeException as {@link #apply} does
     */
    public void replay(long offset, byte @Nullable [] command) {
        if (offset <= lastOffset) {
            duplicates++;
        } else {
            applied(offset, applier.apply(offset, command));
        }
    }

    /** Says which commands come next, as {@link CommandApplier#expect(byte[][], int, int)} takes it. */
    public void expect(byte[] @Nullable [] commands, int from, int to) {
        applier.expect(commands, from, to);
    }

    /** Goes on to commands that were read before, as {@link CommandApplier#take} does. */
    void take(CommandRows rows) {
        applier.take(rows);
    }

    /** Says which of the commands that were taken come next, as {@link CommandApplier#expect(int, int)} takes it. */
    void expect(int from, int to) {
        applier.expect(from, to);
    }

    /**
     * As the other one, of the commands that were taken.
     *
     * @param index of the command among them
     * @throws RuntimeException as {@link #apply} does
     */
    void replay(long offset, int index) {
        if (offset <= lastOffset) {
            duplicates++;
        } else {
            applied(offset, applier.apply(offset, index));
        }
    }

    private CommandOutcome applied(long offset, CommandOutcome outcome) {
        encoder.write(outcome);
        lastOffset = offset;
        noteChange(applier.kind(), outcome);
        chainPoint = chain.add(outcome.sequence(), encoder.bytes(), encoder.length());
        if (!live) {
            replayed(outcome);
        }
        return outcome;
    }

    /**
     * A placement changes something even if it is refused; any command can name a new account. One that left something may have forgotten a part of
     * what was left before, and how much that is decides what the next one does.
     */
    private void noteChange(CommandKind kind, CommandOutcome outcome) {
        boolean changed = kind == CommandKind.PLACE
                || outcome.orders().size() != 0
                || outcome.levels().size() != 0
                || outcome.tradingState() != null
                || outcome.engineVersion() != 0
                || outcome.isUnfinished()
                || engine.accounts() != accounts;
        if (changed) {
            changedAt = outcome.sequence();
            accounts = engine.accounts();
        }
    }

    private void replayed(CommandOutcome outcome) {
        replayed++;
        compare(tail.chain());
        if (outcome.inputOffset() < tail.inputOffset()) {
            return;
        }
        if (outcome.inputOffset() != tail.inputOffset() || outcome.sequence() != tail.sequence()) {
            throw new LogMismatchException("replay gives sequence " + outcome.sequence() + " to the command at offset "
                    + outcome.inputOffset() + ", published is sequence " + tail.sequence() + " at offset " + tail.inputOffset());
        }
        if (OutcomeChain.hash(0, encoder.bytes(), encoder.length()) != tail.hash()) {
            throw new LogMismatchException("replay gives the command at offset " + outcome.inputOffset()
                    + " another outcome than the published one");
        }
        compare(tail.end());
        live = true;
    }

    /** Holds the chain against a value that the published outcomes give it, if that is its value at the engine's place. */
    private void compare(@Nullable ChainPoint published) {
        if (published != null && published.sequence() == engine.sequence() && published.hash() != chain.value()) {
            throw new LogMismatchException("the hash chain is " + new ChainPoint(published.sequence(), chain.value())
                    + ", the published outcomes give " + published + ": this engine does not give the outcomes that are on the log");
        }
    }

    /** Whether the outcome of the next command is to be published. */
    public boolean isLive() {
        return live;
    }

    /** Offset of the last command that was applied; -1 before the first. */
    public long lastOffset() {
        return lastOffset;
    }

    /** Offset of the last command whose outcome was published before this engine came; -1 if there is none. */
    public long target() {
        return tail.inputOffset();
    }

    /** Sequence of the last outcome that changed more than the clock. */
    public long changedAt() {
        return changedAt;
    }

    /** Records that came a second time and were dropped. */
    public long duplicates() {
        return duplicates;
    }

    /** Commands whose outcome was on the log already. */
    public long replayed() {
        return replayed;
    }

    /** Where it is between two commands. */
    public SnapshotPoint point() {
        return new SnapshotPoint(lastOffset + 1, engine.sequence(), engine.timeUs(), engine.version(), chain.value());
    }

    /** The engine itself, to be looked at or frozen. */
    public MatchingEngine engine() {
        return engine;
    }
}
