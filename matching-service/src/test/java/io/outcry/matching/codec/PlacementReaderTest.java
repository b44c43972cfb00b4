// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.Side;
import io.outcry.matching.domain.ClientOrderId;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.NewOrder;
import io.outcry.matching.domain.UnknownEngineVersionException;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reading a placement without its message means the same as reading it with. */
class PlacementReaderTest {

    private static final int PARTITION = 2;
    private static final byte[] PLACED = WireCommands.place(7, WireCommands.limit("alice", Side.SIDE_BUY, 5, 100)).toByteArray();

    private final NumberedNames accounts = new NumberedNames();
    private final NumberedNames symbols = new NumberedNames();
    private final PlacementReader reader = new PlacementReader(accounts, symbols);

    @Test
    void placementsAsGatewaysWriteThemNeedNoMessage() {
        RandomWireCommands commands = new RandomWireCommands(11, PARTITION, 0);
        int placements = 0;
        int read = 0;
        for (int i = 0; i < 5_000; i++) {
            OrderCommand command = commands.next();
            placements += command.hasPlace() ? 1 : 0;
            boolean usual = reader.read(command.toByteArray(), new NewOrder());
            assertThat(usual && !command.hasPlace()).as("%s is taken for a placement", command).isFalse();
            read += usual ? 1 : 0;
        }
        assertThat(read).isGreaterThan(placements * 9 / 10);
    }

    @Test
    void anyBytesLeadToTheSameOutcomeOrAreAsUndecodableAsTheyAreByWayOfTheMessage() {
        for (long seed = 1; seed <= 2; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            RandomWireCommands commands = new RandomWireCommands(seed, PARTITION, 0);
            CommandApplier direct = new CommandApplier(new MatchingEngine(PARTITION, EngineLimits.STANDARD));
            CommandApplier byMessage = new CommandApplier(new MatchingEngine(PARTITION, EngineLimits.STANDARD));
            OutcomeEncoder encoder = new OutcomeEncoder();
            for (int offset = 0; offset < 10_000; offset++) {
                byte[] value = DamagedBytes.of(commands.next().toByteArray(), random);
                byte @Nullable [] expected = attempt(byMessage, offset, value, encoder, true);
                byte @Nullable [] outcome = attempt(direct, offset, value, encoder, false);
                assertThat(outcome).as("seed %d, offset %d: %s", seed, offset, Arrays.toString(value)).isEqualTo(expected);
                assertThat(direct.kind()).isEqualTo(byMessage.kind());
            }
        }
    }

    @Test
    void whatIsUnusualIsLeftToTheMessageAndNumbersNoName() {
        PlaceOrder.Builder order = WireCommands.limit("alice", Side.SIDE_BUY, 5, 100);
        List<byte[]> unusual = List.of(
                new byte[0],
                WireCommands.cancel(7, "alice", 9).toByteArray(),
                WireCommands.place(7, order.clone().setAccount("\u00e4lice")).toByteArray(),
                WireCommands.place(7, order.clone().setClientOrderId("no id")).toByteArray(),
                WireCommands.place(7, order.clone().setClientOrderId("i".repeat(ClientOrderId.MAX_LENGTH + 1))).toByteArray(),
                WireCommands.place(7, order.clone().setSideValue(9)).toByteArray(),
                WireCommands.place(7, order.clone().setTypeValue(-1)).toByteArray(),
                DamagedBytes.joined(PLACED, PLACED),
                longer(PLACED, 1L << Integer.SIZE),
                backwards(order),
                DamagedBytes.joined(PLACED, new byte[]{(byte) 0xF8, 7, 1}),
                Arrays.copyOf(PLACED, PLACED.length - 1));
        NewNames added = new NewNames();
        accounts.begin(added);
        symbols.begin(added);
        for (byte[] value : unusual) {
            assertThat(reader.read(value, new NewOrder())).as(Arrays.toString(value)).isFalse();
            assertThat(added.size()).isZero();
        }
        assertThat(reader.read(PLACED, new NewOrder())).isTrue();
        assertThat(added.size()).isEqualTo(2);
    }

    /** A record that says its placement is so much longer than it is. */
    private static byte[] longer(byte[] placed, long more) {
        byte[] time = Arrays.copyOf(placed, 2);
        byte[] order = Arrays.copyOfRange(placed, 4, placed.length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(time);
        out.write(placed[2]);
        for (long rest = order.length + more; rest != 0; rest >>>= 7) {
            out.write((int) (rest & 0x7F | (rest > 0x7F ? 0x80 : 0)));
        }
        out.writeBytes(order);
        return out.toByteArray();
    }

    /** A record with the time behind the placement. */
    private static byte[] backwards(PlaceOrder.Builder order) {
        return DamagedBytes.joined(
                OrderCommand.newBuilder().setPlace(order).build().toByteArray(),
                OrderCommand.newBuilder().setTimeUs(7).build().toByteArray());
    }

    /** Null: it cannot be applied. */
    private static byte @Nullable [] attempt(
            CommandApplier applier, long offset, byte[] value, OutcomeEncoder encoder, boolean byMessage) {
        try {
            return OutcomeBytes.of(encoder, byMessage ? applier.apply(offset, WireCommand.parse(value)) : applier.apply(offset, value));
        } catch (UndecodableCommandException | UnknownEngineVersionException refused) {
            return null;
        }
    }
}
