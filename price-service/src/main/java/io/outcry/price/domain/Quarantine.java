// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.Arrays;

/**
 * Whether one venue is heard on one symbol. It goes in slowly and comes out slowly, so that a venue at the edge does not flap.
 *
 * <p>Plain state, fed by one thread at a time. Times are microseconds.
 */
final class Quarantine {

    private static final long NEVER = Long.MIN_VALUE;

    private final QuarantineRules rules;
    /** When the last episodes began, oldest overwritten first. */
    private final long[] episodes;
    private int nextEpisode;
    private long outsideSince = NEVER;
    private long insideSince = NEVER;
    private boolean held;

    Quarantine(QuarantineRules rules) {
        this.rules = rules;
        this.episodes = new long[rules.episodes()];
        Arrays.fill(episodes, NEVER);
    }

    /** Whether the venue is in quarantine. */
    boolean holds() {
        return held;
    }

    /**
     * Takes where the venue's quote was in this round.
     *
     * @param mayEnter whether enough other venues are left to do without this one
     */
    void observe(boolean outside, boolean mayEnter, long nowMicros) {
        restartWhatLiesAhead(nowMicros);
        if (outside) {
            if (outsideSince == NEVER) {
                outsideSince = nowMicros;
                episodes[nextEpisode] = nowMicros;
                nextEpisode = (nextEpisode + 1) % episodes.length;
            }
            insideSince = NEVER;
            held |= mayEnter && isDue(nowMicros);
        } else {
            outsideSince = NEVER;
            if (insideSince == NEVER) {
                insideSince = nowMicros;
            }
            if (held && nowMicros - insideSince >= rules.insideMicros()) {
                held = false;
                Arrays.fill(episodes, NEVER);
            }
        }
    }

    /** Where the clock was set back, what began ahead of now begins now: it would last as long as that step was. */
    private void restartWhatLiesAhead(long nowMicros) {
        outsideSince = Math.min(outsideSince, nowMicros);
        insideSince = Math.min(insideSince, nowMicros);
        for (int i = 0; i < episodes.length; i++) {
            episodes[i] = Math.min(episodes[i], nowMicros);
        }
    }

    private boolean isDue(long nowMicros) {
        // The slot to be overwritten next holds the oldest of the last episodes.
        long oldest = episodes[nextEpisode];
        return nowMicros - outsideSince >= rules.outsideMicros()
                || oldest != NEVER && nowMicros - oldest <= rules.episodeWindowMicros();
    }
}
