// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;

/** An engine between bytes and bytes, as a partition runs it; offsets count from 0. */
public final class WireEngine {

    private final MatchingEngine engine;
    private final CommandApplier applier;
    private final OutcomeEncoder encoder = new OutcomeEncoder();
    private long nextOffset;

    public WireEngine(int partition, EngineLimits limits) {
        engine = new MatchingEngine(partition, limits);
        applier = new CommandApplier(engine);
    }

    /** Goes on with an engine that was restored. */
    public WireEngine(MatchingEngine restored) {
        engine = restored;
        applier = new CommandApplier(engine);
        nextOffset = restored.lastOffset() + 1;
    }

    public MatchingEngine engine() {
        return engine;
    }

    /** The bytes of a command's outcome. */
    public byte[] apply(long offset, byte[] command) {
        nextOffset = offset + 1;
        return OutcomeBytes.of(encoder, applier.apply(offset, command));
    }

    /** The outcome of the command at the next offset, off the wire again. */
    public Outcome apply(OrderCommand command) {
        try {
            return Outcome.parseFrom(apply(nextOffset, command.toByteArray()));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }
}
