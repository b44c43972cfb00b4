// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.outcry.query.stream.channel.Channels;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * How long one request waits for channels that are not known. In the first moments of an instance the log is still being read; later a
 * symbol may have been created a moment ago, and who was told so may be here before the feed has heard of it. Who waits is not told that a
 * symbol is not there which is.
 */
final class Patience {

    /** How often who waits looks again. */
    static final long PAUSE_MILLIS = 50;

    private static final long UNREAD_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long UNHEARD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Channels channels;
    private final long began = System.nanoTime();

    Patience(Channels channels) {
        this.channels = channels;
    }

    /** Whether it is worth waiting for these channels, or still. */
    boolean lastsFor(Collection<String> names) {
        long waited = System.nanoTime() - began;
        return names.stream()
                .anyMatch(name -> !channels.isKnown(name) && waited < (channels.isRead(name) ? UNHEARD_NANOS : UNREAD_NANOS));
    }
}
