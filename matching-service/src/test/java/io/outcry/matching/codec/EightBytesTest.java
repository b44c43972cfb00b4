// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EightBytesTest {

    @Test
    void bits_are_spread_and_gathered_as_the_library_does() {
        Random random = new Random(23);
        for (int i = 0; i < 100_000; i++) {
            long bits = random.nextLong() >>> random.nextInt(Long.SIZE);
            long spread = Long.expand(bits, EightBytes.SEVEN_BITS);
            assertThat(EightBytes.spread(bits)).isEqualTo(spread).isEqualTo(EightBytes.spreadInSteps(bits));
            assertThat(EightBytes.gathered(spread)).isEqualTo(bits << 8 >>> 8).isEqualTo(EightBytes.gatheredInSteps(spread));
        }
    }

    @Test
    void there_are_zeros_behind_the_end_and_behind_what_is_asked_for() {
        byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        assertThat(EightBytes.get(bytes, 2)).isEqualTo(0x0A09_0807_0605_0403L);
        assertThat(EightBytes.upToEnd(bytes, 2)).isEqualTo(0x0A09_0807_0605_0403L);
        assertThat(EightBytes.upToEnd(bytes, 7)).isEqualTo(0x0A_0908L);
        assertThat(EightBytes.first(bytes, 0, 3)).isEqualTo(0x03_0201L);
        assertThat(EightBytes.first(bytes, 9, 8)).isEqualTo(0x0AL);
        assertThat(EightBytes.first(bytes, 1, 8)).isEqualTo(0x0908_0706_0504_0302L);
    }
}
