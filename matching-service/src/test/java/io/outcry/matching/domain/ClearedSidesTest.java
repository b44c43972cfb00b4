// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClearedSidesTest {

    private static final int LISTING = 3;
    private static final int ACCOUNT = 5;

    private final ClearedSides cleared = new ClearedSides();

    @Test
    void bothSidesAreAsClearAsTheOneThatWasClearedFirst() {
        assertThat(before(Side.BUY)).isZero();
        cleared.clear(LISTING, ACCOUNT, Side.BUY, 70);
        assertThat(before(Side.BUY)).isEqualTo(70);
        assertThat(before(Side.SELL)).isZero();
        assertThat(before(Side.UNSPECIFIED)).isZero();
        cleared.clear(LISTING, ACCOUNT, Side.SELL, 80);
        assertThat(before(Side.UNSPECIFIED)).isEqualTo(70);
        cleared.clear(LISTING, ACCOUNT, Side.UNSPECIFIED, 90);
        assertThat(before(Side.BUY)).isEqualTo(90);
        assertThat(before(Side.SELL)).isEqualTo(90);
        assertThat(cleared.before(LISTING, ACCOUNT + 1, Side.BUY)).isZero();
        assertThat(cleared.before(LISTING + 1, ACCOUNT, Side.BUY)).isZero();
    }

    /** However many accounts there are. */
    @Test
    void itForgetsRatherThanGrows() {
        cleared.clear(LISTING, ACCOUNT, Side.BUY, 70);
        for (int account = ACCOUNT + 1; account <= ACCOUNT + 65_536; account++) {
            cleared.clear(LISTING, account, Side.BUY, 80);
        }
        assertThat(before(Side.BUY)).isZero();
        assertThat(cleared.before(LISTING, ACCOUNT + 65_536, Side.BUY)).isEqualTo(80);
    }

    private long before(Side side) {
        return cleared.before(LISTING, ACCOUNT, side);
    }
}
