// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

/** One client's socket in a venue's dialect. Used by one thread at a time. */
interface FeedSession {

    /** Takes what a session has to say. */
    interface Outbox {

        /** Prices of a symbol (our name), or of several where it is empty. */
        void data(String symbol, String json);

        /** Everything else: answers, heartbeats, notices. */
        void say(String json);
    }

    /** The connection has just been made. */
    void opened(Outbox out);

    /** A text message of the client. */
    void received(String text, Outbox out);

    /** Called four times a second: what changed is sent. */
    void tick(long nowMillis, Outbox out);

    /** How many subscriptions there are. */
    int streams();

    /** Says that the connection will be closed; nothing where the venue has no words for that. */
    void leaving(Outbox out);
}
