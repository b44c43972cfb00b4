// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import io.outcry.matching.codec.MessageJson;
import io.outcry.matching.codec.OutcomeHead;
import io.outcry.matching.recovery.AppliedCommand;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.PartitionEngine;
import io.outcry.matching.recovery.Recovered;
import io.outcry.matching.snapshot.StateHash;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Plays a range of commands again, from the state that it is given. */
final class Replay {

    private final Logs logs;
    private final PartitionEngine engine;
    private final long start;
    private final long from;
    private final long to;
    private final @Nullable Consumer<String> commandLines;
    private final @Nullable Consumer<String> outcomeLines;
    private long commands;
    private long compared;
    private long unpublished;
    private long chains;
    private @Nullable String difference;

    /**
     * @param begin an engine from before {@code from}, with nothing that counts as published
     * @param commandLines takes the commands of the range as JSON; null: nobody
     * @param outcomeLines takes the outcomes of the range as JSON; null: nobody
     */
    Replay(
            Logs logs,
            Recovered begin,
            long from,
            long to,
            @Nullable Consumer<String> commandLines,
            @Nullable Consumer<String> outcomeLines) {
        this.logs = logs;
        engine = new PartitionEngine(begin);
        start = begin.nextOffset();
        this.from = from;
        this.to = to;
        this.commandLines = commandLines;
        this.outcomeLines = outcomeLines;
    }

    /** Applies all commands of the range, and what lies before it; ends at the first difference. */
    ReplayReport run() throws IOException {
        // Without repetitions an outcome stands at its sequence less one, with them further back.
        PublishedOutcomes published = new PublishedOutcomes(logs.outcomes(engine.engine().sequence()));
        boolean comparable = logs.outcomes(0).hasNext();
        Iterator<LogEntry> entries = logs.commands(start);
        boolean whole = true;
        while (difference == null && entries.hasNext() && whole) {
            LogEntry entry = entries.next();
            whole = entry.offset() < to;
            if (whole) {
                apply(entry, comparable ? published : null);
            }
        }
        if (difference == null && comparable && whole) {
            requireNothingMore(published);
        }
        String chain = HexFormat.of().toHexDigits(engine.point().chain());
        String state = HexFormat.of().formatHex(StateHash.of(engine.engine().freeze()));
        return new ReplayReport(
                start, commands, compared, unpublished, published.duplicates(), chains, chain, state, difference);
    }

    private void apply(LogEntry entry, @Nullable PublishedOutcomes published) {
        AppliedCommand applied = engine.apply(entry.offset(), entry.value());
        byte[] command = entry.value();
        if (applied == null || command == null) {
            throw new IllegalStateException("the command at offset " + entry.offset() + " came twice");
        }
        commands++;
        boolean counts = entry.offset() >= from;
        if (counts && commandLines != null) {
            commandLines.accept(line(entry.offset(), "command", MessageJson.command(command)));
        }
        if (counts && outcomeLines != null) {
            outcomeLines.accept(line(entry.offset(), "outcome", MessageJson.outcome(applied.value())));
        }
        if (published != null) {
            compare(entry.offset(), applied, published, counts);
        }
    }

    private void requireNothingMore(PublishedOutcomes published) {
        long beyond = published.beyond();
        if (beyond >= 0) {
            difference = "offset " + beyond + ": there is an outcome on the log that no command, or another outcome, stands for";
        }
    }

    private void compare(long offset, AppliedCommand applied, PublishedOutcomes published, boolean counts) {
        ChainPoint chain = applied.chain();
        switch (published.compare(offset, applied.value(), chain == null ? null : chain.header())) {
            case SAME -> {
                compared += counts ? 1 : 0;
                chains += counts && chain != null ? 1 : 0;
            }
            case NOT_PUBLISHED -> unpublished++;
            case DIFFERENT -> difference = "offset " + offset + ": replay gives outcome " + OutcomeHead.of(applied.value()).sequence()
                    + (chain == null ? "" : " with the hash chain " + chain) + ", which is not what stands on the log: "
                    + MessageJson.outcome(applied.value());
        }
    }

    private static String line(long offset, String what, String json) {
        return "{\"offset\":\"" + offset + "\",\"" + what + "\":" + json + "}";
    }
}
