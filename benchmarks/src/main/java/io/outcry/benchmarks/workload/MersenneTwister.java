// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

/**
 * The generator {@code std::mt19937} (Matsumoto and Nishimura, 1998) and the four distributions that the public workload draws from it.
 * The transcendental functions are {@link StrictMath}'s, so a stream is the same on every platform.
 */
public final class MersenneTwister {

    private static final int SIZE = 624;
    private static final int SHIFT = 397;
    private static final double SMALLEST = 1e-300;

    private final int[] state = new int[SIZE];
    private int next = SIZE;

    /** @param seed 32 bits, read as unsigned */
    public MersenneTwister(int seed) {
        state[0] = seed;
        for (int i = 1; i < SIZE; i++) {
            state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
        }
    }

    /** The next 32 bits, to be read as unsigned. */
    public int nextWord() {
        if (next == SIZE) {
            twist();
        }
        int y = state[next++];
        y ^= y >>> 11;
        y ^= (y << 7) & 0x9d2c5680;
        y ^= (y << 15) & 0xefc60000;
        return y ^ (y >>> 18);
    }

    /** Uniform in [0, 1) with 53 bits; two words, the first one the higher. */
    public double uniform() {
        long high = nextWord() >>> 5;
        long low = nextWord() >>> 6;
        return (high * 0x1p26 + low) / 0x1p53;
    }

    /** Uniform from {@code low} to {@code high}, both included. */
    public int uniform(int low, int high) {
        return low + (int) (uniform() * (high - low + 1.0));
    }

    /** Standard normal: the cosine branch of Box and Muller, two uniforms a draw. */
    public double normal() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(Math.max(uniform(), SMALLEST)));
        return radius * StrictMath.cos(2 * Math.PI * uniform());
    }

    /** Exponential with the given rate, by inversion. */
    public double exponential(double rate) {
        return -StrictMath.log(Math.max(uniform(), SMALLEST)) / rate;
    }

    private void twist() {
        for (int i = 0; i < SIZE; i++) {
            int y = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7fffffff);
            state[i] = state[(i + SHIFT) % SIZE] ^ (y >>> 1) ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
        }
        next = 0;
    }
}
