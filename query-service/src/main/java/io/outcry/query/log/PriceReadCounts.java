// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often each price is read here, told through the log every few seconds for those read most, so that what is read often is refreshed
 * often. The first read after the time is over tells, and pays for it with a walk over the symbols; while nobody reads nothing is told. What
 * does not reach the log is lost: it only makes a promotion later. Only symbols that exist are counted, so there is a limit on them.
 */
public final class PriceReadCounts {

    private static final long EVERY_MILLIS = Duration.ofSeconds(10).toMillis();

    /** More than there are places in the quicker tiers: a symbol beyond these would get none. */
    private static final int TOLD = 500;

    private final Teller teller;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final AtomicLong nextMillis = new AtomicLong(Long.MIN_VALUE);

    /** Writes one symbol's count to the log, without waiting. */
    public interface Teller {
        void tell(String symbol, long reads);
    }

    public PriceReadCounts(Teller teller) {
        this.teller = teller;
    }

    /** Counts a read of a price that exists. */
    public void read(String symbol, long nowMillis) {
        read(symbol, 1, nowMillis);
    }

    /** Counts what is as good as so many reads of a symbol that exists. */
    public void read(String symbol, long times, long nowMillis) {
        LongAdder count = counts.get(symbol);
        if (count == null) {
            count = counts.computeIfAbsent(symbol, any -> new LongAdder());
        }
        count.add(times);
        long next = nextMillis.get();
        // Far ahead means that the clock went back.
        boolean due = nowMillis >= next || next - nowMillis > EVERY_MILLIS;
        if (due && nextMillis.compareAndSet(next, nowMillis + EVERY_MILLIS) && next != Long.MIN_VALUE) {
            tell();
        }
    }

    private record Count(String symbol, long reads) {}

    private void tell() {
        List<Count> read = new ArrayList<>();
        counts.forEach((symbol, count) -> {
            long reads = count.sumThenReset();
            if (reads > 0) {
                read.add(new Count(symbol, reads));
            }
        });
        read.sort(Comparator.comparingLong(Count::reads).reversed().thenComparing(Count::symbol));
        read.subList(0, Math.min(TOLD, read.size())).forEach(count -> teller.tell(count.symbol(), count.reads()));
    }
}
