// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Names have numbers in the order in which they first came, however many there are and however often they come. */
class NumberedNamesTest {

    private static final int NAMES = 20_000;

    private final NumberedNames names = new NumberedNames();
    private final NewNames added = new NewNames();

    @Test
    void aNameThatComesAgainHasItsNumberStill() {
        names.begin(added);
        for (int i = 0; i < NAMES; i++) {
            assertThat(number("name-" + i)).isEqualTo(i);
        }
        assertThat(added.size()).isEqualTo(NAMES);
        assertThat(added.get(7)).isEqualTo("name-7");
        names.begin(added);
        assertThat(added.first()).isEqualTo(NAMES);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < NAMES; i++) {
            int name = random.nextInt(NAMES);
            assertThat(number("name-" + name)).isEqualTo(name);
        }
        assertThat(added.size()).isZero();
    }

    @Test
    void theEmptyNameIsOneToo() {
        names.begin(added);
        assertThat(number("")).isZero();
        assertThat(number("\0")).isOne();
        assertThat(number("")).isZero();
        assertThat(added.get(0)).isEmpty();
    }

    @Test
    void theNumbersBeginAnewBetweenRowsAndNotWithin() {
        names.begin(added);
        for (int i = 0; i <= NumberedNames.MOST; i++) {
            assertThat(number("name-" + i)).isEqualTo(i);
        }
        names.begin(added);
        assertThat(added.first()).isZero();
        assertThat(number("name-" + NumberedNames.MOST)).as("the one that came last").isZero();
        assertThat(number("name-4")).isOne();
        assertThat(added.size()).isEqualTo(2);
    }

    private int number(String name) {
        byte[] bytes = ("before--" + name).getBytes(StandardCharsets.US_ASCII);
        return names.number(bytes, Long.BYTES, name.length());
    }
}
