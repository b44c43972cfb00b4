// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AccountLimitsTest {

    /** Clocks of this kind may begin anywhere: it passes the largest number on the way. */
    private long now = Long.MAX_VALUE - 10;

    @Test
    void anAccountHasNoMoreOnItsWayThanItMay() {
        AccountLimits limits = new AccountLimits(2, 0, 1, () -> now);
        assertThat(limits.begin("alice")).isTrue();
        assertThat(limits.begin("alice")).isTrue();
        assertThat(limits.begin("alice")).isFalse();
        assertThat(limits.begin("bob")).as("another account has room of its own").isTrue();
        limits.end("alice");
        assertThat(limits.begin("alice")).as("what has ended makes room").isTrue();
        assertThat(limits.begin("alice")).as("what was refused took none").isFalse();
    }

    @Test
    void severalCommandsAreTakenTogetherOrNotAtAll() {
        AccountLimits limits = new AccountLimits(5, 1, 7, () -> now);
        assertThat(limits.begin("alice", 3)).isTrue();
        assertThat(limits.begin("alice", 3)).as("two places are left").isFalse();
        assertThat(limits.begin("alice", 2)).as("what was refused took none").isTrue();
        for (int i = 0; i < 5; i++) {
            limits.end("alice");
        }
        assertThat(limits.begin("alice", 3)).as("two of a burst are left").isFalse();
        assertThat(limits.begin("alice", 2)).isTrue();
        passes(2_999);
        assertThat(limits.begin("alice", 3)).as("before three seconds").isFalse();
        passes(1);
        assertThat(limits.begin("alice", 3)).as("after them").isTrue();
    }

    @Test
    void withoutARateAnAccountComesAsFastAsItLikes() {
        AccountLimits limits = new AccountLimits(1, 0, 3, () -> now);
        assertThat(admitted(limits, "alice", 1_000)).isEqualTo(1_000);
    }

    @Test
    void anAccountComesNoFasterThanItMay() {
        AccountLimits limits = new AccountLimits(100, 4, 3, () -> now);
        assertThat(admitted(limits, "alice", 10)).as("a burst").isEqualTo(3);
        passes(249);
        assertThat(admitted(limits, "alice", 10)).as("before a quarter of a second").isZero();
        passes(1);
        assertThat(admitted(limits, "alice", 10)).as("after it").isEqualTo(1);
        passes(500);
        assertThat(admitted(limits, "alice", 10)).as("half a second later").isEqualTo(2);
        passes(60_000);
        assertThat(admitted(limits, "alice", 10)).as("a pause saves up a burst and no more").isEqualTo(3);
        assertThat(admitted(limits, "bob", 10)).as("another account").isEqualTo(3);
    }

    @Test
    void whoIsRefusedIsToldWhenItWillBePossible() {
        AccountLimits limits = new AccountLimits(100, 0.25, 3, () -> now);
        assertThat(admitted(limits, "alice", 4)).isEqualTo(3);
        assertThat(limits.retryAfter("alice", 1)).hasSeconds(4);
        assertThat(limits.retryAfter("alice", 2)).hasSeconds(8);
        passes(1_500);
        assertThat(limits.retryAfter("alice", 1)).hasMillis(2_500);
        passes(2_500);
        assertThat(limits.begin("alice")).isTrue();
        assertThat(limits.retryAfter("bob", 1)).as("nothing is known of his rate").hasSeconds(1);
    }

    @Test
    void aShortPauseSavesUpNoMoreThanABurstEither() {
        AccountLimits limits = new AccountLimits(100, 4, 3, () -> now);
        assertThat(admitted(limits, "alice", 1)).isEqualTo(1);
        passes(700);
        assertThat(admitted(limits, "alice", 10)).isEqualTo(3);
    }

    @Test
    void whatIsRefusedForItsNumberDoesNotCountAsSent() {
        AccountLimits limits = new AccountLimits(1, 1, 2, () -> now);
        assertThat(limits.begin("alice")).isTrue();
        assertThat(limits.begin("alice")).isFalse();
        limits.end("alice");
        assertThat(limits.begin("alice")).isTrue();
    }

    @Test
    void nothingIsKeptOfAccountsThatAreGone() {
        AccountLimits limits = new AccountLimits(10, 100, 10, () -> now);
        for (int i = 0; i < 100_000; i++) {
            assertThat(admitted(limits, "account-" + i, 1)).isEqualTo(1);
            passes(1);
        }
        assertThat(limits.size()).isBetween(1, 1_000);
    }

    private static int admitted(AccountLimits limits, String account, int tries) {
        int admitted = 0;
        for (int i = 0; i < tries; i++) {
            if (limits.begin(account)) {
                admitted++;
                limits.end(account);
            }
        }
        return admitted;
    }

    private void passes(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
