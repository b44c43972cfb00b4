// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Seeded random commands through the codec. */
class SameBytesTest {

    private static final int PARTITION = 2;
    private static final int COMMANDS = 3_000;
    private static final int SEEDS = 10;
    private static final EngineLimits SMALL = new EngineLimits(60, 40, 64, 4, 2, 30, 2);

    private final OutcomeEncoder encoder = new OutcomeEncoder();

    @Test
    void twoEnginesGiveTheSameCommandsTheSameBytes() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            List<byte[]> log = log(seed);
            EngineLimits limits = seed % 2 == 0 ? SMALL : EngineLimits.STANDARD;
            WireEngine live = new WireEngine(PARTITION, limits);
            WireEngine replay = new WireEngine(PARTITION, limits);
            List<byte[]> outcomes = new ArrayList<>();
            for (int offset = 0; offset < COMMANDS; offset++) {
                outcomes.add(live.apply(offset, log.get(offset)));
            }
            for (int offset = 0; offset < COMMANDS; offset++) {
                assertThat(replay.apply(offset, log.get(offset))).as("seed %d, offset %d", seed, offset).isEqualTo(outcomes.get(offset));
            }
        }
    }

    @Test
    void outcomesAreWrittenAsTheMessagesOwnBuildersWriteThem() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            EngineLimits limits = seed % 2 == 0 ? SMALL : EngineLimits.STANDARD;
            CommandApplier applier = new CommandApplier(new MatchingEngine(PARTITION, limits));
            List<byte[]> log = log(seed);
            for (int offset = 0; offset < COMMANDS; offset++) {
                CommandOutcome outcome = applier.apply(offset, WireCommand.parse(log.get(offset)));
                assertThat(OutcomeBytes.of(encoder, outcome)).as("seed %d, offset %d", seed, offset)
                        .isEqualTo(OutcomeBuilder.encode(outcome));
            }
        }
    }

    @Test
    void aNameBeyondAsciiIsWrittenAsTheBuilderWritesIt() {
        CommandApplier applier = new CommandApplier(new MatchingEngine(PARTITION, SMALL));
        CommandOutcome outcome = applier.apply(0, WireCommand.parse(WireCommand.tick("\u00fc-\u20ac-\ud83d\ude00", 7)));
        assertThat(OutcomeBytes.of(encoder, outcome)).isEqualTo(OutcomeBuilder.encode(outcome));
    }

    /** What a stream does not reach is not compared either. */
    @Test
    void theStreamIsRichEnoughToMeetEveryAnswer() throws InvalidProtocolBufferException {
        Set<RejectCode> rejects = EnumSet.noneOf(RejectCode.class);
        Set<OrderStatus> statuses = EnumSet.noneOf(OrderStatus.class);
        Set<CommandKind> applied = EnumSet.noneOf(CommandKind.class);
        int trades = 0;
        int repeats = 0;
        int stops = 0;
        int crossedAuctions = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            WireEngine engine = new WireEngine(PARTITION, seed % 2 == 0 ? SMALL : EngineLimits.STANDARD);
            int offset = 0;
            for (byte[] command : log(seed)) {
                Outcome outcome = Outcome.parseFrom(engine.apply(offset++, command));
                rejects.add(outcome.getReject());
                outcome.getOrdersList().stream().map(OrderReport::getStatus).forEach(statuses::add);
                if (outcome.getReject() == RejectCode.REJECT_CODE_UNSPECIFIED) {
                    applied.add(WireCommand.parse(command).kind());
                }
                trades += outcome.getTradesCount();
                repeats += outcome.getRepeatOfSequence() == 0 ? 0 : 1;
                stops += outcome.getStopsActivated();
                crossedAuctions += outcome.getAuction().getVolume() > 0 ? 1 : 0;
            }
        }
        assertThat(applied).isEqualTo(EnumSet.allOf(CommandKind.class));
        assertThat(rejects).isEqualTo(EnumSet.complementOf(EnumSet.of(RejectCode.UNRECOGNIZED)));
        assertThat(statuses)
                .isEqualTo(EnumSet.complementOf(EnumSet.of(OrderStatus.ORDER_STATUS_UNSPECIFIED, OrderStatus.UNRECOGNIZED)));
        assertThat(trades).isGreaterThan(3_000);
        assertThat(repeats).isGreaterThan(50);
        assertThat(stops).isGreaterThan(500);
        assertThat(crossedAuctions).isGreaterThan(50);
    }

    private static List<byte[]> log(long seed) {
        RandomWireCommands commands = new RandomWireCommands(seed, PARTITION, 0);
        List<byte[]> log = new ArrayList<>();
        for (int i = 0; i < COMMANDS; i++) {
            log.add(commands.next().toByteArray());
        }
        return log;
    }
}
