// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

/** Hears that a channel has something new. Called on the feed's thread: it must neither wait nor throw. */
@FunctionalInterface
public interface ChannelListener {

    void changed();
}
