// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which symbols of a batch of requests are worth asking the venues for: each once, however many asked.
 *
 * @param chosen by symbol, in the order of their first request
 * @param untold by symbol, what was refreshed after somebody had asked who waits: if nothing had moved, he heard nothing of it
 * @param fates what became of the requests
 */
public record RefreshSelection(Map<String, Chosen> chosen, Map<String, PricedInstrument> untold, Map<Fate, Integer> fates) {

    /** A client's request is of no use to anybody after this long. */
    public static final long REQUEST_USEFUL_MICROS = 30_000_000;

    /** Clocks of the machines that ask and answer differ by less than this. */
    private static final long CLOCK_TOLERANCE_MICROS = 10_000_000;

    /**
     * A symbol to ask for.
     *
     * @param requestedMicros the oldest of its requests
     * @param awaited whether somebody waits for it, and it is not only the schedule that asks
     */
    public record Chosen(PricedInstrument instrument, long requestedMicros, boolean awaited) {}

    /** What became of a request. */
    public enum Fate {
        /** The venues are asked. */
        CHOSEN,
        /** Another request of the batch asks for the same symbol, or the venues are being asked for it now. */
        COALESCED,
        /** The symbol was refreshed after the request had been made. */
        SATISFIED,
        /** A backlog: it waited longer than it is of use; the next one is on its way. */
        STALE,
        /** The registry does not know the symbol. */
        UNKNOWN
    }

    /**
     * @param instruments the registry; null for an unknown symbol
     * @param lastRefreshMicros when a symbol's venues were last asked successfully; 0 for never
     * @param inFlight whether a symbol's venues are being asked now
     */
    public static RefreshSelection of(
            List<RefreshRequest> requests,
            Function<String, @Nullable PricedInstrument> instruments,
            ToLongFunction<String> lastRefreshMicros,
            Predicate<String> inFlight,
            TierIntervals intervals,
            long nowMicros) {
        Map<String, Chosen> chosen = new LinkedHashMap<>();
        Map<String, PricedInstrument> untold = new LinkedHashMap<>();
        Map<Fate, Integer> fates = new EnumMap<>(Fate.class);
        for (RefreshRequest request : requests) {
            PricedInstrument instrument = instruments.apply(request.symbol());
            Fate fate = Fate.UNKNOWN;
            if (instrument != null) {
                fate = fate(request, instrument, lastRefreshMicros.applyAsLong(request.symbol()), intervals, nowMicros);
                if (fate == Fate.SATISFIED && request.origin() == RefreshRequest.Origin.REQUEST) {
                    untold.put(request.symbol(), instrument);
                }
                if (fate == Fate.CHOSEN && inFlight.test(request.symbol())) {
                    fate = Fate.COALESCED;
                } else if (fate == Fate.CHOSEN) {
                    boolean awaited = request.origin() == RefreshRequest.Origin.REQUEST;
                    Chosen others = chosen.put(request.symbol(), new Chosen(instrument, request.timeMicros(), awaited));
                    if (others != null) {
                        fate = Fate.COALESCED;
                        chosen.put(request.symbol(), new Chosen(
                                instrument, Math.min(others.requestedMicros(), request.timeMicros()), awaited || others.awaited()));
                    }
                }
            }
            fates.merge(fate, 1, Integer::sum);
        }
        untold.keySet().removeAll(chosen.keySet());
        return new RefreshSelection(chosen, untold, fates);
    }

    private static Fate fate(
            RefreshRequest request,
            PricedInstrument instrument,
            long lastRefresh,
            TierIntervals intervals,
            long nowMicros) {
        long useful = switch (request.origin()) {
            case TIER -> 1_000 * intervals.millis(instrument.tier());
            case REQUEST -> REQUEST_USEFUL_MICROS;
        };
        if (nowMicros - request.timeMicros() > useful) {
            return Fate.STALE;
        }
        // Only a little later: after a jump of the clock "later" means nothing.
        long ahead = lastRefresh - request.timeMicros();
        return ahead >= 0 && ahead <= CLOCK_TOLERANCE_MICROS ? Fate.SATISFIED : Fate.CHOSEN;
    }
}
