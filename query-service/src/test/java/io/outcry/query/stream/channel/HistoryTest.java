// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
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
    void whatIsTooOldGoesAndWhatCameAfterItStays() {
        history.add(10, 1, "a");
        long before = history.all().getFirst().addedNanos();
        while (System.nanoTime() == before) {
            Thread.onSpinWait();
        }
        history.add(20, 1, "b");
        history.evictBefore(history.all().getLast().addedNanos());
        assertThat(history.all()).extracting(History.Entry::event).containsExactly("b");
    }

    @Test
    void theNewestIsKeptWhateverItWeighs() {
        history.add(10, 1, "a");
        history.add(20, 99, "heavy");
        assertThat(history.all()).extracting(History.Entry::event).containsExactly("heavy");
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

    /** Whoever comes back names a sequence for each of a thousand channels, and hears where he is before anything is sent. */
    @Test
    void aPlaceIsFoundWithoutGoingThroughAllThatIsKept() {
        AtomicInteger looks = new AtomicInteger();
        for (int at : List.of(-1, 0, 2_047, 4_095, 9_000)) {
            looks.set(0);
            int upTo = History.upTo(at, 4_096, index -> {
                looks.incrementAndGet();
                return index;
            });
            assertThat(upTo).isEqualTo(Math.min(4_096, at + 1));
            assertThat(looks).hasValueLessThan(15);
        }
    }

    @Test
    void whatIsKeptIsWhatWasAddedLast() {
        Random random = new Random(11);
        History<String> some = new History<>(40);
        List<History.Entry<String>> naive = new ArrayList<>();
        some.cover(0);
        long sequence = 0;
        for (int step = 1; step < 5_000; step++) {
            sequence += 1 + random.nextInt(3);
            int weight = 1 + random.nextInt(5);
            some.add(sequence, weight, "e" + step);
            naive.add(new History.Entry<>(step, sequence, weight, 0, "e" + step));
            while (naive.size() > 1 && naive.stream().mapToInt(History.Entry::weight).sum() > 40) {
                naive.removeFirst();
            }
            assertThat(some.all()).extracting(History.Entry::event).isEqualTo(naive.stream().map(History.Entry::event).toList());
            long after = naive.getFirst().version() - 1 + random.nextInt(naive.size() + 1);
            assertThat(some.since(after)).extracting(History.Entry::version)
                    .isEqualTo(naive.stream().map(History.Entry::version).filter(version -> version > after).toList());
            long at = naive.getFirst().sequence() + random.nextInt((int) (sequence - naive.getFirst().sequence()) + 1);
            long seen = naive.stream().filter(entry -> entry.sequence() <= at).count();
            assertThat(some.at(at, sequence)).isEqualTo(new Cursor(naive.getFirst().version() - 1 + seen, at));
        }
    }

    /** A channel lives as long as the service: what it has told lately is all that it may cost. */
    @Test
    void whatIsNotKeptAnyMoreCanBeCollected() {
        History<Object> some = new History<>(50);
        List<WeakReference<Object>> added = IntStream.range(0, 1_000).mapToObj(i -> {
            Object event = new Object();
            some.add(i, 1, event);
            return new WeakReference<>(event);
        }).toList();
        for (int i = 0; i < 50 && added.stream().filter(event -> event.get() != null).count() > 50; i++) {
            System.gc();
        }
        assertThat(added).filteredOn(event -> event.get() != null).hasSize(50);
        assertThat(some.all()).extracting(History.Entry::event).isEqualTo(added.stream().skip(950).map(WeakReference::get).toList());
    }
}
