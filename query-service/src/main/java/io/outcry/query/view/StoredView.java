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
 * @param isOutdated whether that is because an older version has written it in another format: it can be made anew
 */
public record StoredView(ViewPosition position, @Nullable ViewOrigin origin, @Nullable String unreadable, boolean isOutdated) {

    /** Redis has nothing of the partition. */
    public static final StoredView NOTHING = new StoredView(ViewPosition.EMPTY, null, null, false);

    static StoredView of(byte @Nullable [] position, byte @Nullable [] origin) {
        if (position == null || position.length == 0) {
            return NOTHING;
        }
        try {
            ViewOrigin of = origin == null ? null : ViewOrigin.parse(text(origin));
            if (of == null || of.format() < ViewOrigin.FORMAT) {
                return new StoredView(ViewPosition.EMPTY, of, "Redis holds a view of an older format", true);
            }
            if (of.format() > ViewOrigin.FORMAT) {
                return unreadable("Redis holds a view of format " + of.format() + ", and this version knows only " + ViewOrigin.FORMAT
                        + ": start a newer version, or flush it");
            }
            return new StoredView(ViewPosition.parse(text(position)), of, null, false);
        } catch (IllegalArgumentException e) {
            return unreadable("Redis holds a view that cannot be read: flush it; " + e.getMessage());
        }
    }

    /** The position alone, whatever it is of; the empty one where there is none, or none that can be read. */
    static ViewPosition position(byte @Nullable [] position) {
        try {
            return position == null || position.length == 0 ? ViewPosition.EMPTY : ViewPosition.parse(text(position));
        } catch (IllegalArgumentException e) {
            return ViewPosition.EMPTY;
        }
    }

    private static StoredView unreadable(String why) {
        return new StoredView(ViewPosition.EMPTY, null, why, false);
    }

    private static String text(byte[] stored) {
        return new String(stored, StandardCharsets.UTF_8);
    }

    /**
     * Why this is no view of {@code log} that can be read here; nothing if nothing speaks against it.
     *
     * @param log Kafka's id of the topic; null if it is not known
     */
    public @Nullable String objection(@Nullable String log) {
        if (unreadable != null || origin == null || log == null || origin.log().equals(log)) {
            return unreadable;
        }
        return "Redis holds the view of another log: flush it; the topic's id is " + log + ", and the view is of " + origin.log();
    }
}
