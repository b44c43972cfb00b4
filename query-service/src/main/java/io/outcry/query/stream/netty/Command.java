// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import java.util.List;
import java.util.Map;

/** What a client can ask for. */
sealed interface Command {

    /** Chosen by the client, as JSON; it comes back in the answer. {@code null} as text if there is none. */
    String id();

    /** @param resume by channel: epoch and sequence of what the client has */
    record Subscribe(String id, List<String> channels, Map<String, Point> resume) implements Command {}

    record Unsubscribe(String id, List<String> channels) implements Command {}

    record Auth(String id, String token) implements Command {}

    /** A place in a channel. */
    record Point(long epoch, long sequence) {}
}
