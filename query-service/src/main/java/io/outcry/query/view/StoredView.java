// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.ViewOrigin;
import io.outcry.query.domain.ViewPosition;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis has one partition and what it was made of, both of one moment.
 *
 * @param position the empty one where there is none, or none that can be read
 * @param origin nothing where there is none: a version that wrote none has begun the partition, or nobody has
 * @param unreadable why this version cannot read the partition; nothing if it can
 */
public record StoredView(ViewPosition position, @Nullable ViewOrigin origin, @Nullable String unreadable) {

    static StoredView of(byte @Nullable [] position, byte @Nullable [] origin) {
        if (position == null || position.length == 0) {
            return new StoredView(ViewPosition.EMPTY, null, null);
        }
        try {
            ViewOrigin of = origin == null ? null : ViewOrigin.parse(text(origin));
            if (of != null && of.format() != ViewOrigin.FORMAT) {
                return unreadable("Redis holds a view of format " + of.format() + ", and this version knows only " + ViewOrigin.FORMAT
                        + ": start a newer version, or flush it");
            }
            return new StoredView(ViewPosition.parse(text(position)), of, null);
        } catch (IllegalArgumentException e) {
            return unreadable("Redis holds a view that cannot be read: flush it; " + e.getMessage());
        }
    }

    private static StoredView unreadable(String why) {
        return new StoredView(ViewPosition.EMPTY, null, why);
    }

    private static String text(byte[] stored) {
        return new String(stored, StandardCharsets.UTF_8);
    }

    /** True if the partition has begun, and nothing says what it was made of. */
    public boolean hasNoOrigin() {
        return unreadable == null && origin == null && !position.isEmpty();
    }

    /**
     * Why this is no view of {@code log} that can be read here; nothing if nothing speaks against it.
     *
     * @param log Kafka's id of the topic; null if it is not known
     */
    public @Nullable String objection(@Nullable String log) {
        if (origin == null || log == null || origin.log().equals(log)) {
            return unreadable;
        }
        return "Redis holds the view of another log: flush it; the topic's id is " + log + ", and the view is of " + origin.log();
    }
}
