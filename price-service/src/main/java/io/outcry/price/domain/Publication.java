// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.JudgedReply.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was last published of a symbol, and when the next price is worth publishing: on deviation, or as a heartbeat.
 *
 * @param sources the venues that counted
 */
public record Publication(long price, Quality quality, RefreshTier tier, Set<String> sources, long publishedMicros) {

    /** Why a price is published. */
    public enum Cause {
        /** The first of this symbol. */
        FIRST,
        /** Somebody asked for it. */
        REQUEST,
        /** It moved as far as matters in its tier. */
        DEVIATION,
        /** The last one grows old. */
        HEARTBEAT,
        /** Other venues count. */
        SOURCES,
        /** The status or the tier changed. */
        STATUS
    }

    private static final long PARTS = 10_000;

    /** The publication of a price now. */
    public static Publication of(AggregatedPrice price, RefreshTier tier, List<JudgedReply> replies, long nowMicros) {
        return new Publication(price.price(), price.quality(), tier, used(replies), nowMicros);
    }

    /**
     * Why to publish {@code price} now, if at all.
     *
     * @param last null if nothing was published yet
     * @param requested whether somebody waits for it
     */
    public static Optional<Cause> cause(
            @Nullable Publication last,
            AggregatedPrice price,
            RefreshTier tier,
            List<JudgedReply> replies,
            boolean requested,
            TierIntervals intervals,
            long nowMicros) {
        if (last == null) {
            return Optional.of(Cause.FIRST);
        }
        if (requested) {
            return Optional.of(Cause.REQUEST);
        }
        if (last.quality != price.quality() || last.tier != tier) {
            return Optional.of(Cause.STATUS);
        }
        if (!last.sources.equals(used(replies))) {
            return Optional.of(Cause.SOURCES);
        }
        if (Math.abs(price.price() - last.price) >= Math.max(1, deviation(last.price, tier))) {
            return Optional.of(Cause.DEVIATION);
        }
        // Half an interval: the next regular look comes a whole one later, and the last price would be older than its heartbeat then.
        // As far back, too: a clock that was set back would silence the symbol until it has caught up.
        boolean due = Math.abs(nowMicros - last.publishedMicros) >= 500 * intervals.millis(tier);
        return due ? Optional.of(Cause.HEARTBEAT) : Optional.empty();
    }

    /** As far as a price of the tier has to move to be published before its heartbeat: 1, 5, 10 hundredths of a percent. */
    private static long deviation(long price, RefreshTier tier) {
        int basisPoints = switch (tier) {
            case HOT -> 1;
            case MEDIUM -> 5;
            case COLD -> 10;
        };
        return price / PARTS * basisPoints + price % PARTS * basisPoints / PARTS;
    }

    private static Set<String> used(List<JudgedReply> replies) {
        return replies.stream()
                .filter(reply -> reply.verdict() == Verdict.USED)
                .map(JudgedReply::venue)
                .collect(Collectors.toUnmodifiableSet());
    }
}
