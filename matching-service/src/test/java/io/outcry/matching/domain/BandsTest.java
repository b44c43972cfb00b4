// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The widest distance that a band holds is the last one it holds, without division or loss on either way. */
class BandsTest {

    private static final long SEED = 23;

    @ParameterizedTest
    @CsvSource(textBlock = """
            10000,               1,          1
            9999,                1,          0
            19999,               1,          1
            100,                 10000,      100
            100,                 25000,      250
            9223372036854775807, 1,          922337203685477
            9223372036854775807, 10000,      9223372036854775807
            9223372036854775807, 2147483647, 9223372036854775807
            184467440737095517,  1000000,    9223372036854775807
            92233720368547759,   1000000,    9223372036854775807
            92233720368547758,   1000000,    9223372036854775800
            """)
    void aBandIsAsWideAsItsPartOfTheReference(long reference, int bps, long width) {
        assertThat(Bands.width(reference, bps)).isEqualTo(width);
    }

    @Test
    void aBandEndsWhereItsWidthSays() {
        Random random = new Random(SEED);
        for (int i = 0; i < 100_000; i++) {
            long reference = random.nextLong() >>> 1 + random.nextInt(62) | 1;
            int bps = 1 + (random.nextInt() >>> 1 + random.nextInt(30));
            long width = Bands.width(reference, bps);
            String what = "seed " + SEED + ", " + bps + " parts of " + reference;
            long above = Math.min(width, Long.MAX_VALUE - reference);
            assertThat(Bands.holds(reference + above, reference, bps)).as(what).isTrue();
            assertThat(above < width || above == Long.MAX_VALUE - reference || !Bands.holds(reference + above + 1, reference, bps))
                    .as(what)
                    .isTrue();
            assertThat(width >= reference || Bands.holds(reference - width, reference, bps)).as(what).isTrue();
            assertThat(width + 1 >= reference || width == Long.MAX_VALUE || !Bands.holds(reference - width - 1, reference, bps))
                    .as(what)
                    .isTrue();
        }
    }
}
