// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistoryTest {

    private final History<String> history = new History<>(3);

    @Test
    void whoMissedWhatIsTooOldOrTooMuchIsToldSo() {
        history.cover(0);
        history.add(10, 1, "a");
        history.add(20, 1, "b");
        assertThat(history.since(1)).extracting(History.Entry::event).containsExactly("b");
        assertThat(history.at(10, 20)).isEqualTo(new Cursor(1, 10));

        history.evictBefore(System.nanoTime() + 1);
        assertThat(history.since(1)).isNull();
        assertThat(history.at(10, 20)).isNull();
        assertThat(history.since(2)).as("who has everything").isEmpty();
        assertThat(history.at(20, 20)).isEqualTo(new Cursor(2, 20));

        history.add(30, 2, "c");
        history.add(40, 2, "d");
        assertThat(history.since(3)).extracting(History.Entry::event).containsExactly("d");
        assertThat(history.since(2)).isNull();
    }

    @Test
    void asManyAreKeptAsTheLimitHasRoomFor() {
        history.cover(0);
        for (int i = 1; i <= 10; i++) {
            history.add(i, 1, Integer.toString(i));
        }
        assertThat(history.since(7)).extracting(History.Entry::event).containsExactly("8", "9", "10");
        assertThat(history.at(7, 10)).isNotNull();
        assertThat(history.since(6)).isNull();
        assertThat(history.at(6, 10)).isNull();
    }

    @Test
    void afterARestartNobodyGoesOnFromWhatWasBefore() {
        history.cover(0);
        history.add(10, 1, "a");
        history.add(20, 1, "b");
        history.restart(50);
        assertThat(history.all()).isEmpty();
        assertThat(history.since(1)).isNull();
        assertThat(history.since(2)).as("who had everything").isNull();
        assertThat(history.at(50, 50)).isEqualTo(new Cursor(3, 50));
        assertThat(history.at(49, 50)).isNull();
    }

    @Test
    void whatIsGoneIsNotCoveredByWhoSaysSoLater() {
        History<String> small = new History<>(2);
        for (int i = 1; i <= 5; i++) {
            small.add(10 * i, 1, Integer.toString(i));
        }
        small.cover(5);
        assertThat(small.at(12, 50)).isNull();
    }
}
