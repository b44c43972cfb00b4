// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.PlaceOrder;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * As {@link RandomWireCommands}, with all that can be the matter with a name: accounts and symbols that are new, empty, too long or not in
 * ASCII, symbols that are defined later, ids that are invalid, long or used before; and some bytes that are no command.
 */
public final class OddWireCommands {

    private static final int LATER_SYMBOLS = 40;
    private static final int MANY_ACCOUNTS = 6_000;

    private final RandomWireCommands ordinary;
    private final SplittableRandom random;
    private final boolean damages;
    private long timeUs;

    /** @param damages whether some are damaged, and then most likely undecodable */
    public OddWireCommands(long seed, int partition, boolean damages) {
        ordinary = new RandomWireCommands(seed, partition, 0);
        random = new SplittableRandom(~seed);
        this.damages = damages;
    }

    /** The value of the next record. */
    public byte @Nullable [] next() {
        OrderCommand command = ordinary.next();
        timeUs = command.getTimeUs();
        if (random.nextInt(100) == 0) {
            return WireCommands.define(timeUs, WireCommands.rules().setSymbol(laterSymbol())).toByteArray();
        }
        byte[] value = (command.hasPlace() && random.nextInt(3) == 0 ? odd(command.getPlace().toBuilder()) : command).toByteArray();
        if (!damages || random.nextInt(10) != 0) {
            return value;
        }
        return random.nextInt(10) == 0 ? null : DamagedBytes.of(value, random);
    }

    private OrderCommand odd(PlaceOrder.Builder order) {
        switch (random.nextInt(8)) {
            case 0 -> order.setAccount("trader-" + random.nextInt(MANY_ACCOUNTS));
            case 1 -> order.setAccount("n".repeat(random.nextInt(4) == 0 ? 0 : random.nextInt(60, 150)));
            case 2 -> order.setAccount(random.nextBoolean() ? "\u00e4lice" : "alic\u0001e");
            case 3, 4 -> order.setSymbol(laterSymbol());
            case 5 -> order.setSymbol(random.nextBoolean() ? "" : "\u20ac-USD".repeat(random.nextInt(1, 30)));
            case 6 -> order.setClientOrderId(random.nextBoolean() ? "no id" : "i".repeat(random.nextInt(37, 140)));
            default -> order.setClientOrderId("i".repeat(random.nextInt(1, 36)) + random.nextInt(5));
        }
        return WireCommands.place(timeUs, order);
    }

    private String laterSymbol() {
        return "LATER-" + random.nextInt(LATER_SYMBOLS);
    }
}
