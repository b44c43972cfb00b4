// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.RefreshRequest.Origin;
import io.outcry.price.domain.RefreshSelection.Fate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RefreshSelectionTest {

    private static final long NOW = 1_800_000_000_000_000L;
    private static final long SECOND = 1_000_000;

    private final Map<String, PricedInstrument> instruments = new HashMap<>();
    private final Map<String, Long> lastRefresh = new HashMap<>();
    private final Set<String> inFlight = new HashSet<>();
    private final List<RefreshRequest> requests = new ArrayList<>();

    RefreshSelectionTest() {
        instruments.put("BTC-USD", new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT));
        instruments.put("OLD-USD", new PricedInstrument("OLD-USD", "OLD", "USD", 4, RefreshTier.COLD));
    }

    @Test
    void aThousandRequestsForOneSymbolAreOneQuestion() {
        for (int i = 0; i < 1_000; i++) {
            asked("BTC-USD", NOW - 1_000 + i, Origin.REQUEST);
        }
        asked("OLD-USD", NOW, Origin.TIER);

        RefreshSelection selection = select();

        assertThat(selection.chosen()).containsOnlyKeys("BTC-USD", "OLD-USD");
        assertThat(selection.chosen().get("BTC-USD").requestedMicros()).isEqualTo(NOW - 1_000);
        assertThat(selection.fates()).isEqualTo(Map.of(Fate.CHOSEN, 2, Fate.COALESCED, 999));
    }

    @Test
    void whatIsAskedForWhileTheVenuesAreBeingAskedComesWithTheirAnswers() {
        inFlight.add("BTC-USD");
        asked("BTC-USD", NOW, Origin.REQUEST);

        assertThat(select().fates()).isEqualTo(Map.of(Fate.COALESCED, 1));
        assertThat(select().chosen()).isEmpty();
    }

    @Test
    void oneThatWaitsAmongThoseOfTheScheduleMakesTheSymbolAwaited() {
        asked("BTC-USD", NOW, Origin.TIER);
        asked("OLD-USD", NOW, Origin.TIER);
        asked("BTC-USD", NOW, Origin.REQUEST);

        assertThat(select().chosen().get("BTC-USD").awaited()).isTrue();
        assertThat(select().chosen().get("OLD-USD").awaited()).isFalse();

        asked("BTC-USD", NOW, Origin.TIER);
        assertThat(select().chosen().get("BTC-USD").awaited()).as("whoever asks after that").isTrue();
    }

    @Test
    void aBacklogIsDroppedByWhatItIsStillGoodFor() {
        asked("BTC-USD", NOW - 5 * SECOND - 1, Origin.TIER);
        asked("BTC-USD", NOW - 31 * SECOND, Origin.REQUEST);
        asked("OLD-USD", NOW - 299 * SECOND, Origin.TIER);

        RefreshSelection selection = select();

        assertThat(selection.chosen()).containsOnlyKeys("OLD-USD");
        assertThat(selection.fates()).isEqualTo(Map.of(Fate.STALE, 2, Fate.CHOSEN, 1));
        assertThat(selection.untold()).as("nobody waits any more").isEmpty();
    }

    @Test
    void aRequestMadeBeforeTheLastRefreshBeganIsSatisfied() {
        lastRefresh.put("BTC-USD", NOW - SECOND);
        asked("BTC-USD", NOW - 2 * SECOND, Origin.REQUEST);
        assertThat(select().fates()).isEqualTo(Map.of(Fate.SATISFIED, 1));
        assertThat(select().untold()).as("who waits has perhaps not been told").containsOnlyKeys("BTC-USD");

        asked("BTC-USD", NOW - SECOND + 1, Origin.REQUEST);
        assertThat(select().chosen()).containsOnlyKeys("BTC-USD");
        assertThat(select().untold()).as("he will be told of that one").isEmpty();
    }

    @Test
    void whereOnlyTheScheduleAskedThereIsNobodyToTell() {
        lastRefresh.put("BTC-USD", NOW - SECOND);
        asked("BTC-USD", NOW - 2 * SECOND, Origin.TIER);

        assertThat(select().fates()).isEqualTo(Map.of(Fate.SATISFIED, 1));
        assertThat(select().untold()).isEmpty();
    }

    @Test
    void aClockThatWasSetBackDoesNotStopRefreshing() {
        lastRefresh.put("BTC-USD", NOW + 3_600 * SECOND);
        asked("BTC-USD", NOW, Origin.TIER);

        assertThat(select().chosen()).containsOnlyKeys("BTC-USD");
    }

    @Test
    void anUnknownSymbolIsCountedAndDropped() {
        asked("NOPE-USD", NOW, Origin.REQUEST);

        assertThat(select().chosen()).isEmpty();
        assertThat(select().fates()).isEqualTo(Map.of(Fate.UNKNOWN, 1));
    }

    private void asked(String symbol, long timeMicros, Origin origin) {
        requests.add(new RefreshRequest(symbol, timeMicros, origin, null));
    }

    private RefreshSelection select() {
        return RefreshSelection.of(
                requests,
                instruments::get,
                symbol -> lastRefresh.getOrDefault(symbol, 0L),
                inFlight::contains,
                new TierIntervals(5_000, 30_000, 300_000),
                NOW);
    }
}
