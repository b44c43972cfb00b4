// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.LiveChannel;

/**
 * One connection's place in one channel: all that is kept for it. Confined to the connection's event loop.
 */
public final class Subscription {

    final Audience audience;
    final StreamConnection connection;
    /** Where it is in {@link Audience}. */
    int place;
    /** It is in its connection's list of those that have something to get. */
    boolean marked;
    boolean ended;
    private Cursor cursor;

    Subscription(Audience audience, StreamConnection connection, Cursor cursor) {
        this.audience = audience;
        this.connection = connection;
        this.cursor = cursor;
    }

    public LiveChannel channel() {
        return audience.channel;
    }

    /** What has been sent. */
    public Cursor cursor() {
        return cursor;
    }

    void cursor(Cursor to) {
        cursor = to;
    }
}
