// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import io.outcry.matching.codec.CommandReader;
import io.outcry.matching.codec.CommandRows;
import io.outcry.matching.snapshot.ReadAhead;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The second half of a recovery: the replay, in silence, of what lies between an engine and the last published outcome. */
public final class CatchUp {

    /** Batches that wait to be filled again at most: a few more than are on their way. */
    private static final int SPARE_BATCHES = 32;

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
        Queue<CommandBatch> spare = new ArrayBlockingQueue<>(SPARE_BATCHES);
        ReadAhead.Reading<CommandBatch> reading = sink -> read(partition, engine.lastOffset() + 1, engine.target() + 1, spare, sink);
        try (ReadAhead.Coming<CommandBatch> batches = ahead.begin(reading)) {
            while (batches.hasNext()) {
                CommandBatch batch = batches.next();
                apply(batch, engine);
                spare.offer(batch);
                progress.applied(engine.lastOffset());
            }
        }
        // From here on the engine reads by itself, and need not keep what the last batch was about.
        engine.take(new CommandRows(0));
        if (!engine.isLive()) {
            throw new LogMismatchException("the command at offset " + engine.target() + ", whose outcome is published, is not on the log");
        }
    }

    private void read(int partition, long from, long to, Queue<CommandBatch> spare, Predicate<CommandBatch> sink) {
        Batches batches = new Batches(spare, sink);
        commands.read(partition, from, to, batches::add);
        batches.handOver();
    }

    /** Gathers commands on the thread that reads. */
    private static final class Batches {

        private final CommandReader reader = new CommandReader();
        private final Queue<CommandBatch> spare;
        private final Predicate<CommandBatch> sink;
        private CommandBatch filling;

        Batches(Queue<CommandBatch> spare, Predicate<CommandBatch> sink) {
            this.spare = spare;
            this.sink = sink;
            filling = empty();
        }

        boolean add(long offset, byte @Nullable [] command) {
            filling.add(offset, command, reader);
            return !filling.isFull() || handOver();
        }

        boolean handOver() {
            CommandBatch full = filling;
            if (full.size() == 0) {
                return true;
            }
            filling = empty();
            return sink.test(full);
        }

        private CommandBatch empty() {
            CommandBatch used = spare.poll();
            CommandBatch empty = used == null ? new CommandBatch() : used;
            empty.begin(reader);
            return empty;
        }
    }

    private void apply(CommandBatch batch, PartitionEngine engine) {
        engine.take(batch.rows());
        for (int i = 0; i < batch.size(); i++) {
            if (i % PartitionEngine.FORESEEN == 0) {
                engine.expect(i, Math.min(batch.size(), i + PartitionEngine.FORESEEN));
            }
            try {
                engine.replay(batch.offset(i), i);
            } catch (RuntimeException e) {
                throw new CommandFailedException(batch.offset(i), e);
            }
        }
    }
}
