// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a book is measured on: the five scenarios of the public workload, and random ids over a small and a large book. */
public enum Scenario {

    /** The mid price stands still; the book is deep and narrow, and nearly nothing trades. */
    STATIC("static", 0, 0),
    /** A quiet day. */
    NORMAL("normal", 0.15, 0.02),
    /** The price ends a quarter away. */
    SWING_25("swing-25", 0.5, 0.25),
    /** The price ends two fifths away. */
    SWING_40("swing-40", 0.5, 0.40),
    /** The price ends three fifths away; the book is thin and wide. */
    FLASH_CRASH("flash-crash", 0.5, 0.60),
    /** Random ids over 1,000 resting orders. */
    RANDOM_1000("random-1000", 1_000),
    /** Random ids over 1,000,000 resting orders. */
    RANDOM_1000000("random-1000000", 1_000_000);

    private final String label;
    private final double volatility;
    private final double swing;
    private final int resting;

    Scenario(String label, double volatility, double swing) {
        this.label = label;
        this.volatility = volatility;
        this.swing = swing;
        this.resting = 0;
    }

    Scenario(String label, int resting) {
        this.label = label;
        this.volatility = 0;
        this.swing = 0;
        this.resting = resting;
    }

    /** The five scenarios that hashes are published for. */
    public static List<Scenario> published() {
        return Arrays.stream(values()).filter(Scenario::isPublished).toList();
    }

    /** The scenario of this name. */
    public static Optional<Scenario> named(String label) {
        return Arrays.stream(values()).filter(scenario -> scenario.label.equals(label)).findFirst();
    }

    /** The name on the command line and in tables. */
    public String label() {
        return label;
    }

    /** Whether this is one of the public five. */
    public boolean isPublished() {
        return resting == 0;
    }

    /**
     * The messages of this scenario, the same for the same seed and count always.
     *
     * @param seed  32 bits, read as unsigned
     * @param count new orders of a public scenario, timed messages of a random one
     * @param books opens a correct book to draw random ids with
     */
    public MessageStream messages(int seed, int count, BookUnderTest.Factory books) {
        return isPublished()
                ? PublicWorkload.generate(seed, count, volatility, swing)
                : RandomIdWorkload.generate(seed, resting, count, books);
    }
}
