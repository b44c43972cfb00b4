// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortTest {

    /** So many that two would be the same many times over, if chance alone chose. */
    private static final int MANY = 2_000;
    /** From here on Linux gives ports out. */
    private static final int EPHEMERAL = 32_768;

    @Test
    void noneIsPickedTwiceAndNoneTheSystemGivesOut() {
        assertThat(IntStream.range(0, MANY).map(_ -> FreePort.pick())).doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).isBetween(1_024, EPHEMERAL - 1));
    }
}
