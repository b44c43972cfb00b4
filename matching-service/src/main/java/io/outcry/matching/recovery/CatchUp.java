// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import io.outcry.matching.snapshot.ReadAhead;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The second half of a recovery: the replay, in silence, of what lies between an engine and the last published outcome. */
public final class CatchUp {

    private final CommandSource commands;
    private final ReadAhead ahead;
    private final LongSupplier nanoTime;

    /**
     * @param ahead reads commands while others are applied
     * @param nanoTime as {@link System#nanoTime} says
     */
    public CatchUp(CommandSource commands, ReadAhead ahead, LongSupplier nanoTime) {
        this.commands = commands;
        this.ahead = ahead;
        this.nanoTime = nanoTime;
    }

    /**
     * Brings an engine to the last published outcome. On the calling thread; an interrupt ends it.
     *
     * @param replaying is told when the replay begins, if there is anything to replay
     * @throws CommandFailedException if a command cannot be applied, or gives another outcome than the published one
     * @throws LogMismatchException if the engine or the commands are not those that the published outcomes are from
     */
    public CaughtUp run(int partition, Recovered recovered, Consumer<ReplayProgress> replaying) {
        PartitionEngine engine = new PartitionEngine(recovered);
        long sequence = engine.engine().sequence();
        if (!engine.isLive()) {
            ReplayProgress progress = new ReplayProgress(engine.lastOffset(), engine.target(), nanoTime.getAsLong());
            replaying.accept(progress);
            replay(partition, engine, progress);
        }
        return new CaughtUp(
                engine, sequence, recovered.tail().chain(), recovered.books(), recovered.kept(), recovered.refused());
    }

    private void replay(int partition, PartitionEngine engine, ReplayProgress progress) {
        ReadAhead.Reading<CommandBatch> reading = sink -> read(partition, engine.lastOffset() + 1, engine.target() + 1, sink);
        try (ReadAhead.Coming<CommandBatch> batches = ahead.begin(reading)) {
            while (batches.hasNext()) {
                apply(batches.next(), engine);
                progress.applied(engine.lastOffset());
            }
        }
        if (!engine.isLive()) {
            throw new LogMismatchException("the command at offset " + engine.target() + ", whose outcome is published, is not on the log");
        }
    }

    private void read(int partition, long from, long to, Predicate<CommandBatch> sink) {
        Batches batches = new Batches(sink);
        commands.read(partition, from, to, batches::add);
        batches.handOver();
    }

    /** Gathers commands on the thread that reads. */
    private static final class Batches {

        private final Predicate<CommandBatch> sink;
        private CommandBatch filling = new CommandBatch();

        Batches(Predicate<CommandBatch> sink) {
            this.sink = sink;
        }

        boolean add(long offset, byte @Nullable [] command) {
            filling.add(offset, command);
            return !filling.isFull() || handOver();
        }

        boolean handOver() {
            CommandBatch full = filling;
            filling = new CommandBatch();
            return full.size() == 0 || sink.test(full);
        }
    }

    private void apply(CommandBatch batch, PartitionEngine engine) {
        for (int i = 0; i < batch.size(); i++) {
            if (i % PartitionEngine.FORESEEN == 0) {
                batch.tell(engine, i);
            }
            try {
                engine.replay(batch.offset(i), batch.command(i));
            } catch (RuntimeException e) {
                throw new CommandFailedException(batch.offset(i), e);
            }
        }
    }
}
