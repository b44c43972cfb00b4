// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EightBytesTest {

    @Test
    void bitsAreSpreadSevenToAByteAndGatheredAgain() {
        assertThat(EightBytes.spread(0x3FFF)).isEqualTo(0x7F7F);
        assertThat(EightBytes.spread(300)).isEqualTo(0x022C);
        Random random = new Random(23);
        for (int i = 0; i < 10_000; i++) {
            long bits = random.nextLong() >>> 8 + random.nextInt(56);
            assertThat(EightBytes.gathered(EightBytes.spread(bits) | ~EightBytes.SEVEN_BITS)).isEqualTo(bits);
        }
    }

    @Test
    void thereAreZerosBehindTheEndAndBehindWhatIsAskedFor() {
        byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        assertThat(EightBytes.get(bytes, 2)).isEqualTo(0x0A09_0807_0605_0403L);
        assertThat(EightBytes.upToEnd(bytes, 2)).isEqualTo(0x0A09_0807_0605_0403L);
        assertThat(EightBytes.upToEnd(bytes, 7)).isEqualTo(0x0A_0908L);
        assertThat(EightBytes.first(bytes, 0, 3)).isEqualTo(0x03_0201L);
        assertThat(EightBytes.first(bytes, 9, 8)).isEqualTo(0x0AL);
        assertThat(EightBytes.first(bytes, 1, 8)).isEqualTo(0x0908_0706_0504_0302L);
    }
}
