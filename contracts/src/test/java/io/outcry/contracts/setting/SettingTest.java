// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.setting;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SettingTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void bothEndsAreInTheRange() {
        assertThatCode(() -> {
            Setting.between("a.number", 1, 1, 9);
            Setting.between("a.number", 9, 1, 9);
            Setting.between("a.time", MINUTE, SECOND, MINUTE);
            Setting.atLeast("a.number", 1, 1);
        }).doesNotThrowAnyException();
    }

    @Test
    void whatIsOutsideIsToldByNameWithWhatItMayBe() {
        assertRefused(() -> Setting.between("a.number", 0, 1, 9), "a.number must be 1 to 9, not 0");
        assertRefused(() -> Setting.between("a.number", 10, 1, 9), "a.number must be 1 to 9, not 10");
        assertRefused(() -> Setting.between("a.time", Duration.ZERO, SECOND, MINUTE), "a.time must be PT1S to PT1M, not PT0S");
        assertRefused(() -> Setting.between("a.part", Double.NaN, 0.0, 1.0), "a.part must be 0.0 to 1.0, not NaN");
        assertRefused(() -> Setting.atLeast("a.number", 0, 1), "a.number must be at least 1, not 0");
    }

    private static void assertRefused(ThrowingCallable check, String message) {
        assertThatIllegalArgumentException().isThrownBy(check).withMessage(message);
    }
}
